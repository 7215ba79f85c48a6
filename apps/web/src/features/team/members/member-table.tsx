import { type Column, DataTable } from '@plimsoll/pages/data-table';
import { formatMoment } from '@plimsoll/wording/date';
import { membersWords } from '@plimsoll/wording/en/members';
import { teamWords } from '@plimsoll/wording/en/team';
import { useState } from 'react';
import { Ago } from '../../../ui/ago.tsx';
import { Notice } from '../../../ui/notice/notice.tsx';
import { ProblemNotice } from '../../../ui/notice/problem-notice.tsx';
import { useNow } from '../../../ui/now.ts';
import { MemberMenu } from './member-menu.tsx';
import { type MadeReset, type Me, type Member, memberRights } from './member-rights.ts';
import { OnceLink } from './once-link.tsx';
import { RoleSelect } from './role-select.tsx';

/** The members, and what the person who looks may do with each. */
export function MemberTable({ members, me }: { members: readonly Member[]; me: Me }) {
  const now = useNow();
  const [problem, setProblem] = useState<unknown>(null);
  const [reset, setReset] = useState<MadeReset | null>(null);
  const rights = (member: Member) => memberRights(me, member, members);
  const columns: Column<Member>[] = [
    {
      key: 'name',
      head: membersWords.name,
      inCard: 'wide',
      cell: ({ name, userId }) => (
        <span style={{ overflowWrap: 'anywhere' }}>
          <b>{name}</b> {userId === me.userId && <span className="soft">({membersWords.you})</span>}
        </span>
      ),
    },
    {
      key: 'email',
      head: membersWords.email,
      inCard: 'wide',
      cell: ({ email }) => <span style={{ overflowWrap: 'anywhere' }}>{email ?? '–'}</span>,
    },
    {
      key: 'role',
      head: membersWords.role,
      cell: (member) =>
        rights(member).role ? (
          <RoleSelect member={member} byOwner={me.role === 'owner'} onProblem={setProblem} />
        ) : (
          teamWords.role[member.role]
        ),
    },
    {
      key: 'seen',
      head: membersWords.seen,
      cardLabel: membersWords.seen,
      cell: ({ lastSeenAt }) => (lastSeenAt === null ? membersWords.never : <Ago at={lastSeenAt} nowMs={now} />),
    },
    {
      key: 'actions',
      head: membersWords.actions,
      headHidden: true,
      inCard: 'end',
      numeric: true,
      cell: (member) => <MemberMenu member={member} me={me} rights={rights(member)} onReset={setReset} onProblem={setProblem} />,
    },
  ];
  const alone = members.some((member) => rights(member).lastOwner) && members.length > 1;
  return (
    <section className="stack" aria-label={membersWords.title} style={{ gap: 10 }}>
      {problem !== null && <ProblemNotice error={problem} />}
      {reset && (
        <Notice tone="calm">
          <OnceLink
            text={membersWords.resetHand({ until: formatMoment(reset.expiresAt) })}
            title={membersWords.resetFor({ name: reset.member.name })}
            url={reset.url}
          />
        </Notice>
      )}
      <DataTable label={membersWords.title} columns={columns} rows={members} rowKey={({ userId }) => userId} cards />
      {alone && <p className="small soft">{membersWords.lastOwner}</p>}
    </section>
  );
}
