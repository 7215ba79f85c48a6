import '../../../../i18n/latency-text.ts';
import type { Latency } from '@plimsoll/contracts/latency';
import { formatCount } from '@plimsoll/wording/number';
import { formatClock, formatUs } from '@plimsoll/wording/time';
import { useTranslation } from 'react-i18next';
import { DensityMap } from '../../../../charts/density-map.tsx';
import type { ChartRow, Series } from '../../../../charts/types.ts';
import { ChartCard } from '../../../../ui/chart-card.tsx';
import { joinBuckets } from './join-buckets.ts';

/** More columns of a table than these nobody reads. */
const mostColumns = 8;

/** How the times of each second spread: a column a second, or several of them joined in a long run. */
export function MapCard({ latency: { times, figures, logBuckets, heatmap } }: { latency: Latency }) {
  const { t } = useTranslation();
  const title = t('spread.map');
  const range = (fromUs: number, toUs: number) => t('spread.range', { from: formatUs(fromUs), to: formatUs(toUs) });
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
        summary={t('spread.mapSummary', {
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
            return t('spread.cell', { at: formatClock(x), range: range(fromUs, toUs), count, text: formatCount(count) });
          }}
          few={t('spread.few')}
          many={t('spread.many')}
        />
      </ChartCard>
    </div>
  );
}
