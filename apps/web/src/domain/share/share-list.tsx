import type { shareListItemSchema } from '@plimsoll/contracts/share';
import { formatDay } from '@plimsoll/wording/date';
import { shareWords } from '@plimsoll/wording/en/share';
import { joined } from '@plimsoll/wording/list';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { revokeShare, shares as sharesQuery } from '../../api/shares.ts';
import { Loading } from '../../ui/notice/loading.tsx';
import { ProblemNotice } from '../../ui/notice/problem-notice.tsx';
import { ItemRow } from '../../ui/table/item-row.tsx';
import { RevokeButton } from '../../ui/table/revoke-button.tsx';

type Share = z.infer<typeof shareListItemSchema>;

/** Links that are out, each with its way back. `quiet` says nothing where there are none. */
export function ShareList({ filter = () => true, quiet = false }: { filter?: (share: Share) => boolean; quiet?: boolean }) {
  const queryClient = useQueryClient();
  const list = useQuery(sharesQuery);
  const revoke = useMutation({ mutationFn: revokeShare, onSuccess: () => queryClient.invalidateQueries({ queryKey: ['shares'] }) });
  const describe = ({ revokedAt, expiresAt, viewCount, hide }: Share) =>
    [
      revokedAt ? shareWords.revokedOn({ day: formatDay(revokedAt) }) : shareWords.until({ day: formatDay(expiresAt) }),
      shareWords.views({ count: viewCount }),
      hide.length > 0 && shareWords.hidden({ list: joined(hide.map((part) => shareWords.hideable[part])) }),
    ]
      .filter(Boolean)
      .join(' · ');
  if (list.error) return <ProblemNotice error={list.error} />;
  if (!list.data) return quiet ? null : <Loading rows={2} />;
  const items = list.data.items.filter(filter);
  if (items.length === 0) return quiet ? null : <p className="soft">{shareWords.noneYet}</p>;
  return (
    <div className="stack" style={{ gap: 0 }}>
      {quiet && <h2>{shareWords.links}</h2>}
      {revoke.error && <ProblemNotice error={revoke.error} />}
      {items.map((share) => (
        <ItemRow
          key={share.id}
          name={share.title}
          detail={describe(share)}
          action={
            !share.revokedAt && (
              <RevokeButton
                label={shareWords.revokeOne({ title: share.title })}
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
