import { membersWords } from '@plimsoll/wording/en/members';
import { useQuery } from '@tanstack/react-query';

import { invitations as invitationsQuery } from '../../../api/team/invitations.ts';
import { useMay } from '../../../api/team/may.ts';
import { members as membersQuery } from '../../../api/team/members.ts';
import { session } from '../../../api/team/session.ts';
import { Loaded } from '../../../ui/notice/loaded.tsx';
import { Loading } from '../../../ui/notice/loading.tsx';
import { usePageTitle } from '../../../ui/page-title.ts';
import { TeamNav } from '../team-nav.tsx';
import { Invitations } from './invitations.tsx';
import { MemberTable } from './member-table.tsx';
import { RolesTable } from './roles-table.tsx';
import { TeamWays } from './team-ways.tsx';

/** The members of the team, the invited, and the rights of each role. */
export function MembersPage() {
  usePageTitle(membersWords.title);
  const { data: who } = useQuery(session);
  const may = useMay();
  const invites = may('invitation.view');
  const list = useQuery(membersQuery);
  const invited = useQuery({ ...invitationsQuery, enabled: invites });
  if (!who?.role || !who.team) return null;
  return (
    <>
      <h1>{who.team.name}</h1>
      <div className="sub">{membersWords.what({ team: who.team.name })}</div>
      <TeamNav />
      {list.isLoading || invited.isLoading ? (
        <Loading rows={8} />
      ) : (
        <div className="stack">
          <Loaded query={list}>
            {({ items }) => (
              <MemberTable
                members={items}
                me={{ userId: who.user.id, role: who.role ?? 'viewer', team: who.team?.name ?? '', passwordsOff: !who.ways.passwords }}
              />
            )}
          </Loaded>
          {invites && <Invitations byOwner={who.role === 'owner'} />}
          {invites && <TeamWays />}
          <RolesTable />
        </div>
      )}
    </>
  );
}
