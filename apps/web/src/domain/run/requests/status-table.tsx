import '../../../i18n/run-text.ts';
import type { Summary } from '@plimsoll/contracts/run';
import { listStatuses } from '@plimsoll/contracts/status-rows';
import { formatCount } from '@plimsoll/wording/number';
import { formatShare } from '@plimsoll/wording/share';
import { nameStatus } from '@plimsoll/wording/statuses';
import { formatClock } from '@plimsoll/wording/time';
import { useTranslation } from 'react-i18next';
import { DataTable } from '../../../ui/table/data-table.tsx';
import type { CountedAs } from '../counted-as.ts';

/** Every status that came back, and every way to have none, how often, and from when to when. */
export function StatusTable({ summary, counted = {} }: { summary: Summary; counted?: CountedAs }) {
  const { t } = useTranslation();
  const rows = listStatuses(summary);
  if (rows.length === 0) return null;
  const clock = (second: number | null) => (second === null ? '–' : formatClock(second));
  return (
    <section className="stack" style={{ gap: 6, gridColumn: '1 / -1' }}>
      <h2>{t('statuses.title', counted)}</h2>
      <p className="small soft" style={{ margin: 0 }}>
        {t('statuses.what', counted)}
      </p>
      <DataTable
        label={t('statuses.title', counted)}
        rows={rows}
        rowKey={({ status }) => status}
        columns={[
          { key: 'status', head: t('statuses.status'), naming: true, cell: ({ status }) => nameStatus(status) },
          { key: 'count', head: t('statuses.count'), numeric: true, cell: ({ count }) => formatCount(count) },
          { key: 'share', head: t('statuses.share'), numeric: true, cell: ({ share }) => formatShare(share) },
          { key: 'first', head: t('statuses.first'), numeric: true, cell: ({ first }) => clock(first) },
          { key: 'last', head: t('statuses.last'), numeric: true, cell: ({ last }) => clock(last) },
        ]}
      />
    </section>
  );
}
