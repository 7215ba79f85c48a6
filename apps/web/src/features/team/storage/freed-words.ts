import type { RetentionFreed } from '@plimsoll/contracts/retention';
import { formatBytes } from '@plimsoll/wording/bytes';
import { formatCount } from '@plimsoll/wording/number';
import type { TFunction } from 'i18next';

/** What goes, or went; empty where it is nothing. */
export function freedWords(t: TFunction, freed: RetentionFreed): string {
  const parts = (['thinned', 'dropped'] as const).flatMap((kind) => {
    const { runs, samples, bytes } = freed[kind];
    const about = freed.exact ? '' : t('storage.about');
    return runs === 0
      ? []
      : [t(`storage.${kind}`, { runs: formatCount(runs), samples: formatCount(samples), bytes: formatBytes(bytes), about })];
  });
  return parts.length === 0 ? '' : `${parts.join('; ')}.`;
}
