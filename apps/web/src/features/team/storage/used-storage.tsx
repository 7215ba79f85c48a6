import type { TeamStorage } from '@plimsoll/contracts/retention';
import { formatBytes } from '@plimsoll/wording/bytes';
import { formatMoment } from '@plimsoll/wording/date';
import { formatCount } from '@plimsoll/wording/number';
import { useTranslation } from 'react-i18next';
import { KeyValues } from '../../../ui/key-values.tsx';
import { freedWords } from './freed-words.ts';

/** What the team stores, by month, and what went last. */
export function UsedStorage({ storage }: { storage: TeamStorage }) {
  const { t } = useTranslation();
  const { runs, samples, bytes, months, countedAt, lastFreed } = storage;
  return (
    <section className="card pad stack" aria-label={t('storage.used')}>
      <h2>{t('storage.used')}</h2>
      <KeyValues
        rows={[
          [t('storage.runs'), formatCount(runs)],
          [t('storage.samples'), formatCount(samples)],
          [t('storage.bytes'), formatBytes(bytes)],
          [t('storage.counted'), formatMoment(countedAt)],
          [
            t('storage.lastFreed'),
            lastFreed
              ? t('storage.lastFreedAt', { at: formatMoment(lastFreed.at), freed: freedWords(t, lastFreed) })
              : t('storage.nothingFreed'),
          ],
        ]}
      />
      <h3>{t('storage.months')}</h3>
      {months.length === 0 ? (
        <p className="soft small">{t('storage.none')}</p>
      ) : (
        <KeyValues
          rows={months.map((one) => [
            one.month ?? t('storage.before'),
            t('storage.ofMonth', { samples: formatCount(one.samples), bytes: formatBytes(one.bytes) }),
          ])}
        />
      )}
    </section>
  );
}
