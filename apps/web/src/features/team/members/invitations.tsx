import '../../../i18n/members-text.ts';
import type { Invitation } from '@plimsoll/contracts/invitations';
import { formatMoment } from '@plimsoll/wording/date';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../../api/may.ts';
import { invitations as invitationsQuery, revokeInvitation } from '../../../api/team/invitations.ts';
import { Loaded } from '../../../ui/notice/loaded.tsx';
import { ProblemNotice } from '../../../ui/notice/problem-notice.tsx';
import { ItemRow } from '../../../ui/table/item-row.tsx';
import { RevokeButton } from '../../../ui/table/revoke-button.tsx';
import { InviteForm } from './invite-form.tsx';

/** Links that let somebody in: a new one, and those that were made. */
export function Invitations({ byOwner }: { byOwner: boolean }) {
  const { t } = useTranslation();
  const may = useMay();
  const list = useQuery(invitationsQuery);
  return (
    <section className="card pad stack" aria-label={t('invitations.title')}>
      <div>
        <h2>{t('invitations.title')}</h2>
        <p className="small soft" style={{ margin: '4px 0 0' }}>
          {t('invitations.what')}
        </p>
      </div>
      {may('invitation.create') && <InviteForm byOwner={byOwner} />}
      <Loaded query={list} rows={2}>
        {({ items }) => <InvitationList items={items} />}
      </Loaded>
    </section>
  );
}

function InvitationList({ items }: { items: readonly Invitation[] }) {
  const { t } = useTranslation();
  const may = useMay();
  const queryClient = useQueryClient();
  const revoke = useMutation({
    mutationFn: revokeInvitation,
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['invitations'] }),
  });
  if (items.length === 0) return <p className="soft small">{t('invitations.none')}</p>;
  const describe = ({ role, state, expiresAt, acceptedBy, invitedBy }: Invitation) =>
    [
      t(`team.role.${role}`),
      t(`invitations.state.${state}`, { until: formatMoment(expiresAt), by: acceptedBy ?? '–' }),
      t('invitations.by', { by: invitedBy }),
    ].join(' · ');
  return (
    <div>
      {revoke.error && <ProblemNotice error={revoke.error} />}
      {items.map((item) => {
        const whom = item.email ?? t('invitations.anyone');
        return (
          <ItemRow
            key={item.id}
            name={whom}
            detail={describe(item)}
            action={
              item.state === 'pending' &&
              may('invitation.revoke') && (
                <RevokeButton
                  label={t('invitations.revokeOne', { whom })}
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
