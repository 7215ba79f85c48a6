/** A histogram as the percentile table (`.hgrm`) that HdrHistogram prints and its plotter reads: times in ms, counts as they are. */
import { computeMean, type Histogram, valueAt } from '@plimsoll/statistics/histogram';

const ticksPerHalf = 5;

function* ticks(): Generator<number> {
  for (let percentile = 0; percentile < 100 && 1 / (1 - percentile / 100) < 1e7; ) {
    yield percentile;
    const halves = 2 ** (Math.floor(Math.log2(100 / (100 - percentile))) + 1);
    percentile += 100 / (halves * ticksPerHalf);
  }
  yield 100;
}

/** From p0 to p100, five steps to each halving of the rest. `perUnit`: of the histogram's values in one of the table's; 1 of counts. */
export function percentileTable(histogram: Histogram, perUnit = 1000): string {
  const { total } = histogram;
  const lines = ['       Value     Percentile TotalCount 1/(1-Percentile)', ''];
  const shown = (value: number | null) => ((value ?? 0) / perUnit).toFixed(3).padStart(12);
  if (total > 0) {
    for (const percentile of ticks()) {
      const share = percentile / 100;
      const rank = Math.max(1, Math.ceil(share * total));
      const inverse = percentile === 100 ? '' : (1 / (1 - share)).toFixed(2).padStart(14);
      lines.push(`${shown(valueAt(histogram, percentile))} ${share.toFixed(12)} ${String(rank).padStart(10)} ${inverse}`.trimEnd());
    }
  }
  lines.push(`#[Mean    = ${shown(computeMean(histogram))}, Total count = ${total}]`);
  lines.push(`#[Max     = ${shown(total > 0 ? valueAt(histogram, 100) : null)}]`, '');
  return lines.join('\n');
}
