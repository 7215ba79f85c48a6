/** A histogram as the percentile table (`.hgrm`) that HdrHistogram prints and its plotter reads: values in ms. */
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

/** From p0 to p100, five steps to each halving of the rest. */
export function percentileTable(histogram: Histogram): string {
  const { total } = histogram;
  const lines = ['       Value     Percentile TotalCount 1/(1-Percentile)', ''];
  const ms = (us: number | null) => ((us ?? 0) / 1000).toFixed(3).padStart(12);
  if (total > 0) {
    for (const percentile of ticks()) {
      const share = percentile / 100;
      const rank = Math.max(1, Math.ceil(share * total));
      const inverse = percentile === 100 ? '' : (1 / (1 - share)).toFixed(2).padStart(14);
      lines.push(`${ms(valueAt(histogram, percentile))} ${share.toFixed(12)} ${String(rank).padStart(10)} ${inverse}`.trimEnd());
    }
  }
  lines.push(`#[Mean    = ${ms(computeMean(histogram))}, Total count = ${total}]`);
  lines.push(`#[Max     = ${ms(total > 0 ? valueAt(histogram, 100) : null)}]`, '');
  return lines.join('\n');
}
