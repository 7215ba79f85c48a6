import { type Latency, tablePercentiles } from '@plimsoll/contracts/latency';
import { DataTable } from '@plimsoll/pages/data-table';
import { spreadWords } from '@plimsoll/wording/en/latency';
import { formatCount } from '@plimsoll/wording/number';
import { formatUs } from '@plimsoll/wording/time';

/** `p99.0625` */
function rowName(percentile: number): string {
  return percentile >= 100 ? 'max' : percentile <= 0 ? 'min' : `p${Number(percentile.toFixed(4))}`;
}

const toolsOf = new Map(tablePercentiles.map(({ percentile, tools }) => [percentile, tools]));

/** Percentile, count, latency, to the microsecond: the rows of nighthawk_client, of ab, of ghz and ours. */
export function PercentileTable({ latency: { figures, percentiles } }: { latency: Latency }) {
  const us = (value: number) => spreadWords.us({ us: formatCount(value) });
  return (
    <section className="card" aria-label={spreadWords.table}>
      <div className="pad" style={{ paddingBlockEnd: 8 }}>
        <h2>{spreadWords.table}</h2>
        <p className="small soft" style={{ marginBlock: '4px 0' }}>
          {spreadWords.figures({
            count: figures.count,
            text: formatCount(figures.count),
            mean: formatUs(figures.meanUs),
            stddev: formatUs(figures.stddevUs),
          })}
        </p>
      </div>
      <DataTable
        label={spreadWords.table}
        bare
        dense
        rows={percentiles}
        rowKey={({ percentile }) => percentile}
        columns={[
          { key: 'percentile', head: spreadWords.percentile, naming: true, cell: (row) => rowName(row.percentile) },
          { key: 'count', head: spreadWords.count, numeric: true, cell: (row) => formatCount(row.count) },
          { key: 'latency', head: spreadWords.latency, numeric: true, cell: (row) => us(row.us) },
          {
            key: 'tools',
            head: spreadWords.tools,
            wideOnly: true,
            cell: (row) => (toolsOf.get(row.percentile) ?? []).map((tool) => spreadWords.tool[tool]).join(', '),
          },
        ]}
      />
    </section>
  );
}
