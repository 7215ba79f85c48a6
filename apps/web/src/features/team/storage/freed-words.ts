import type { RetentionFreed } from '@plimsoll/contracts/retention';
import { formatBytes } from '@plimsoll/wording/bytes';
import { storageWords } from '@plimsoll/wording/en/storage';
import { formatCount } from '@plimsoll/wording/number';

/** The removed amounts, or those that move where there is an archive; empty where there are none. */
export function freedWords(freed: RetentionFreed, toArchive: boolean): string {
  const parts = (['thinned', 'dropped'] as const).flatMap((kind) => {
    const { runs, samples, bytes } = freed[kind];
    const about = freed.exact ? '' : storageWords.about;
    return runs === 0
      ? []
      : [
          storageWords[kind === 'dropped' && toArchive ? 'moved' : kind]({
            runs: formatCount(runs),
            samples: formatCount(samples),
            bytes: formatBytes(bytes),
            about,
          }),
        ];
  });
  return parts.length === 0 ? '' : `${parts.join('; ')}.`;
}
