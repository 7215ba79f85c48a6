import type { Latency, LatencyBucket } from '@plimsoll/contracts/latency';
import { spreadWords } from '@plimsoll/wording/en/latency';
import { paragraph } from '@plimsoll/wording/list';
import { formatCount } from '@plimsoll/wording/number';
import { formatShare } from '@plimsoll/wording/share';
import { formatUs } from '@plimsoll/wording/time';
import { BarsChart } from '../../../../charts/bars-chart.tsx';
import type { ChartRow, Series } from '../../../../charts/types.ts';
import { useLogScale } from '../../../../domain/run/charts/log-scale.tsx';
import { ChartCard } from '../../../../ui/chart-card.tsx';

/** The number of times in each bucket, failed answers on top in their colour. */
export function HistogramCard({ latency: { times, equalBuckets, logBuckets } }: { latency: Latency }) {
  const title = spreadWords.histogram;
  const [log, toggle] = useLogScale('histogram', title);
  const buckets = log ? logBuckets : equalBuckets;
  const range = ({ fromUs, toUs }: LatencyBucket) => spreadWords.range({ from: formatUs(fromUs), to: formatUs(toUs) });
  const rows = buckets.map(({ count, failed }, at): ChartRow => ({ x: at, count, failed }));
  const own: Series = {
    key: 'count',
    name: times === 'responseTime' ? spreadWords.good : times === 'failedTime' ? spreadWords.failed : spreadWords.samples,
    colour: times === 'failedTime' ? 'var(--failed)' : times === 'responseTime' ? 'var(--ok)' : 'var(--accent)',
  };
  const someFailed = buckets.some(({ failed }) => failed > 0);
  const ofFailed: Series = { key: 'failed', name: spreadWords.failed, colour: 'var(--failed)', dash: '3 3' };
  const someGood = buckets.some(({ count }) => count > 0);
  const series = [...(someGood ? [own] : []), ...(someFailed ? [ofFailed] : [])];
  // Where equal buckets end, all the rest is one.
  const last = buckets.at(-1);
  const isOpen = !log && last !== undefined && last.toUs - last.fromUs > widthOf(buckets[0]);
  return (
    <ChartCard
      id="histogram"
      title={title}
      summary={paragraph([mostOften(buckets), isOpen && spreadWords.beyond({ from: formatUs(last.fromUs) })])}
      series={series}
      rows={rows}
      format={formatCount}
      formatX={(at) => range(buckets[at] as LatencyBucket)}
      xLabel={spreadWords.latency}
      height={260}
      actions={toggle}
    >
      <BarsChart
        rows={rows}
        series={series}
        edges={buckets.map(({ fromUs }) => fromUs)}
        format={formatCount}
        formatEdge={(us) => formatUs(us)}
        log={log}
        title={(at) => range(buckets[at] as LatencyBucket)}
      />
    </ChartCard>
  );
}

function widthOf(bucket: LatencyBucket | undefined): number {
  return bucket ? bucket.toUs - bucket.fromUs : 0;
}

/** Where most of the good answers lie, and most of the failed ones; nothing of a kind that there is none of. */
export function mostOften(buckets: readonly LatencyBucket[]): string {
  const places = (name: 'count' | 'failed') => {
    const { fromUs, toUs, ...counts } = buckets.reduce((most, bucket) => (bucket[name] > most[name] ? bucket : most));
    return { most: counts[name], from: formatUs(fromUs), to: formatUs(toUs) };
  };
  const total = buckets.reduce((sum, { count }) => sum + count, 0);
  const [own, failed] = [places('count'), places('failed')];
  return paragraph([
    own.most > 0 && spreadWords.most({ ...own, share: formatShare(own.most / total), total: formatCount(total) }),
    failed.most > 0 && spreadWords.mostFailed(failed),
  ]);
}
