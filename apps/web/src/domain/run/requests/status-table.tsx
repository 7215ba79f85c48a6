import type { Summary } from '@plimsoll/contracts/run';
import { listStatuses } from '@plimsoll/contracts/status-rows';
import { DataTable } from '@plimsoll/pages/data-table';
import { statusesWords } from '@plimsoll/wording/en/run';
import { formatCount } from '@plimsoll/wording/number';
import { formatShare } from '@plimsoll/wording/share';
import { nameStatus } from '@plimsoll/wording/statuses';
import { formatClock } from '@plimsoll/wording/time';
import type { CountedAs } from '../counted-as.ts';

/** Every status that came back, and every way to have none, how often, and from when to when. */
export function StatusTable({ summary, counted = {} }: { summary: Summary; counted?: CountedAs }) {
  const rows = listStatuses(summary);
  if (rows.length === 0) return null;
  const clock = (second: number | null) => (second === null ? '–' : formatClock(second));
  return (
    <section className="stack" style={{ gap: 6, gridColumn: '1 / -1' }}>
      <h2>{statusesWords.title(counted)}</h2>
      <p className="small soft" style={{ margin: 0 }}>
        {statusesWords.what(counted)}
      </p>
      <DataTable
        label={statusesWords.title(counted)}
        rows={rows}
        rowKey={({ status }) => status}
        columns={[
          { key: 'status', head: statusesWords.status, naming: true, cell: ({ status }) => nameStatus(status) },
          { key: 'count', head: statusesWords.count, numeric: true, cell: ({ count }) => formatCount(count) },
          { key: 'share', head: statusesWords.share, numeric: true, cell: ({ share }) => formatShare(share) },
          { key: 'first', head: statusesWords.first, numeric: true, cell: ({ first }) => clock(first) },
          { key: 'last', head: statusesWords.last, numeric: true, cell: ({ last }) => clock(last) },
        ]}
      />
    </section>
  );
}
