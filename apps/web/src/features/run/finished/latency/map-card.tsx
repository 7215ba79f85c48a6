import type { Latency } from '@plimsoll/contracts/latency';
import { spreadWords } from '@plimsoll/wording/en/latency';
import { formatCount } from '@plimsoll/wording/number';
import { formatClock, formatUs } from '@plimsoll/wording/time';
import { DensityMap } from '../../../../charts/density-map.tsx';
import type { ChartRow, Series } from '../../../../charts/types.ts';
import { ChartCard } from '../../../../ui/chart-card.tsx';
import { joinBuckets } from './join-buckets.ts';

/** More columns of a table than these nobody reads. */
const mostColumns = 8;

/** The spread of the times of each second: a column a second, or several of them joined in a long run. */
export function MapCard({ latency: { times, figures, logBuckets, heatmap } }: { latency: Latency }) {
  const title = spreadWords.map;
  const range = (fromUs: number, toUs: number) => spreadWords.range({ from: formatUs(fromUs), to: formatUs(toUs) });
  const groups = joinBuckets(logBuckets, mostColumns);
  const colour = times === 'failedTime' ? 'var(--failed)' : 'var(--accent)';
  const series = groups.map(({ fromUs, toUs }, at): Series => ({ key: `b${at}`, name: range(fromUs, toUs), colour }));
  const rows = heatmap.columns.map(({ second, counts }): ChartRow => {
    const cells = groups.map(({ from, to }, at) => [`b${at}`, counts.slice(from, to).reduce((sum, count) => sum + count, 0)]);
    return { ...Object.fromEntries(cells), x: second };
  });
  const highest = logBuckets.findLastIndex(({ count }) => count > 0);
  const slowest = heatmap.columns.reduce((worst, column) =>
    (column.counts[highest] ?? 0) > (worst.counts[highest] ?? 0) ? column : worst,
  );
  return (
    <div style={{ gridColumn: '1 / -1' }}>
      <ChartCard
        id="map"
        title={title}
        summary={spreadWords.mapSummary({
          p50: formatUs(figures.p50Us),
          at: formatClock(slowest.second),
          max: formatUs(figures.maxUs),
        })}
        series={series}
        rows={rows}
        format={formatCount}
        legend={false}
        height={280}
      >
        <DensityMap
          columns={heatmap.columns.map(({ second, counts }) => ({ x: second, counts }))}
          columnWidth={heatmap.resolutionSeconds}
          edges={[...logBuckets.map(({ fromUs }) => fromUs), logBuckets.at(-1)?.toUs ?? 1]}
          colour={colour}
          formatX={formatClock}
          formatY={(us) => formatUs(us)}
          title={({ x, row, count }) => {
            const { fromUs = 0, toUs = 0 } = logBuckets[row] ?? {};
            return spreadWords.cell({ at: formatClock(x), range: range(fromUs, toUs), count, text: formatCount(count) });
          }}
          few={spreadWords.few}
          many={spreadWords.many}
        />
      </ChartCard>
    </div>
  );
}
