/** The histogram that ghz prints under its percentiles: ten widths between the fastest and the slowest. */
import type { Latency } from '@plimsoll/contracts/latency';
import { lowestOf } from './bucket-layout.ts';
import { eachBucket, type Histogram, valuesAt } from './histogram.ts';

const widths = 10;

/**
 * Marks at the fastest, then every tenth of the way to the slowest, each with the values at or below it and above the mark before, as
 * ghz counts them (`histogram` in its runner/reporter.go). A bucket of the histogram counts where its lowest value lies.
 */
export function ghzBuckets(times: Histogram): Latency['ghzBuckets'] {
  const [fastest, slowest] = valuesAt(times, [0, 100]);
  if (fastest === undefined || fastest === null || slowest === undefined || slowest === null) return [];
  const width = (slowest - fastest) / widths;
  const buckets = Array.from({ length: widths + 1 }, (_, at) => ({ markUs: at === widths ? slowest : fastest + width * at, count: 0 }));
  let at = 0;
  eachBucket(times, (index, count) => {
    while (at < widths && lowestOf(index) > (buckets[at]?.markUs ?? slowest)) at++;
    const bucket = buckets[at];
    if (bucket) bucket.count += count;
  });
  return buckets;
}
