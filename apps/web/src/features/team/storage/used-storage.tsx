import type { TeamStorage } from '@plimsoll/contracts/retention';
import { formatBytes } from '@plimsoll/wording/bytes';
import { formatMoment, formatMonth } from '@plimsoll/wording/date';
import { storageWords } from '@plimsoll/wording/en/storage';
import { formatCount } from '@plimsoll/wording/number';
import { KeyValues } from '../../../ui/key-values.tsx';
import { freedWords } from './freed-words.ts';

/** The storage of the team, by month, and the last removal. */
export function UsedStorage({ storage }: { storage: TeamStorage }) {
  const { runs, samples, bytes, months, countedAt, archived, lastFreed } = storage;
  return (
    <section className="card pad stack" aria-label={storageWords.used}>
      <h2>{storageWords.used}</h2>
      <KeyValues
        rows={[
          [storageWords.runs, formatCount(runs)],
          [storageWords.samples, formatCount(samples)],
          [storageWords.bytes, formatBytes(bytes)],
          ...(archived
            ? [
                [
                  storageWords.archived,
                  storageWords.ofArchive({ runs: formatCount(archived.runs), bytes: formatBytes(archived.bytes) }),
                ] as const,
              ]
            : []),
          ...(archived && archived.files > 0
            ? [
                [
                  storageWords.archivedFiles,
                  storageWords.ofFiles({ files: formatCount(archived.files), bytes: formatBytes(archived.fileBytes) }),
                ] as const,
              ]
            : []),
          [storageWords.counted, formatMoment(countedAt)],
          [
            storageWords.lastFreed,
            lastFreed
              ? storageWords.lastFreedAt({ at: formatMoment(lastFreed.at), freed: freedWords(lastFreed, archived !== null) })
              : storageWords.nothingFreed,
          ],
        ]}
      />
      <h3>{storageWords.months}</h3>
      {months.length === 0 ? (
        <p className="soft small">{storageWords.none}</p>
      ) : (
        <KeyValues
          rows={months.map((one) => [
            one.month === null ? storageWords.before : formatMonth(one.month),
            storageWords.ofMonth({ samples: formatCount(one.samples), bytes: formatBytes(one.bytes) }),
          ])}
        />
      )}
    </section>
  );
}
