import '../../../i18n/members-text.ts';
import '../../../i18n/team-text.ts';
import { formatMoment } from '@plimsoll/wording/date';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Ago } from '../../../ui/ago.tsx';
import { Notice } from '../../../ui/notice/notice.tsx';
import { ProblemNotice } from '../../../ui/notice/problem-notice.tsx';
import { useNow } from '../../../ui/now.ts';
import { type Column, DataTable } from '../../../ui/table/data-table.tsx';
import { MemberMenu } from './member-menu.tsx';
import { type MadeReset, type Me, type Member, memberRights } from './member-rights.ts';
import { OnceLink } from './once-link.tsx';
import { RoleSelect } from './role-select.tsx';

/** The members, and what the person who looks may do with each. */
export function MemberTable({ members, me }: { members: readonly Member[]; me: Me }) {
  const { t } = useTranslation();
  const now = useNow();
  const [problem, setProblem] = useState<unknown>(null);
  const [reset, setReset] = useState<MadeReset | null>(null);
  const rights = (member: Member) => memberRights(me, member, members);
  const columns: Column<Member>[] = [
    {
      key: 'name',
      head: t('members.name'),
      inCard: 'wide',
      cell: ({ name, userId }) => (
        <span style={{ overflowWrap: 'anywhere' }}>
          <b>{name}</b> {userId === me.userId && <span className="soft">({t('members.you')})</span>}
        </span>
      ),
    },
    {
      key: 'email',
      head: t('members.email'),
      inCard: 'wide',
      cell: ({ email }) => <span style={{ overflowWrap: 'anywhere' }}>{email ?? '–'}</span>,
    },
    {
      key: 'role',
      head: t('members.role'),
      cell: (member) =>
        rights(member).role ? (
          <RoleSelect member={member} byOwner={me.role === 'owner'} onProblem={setProblem} />
        ) : (
          t(`team.role.${member.role}`)
        ),
    },
    {
      key: 'seen',
      head: t('members.seen'),
      cardLabel: t('members.seen'),
      cell: ({ lastSeenAt }) => (lastSeenAt === null ? t('members.never') : <Ago at={lastSeenAt} nowMs={now} />),
    },
    {
      key: 'actions',
      head: t('members.actions'),
      headHidden: true,
      inCard: 'end',
      numeric: true,
      cell: (member) => <MemberMenu member={member} me={me} rights={rights(member)} onReset={setReset} onProblem={setProblem} />,
    },
  ];
  const alone = members.some((member) => rights(member).lastOwner) && members.length > 1;
  return (
    <section className="stack" aria-label={t('members.title')} style={{ gap: 10 }}>
      {problem !== null && <ProblemNotice error={problem} />}
      {reset && (
        <Notice tone="calm">
          <OnceLink
            text={t('members.resetHand', { until: formatMoment(reset.expiresAt) })}
            title={t('members.resetFor', { name: reset.member.name })}
            url={reset.url}
          />
        </Notice>
      )}
      <DataTable label={t('members.title')} columns={columns} rows={members} rowKey={({ userId }) => userId} cards />
      {alone && <p className="small soft">{t('members.lastOwner')}</p>}
    </section>
  );
}
