import type { Invitation } from '@plimsoll/contracts/invitations';
import { formatMoment } from '@plimsoll/wording/date';
import { invitationsWords } from '@plimsoll/wording/en/members';
import { teamWords } from '@plimsoll/wording/en/team';
import { say } from '@plimsoll/wording/words';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';

import { invitations as invitationsQuery, revokeInvitation } from '../../../api/team/invitations.ts';
import { useMay } from '../../../api/team/may.ts';
import { CardHead } from '../../../ui/card-head.tsx';
import { Loaded } from '../../../ui/notice/loaded.tsx';
import { ProblemNotice } from '../../../ui/notice/problem-notice.tsx';
import { ItemRow } from '../../../ui/table/item-row.tsx';
import { RevokeButton } from '../../../ui/table/revoke-button.tsx';
import { InviteForm } from './invite-form.tsx';

/** Links that let somebody in: a new one, and those that were made. */
export function Invitations({ byOwner }: { byOwner: boolean }) {
  const may = useMay();
  const list = useQuery(invitationsQuery);
  return (
    <section className="card pad stack" aria-label={invitationsWords.title}>
      <CardHead title={invitationsWords.title}>{invitationsWords.what}</CardHead>
      {may('invitation.create') && <InviteForm byOwner={byOwner} />}
      <Loaded query={list} rows={2}>
        {({ items }) => <InvitationList items={items} />}
      </Loaded>
    </section>
  );
}

function InvitationList({ items }: { items: readonly Invitation[] }) {
  const may = useMay();
  const queryClient = useQueryClient();
  const revoke = useMutation({
    mutationFn: revokeInvitation,
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['invitations'] }),
  });
  if (items.length === 0) return <p className="soft small">{invitationsWords.none}</p>;
  const describe = ({ role, state, expiresAt, acceptedBy, invitedBy }: Invitation) =>
    [
      teamWords.role[role],
      say(invitationsWords.state[state], { until: formatMoment(expiresAt), by: acceptedBy ?? '–' }),
      invitationsWords.by({ by: invitedBy }),
    ].join(' · ');
  return (
    <div>
      {revoke.error && <ProblemNotice error={revoke.error} />}
      {items.map((item) => {
        const whom = item.email ?? invitationsWords.anyone;
        return (
          <ItemRow
            key={item.id}
            name={whom}
            detail={describe(item)}
            action={
              item.state === 'pending' &&
              may('invitation.revoke') && (
                <RevokeButton
                  label={invitationsWords.revokeOne({ whom })}
                  loading={revoke.isPending && revoke.variables === item.id}
                  onClick={() => revoke.mutate(item.id)}
                />
              )
            }
          />
        );
      })}
    </div>
  );
}
