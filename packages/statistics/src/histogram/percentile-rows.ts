/** A histogram as a percentile table: percentile, count, latency. */
import type { Latency } from '@plimsoll/contracts/latency';
import { findBucket } from './bucket-layout.ts';
import { eachBucket, type Histogram, valuesAt } from './histogram.ts';

/**
 * One row for each of `percentiles`, given in rising order. `count`: how many values lie at or below `us`, as HdrHistogram's iterator by
 * percentiles counts them; with many equal values that is more than the percentile's share. No rows of an empty histogram.
 */
export function percentileRows(histogram: Histogram, percentiles: readonly number[]): Latency['percentiles'] {
  if (histogram.total === 0) return [];
  const buckets: { index: number; upTo: number }[] = [];
  let upTo = 0;
  eachBucket(histogram, (index, count) => {
    upTo += count;
    buckets.push({ index, upTo });
  });
  let at = 0;
  return valuesAt(histogram, percentiles).map((value, row) => {
    const us = value as number;
    const bucket = findBucket(us);
    while ((buckets[at]?.index ?? bucket) < bucket) at++;
    return { percentile: percentiles[row] as number, count: buckets[at]?.upTo ?? histogram.total, us };
  });
}
