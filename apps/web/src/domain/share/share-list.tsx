import '../../i18n/share-text.ts';
import type { shareListItemSchema } from '@plimsoll/contracts/share';
import { formatDay } from '@plimsoll/wording/date';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { revokeShare, shares as sharesQuery } from '../../api/shares.ts';
import { Loading } from '../../ui/notice/loading.tsx';
import { ProblemNotice } from '../../ui/notice/problem-notice.tsx';
import { ItemRow } from '../../ui/table/item-row.tsx';
import { RevokeButton } from '../../ui/table/revoke-button.tsx';

type Share = z.infer<typeof shareListItemSchema>;

/** Links that are out, each with its way back. `quiet` says nothing where there are none. */
export function ShareList({ filter = () => true, quiet = false }: { filter?: (share: Share) => boolean; quiet?: boolean }) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const list = useQuery(sharesQuery);
  const revoke = useMutation({ mutationFn: revokeShare, onSuccess: () => queryClient.invalidateQueries({ queryKey: ['shares'] }) });
  const describe = ({ revokedAt, expiresAt, viewCount, hide }: Share) =>
    [
      revokedAt ? t('share.revokedOn', { day: formatDay(revokedAt) }) : t('share.until', { day: formatDay(expiresAt) }),
      t('share.views', { count: viewCount }),
      hide.length > 0 && t('share.hidden', { list: hide.map((part) => t(`share.hideable.${part}`)).join(', ') }),
    ]
      .filter(Boolean)
      .join(' · ');
  if (list.error) return <ProblemNotice error={list.error} />;
  if (!list.data) return quiet ? null : <Loading rows={2} />;
  const items = list.data.items.filter(filter);
  if (items.length === 0) return quiet ? null : <p className="soft">{t('share.noneYet')}</p>;
  return (
    <div className="stack" style={{ gap: 0 }}>
      {quiet && <h2>{t('share.links')}</h2>}
      {revoke.error && <ProblemNotice error={revoke.error} />}
      {items.map((share) => (
        <ItemRow
          key={share.id}
          name={share.title}
          detail={describe(share)}
          action={
            !share.revokedAt && (
              <RevokeButton
                label={t('share.revokeOne', { title: share.title })}
                loading={revoke.isPending && revoke.variables === share.id}
                onClick={() => revoke.mutate(share.id)}
              />
            )
          }
        />
      ))}
    </div>
  );
}
