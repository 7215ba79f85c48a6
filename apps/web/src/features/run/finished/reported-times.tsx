import type { RunSource } from '@plimsoll/contracts/run-source';
import type { Summary } from '@plimsoll/contracts/summary';
import { DataTable } from '@plimsoll/pages/data-table';
import { StatusTable } from '@plimsoll/pages/run-tables';
import { resultsWords } from '@plimsoll/wording/en/results';
import { timeColumn } from '@plimsoll/wording/time';

/** The times of a run of which a tool reported sums only: what it wrote, and nothing in between. */
export function ReportedTimes({ source, summary }: { source: RunSource; summary: Summary }) {
  const { meanUs, minUs, maxUs } = summary.responseTime;
  const named: [string, number | null][] = [
    [resultsWords.mean, meanUs],
    [resultsWords.least, minUs],
    ...source.percentiles.map(([percentile, us]): [string, number] => [`p${Number(percentile.toFixed(6))}`, us]),
    [resultsWords.most, maxUs],
  ];
  const rows = named.filter(([, us]) => us !== null);
  const write = timeColumn(rows.map(([, us]) => us));
  return (
    <div className="grid2" style={{ alignItems: 'start', marginBlockStart: 14 }}>
      {rows.length > 0 && (
        <section className="stack" style={{ gap: 8 }}>
          <h2>{resultsWords.reported({ tool: source.tool })}</h2>
          <DataTable
            label={resultsWords.reported({ tool: source.tool })}
            rows={rows}
            rowKey={([name]) => name}
            columns={[
              { key: 'name', head: resultsWords.percentile, naming: true, cell: ([name]) => name },
              { key: 'time', head: resultsWords.time, numeric: true, cell: ([, us]) => write(us) },
            ]}
          />
        </section>
      )}
      <StatusTable summary={summary} />
    </div>
  );
}
