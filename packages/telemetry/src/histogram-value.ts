/**
 * Times of ours as histograms of OTLP, in ms. No count is lost or made: each bucket of ours goes whole into one of theirs, which moves a time by less
 * than the width of a bucket of ours, 0.1 %.
 */

import { highestOf, lowestOf, middleOf } from '@plimsoll/statistics/bucket-layout';
import { eachBucket, type Histogram } from '@plimsoll/statistics/histogram';

/** Upper bounds in ms, inclusive. Those of the SDKs, and so of k6, are among them; below 5 ms there are more, since targets answer in less. */
export const explicitBounds = [
  0.1, 0.25, 0.5, 1, 2.5, 5, 10, 25, 50, 75, 100, 250, 500, 750, 1000, 2500, 5000, 7500, 10_000, 30_000, 60_000,
] as const;

interface Common {
  readonly count: number;
  readonly sum: number;
  readonly min: number;
  readonly max: number;
}

export interface ExplicitValue extends Common {
  readonly buckets: { boundaries: number[]; counts: number[] };
}

/** `positive`: bucket `offset + i` holds times in (b^(offset+i), b^(offset+i+1)] with b = 2^(2^−scale). */
export interface ExponentialValue extends Common {
  readonly scale: number;
  readonly zeroCount: number;
  readonly positive: { offset: number; bucketCounts: number[] };
  readonly negative: { offset: number; bucketCounts: number[] };
}

/** At least one time is recorded. */
function commonOf(histogram: Histogram): Common {
  let sumUs = 0;
  let lowest = -1;
  eachBucket(histogram, (index, count) => {
    if (lowest < 0) lowest = index;
    sumUs += middleOf(index) * count;
  });
  return { count: histogram.total, sum: sumUs / 1000, min: lowestOf(lowest) / 1000, max: highestOf(histogram.used - 1) / 1000 };
}

export function explicitValue(histogram: Histogram): ExplicitValue {
  const counts = new Array<number>(explicitBounds.length + 1).fill(0);
  eachBucket(histogram, (index, count) => {
    const ms = middleOf(index) / 1000;
    const place = explicitBounds.findIndex((bound) => ms <= bound);
    const at = place < 0 ? explicitBounds.length : place;
    counts[at] = (counts[at] as number) + count;
  });
  return { ...commonOf(histogram), buckets: { boundaries: [...explicitBounds], counts } };
}

/** The most buckets of an exponential histogram, as the SDKs have it. */
const mostBuckets = 160;
/** Finer would be finer than what was recorded. */
const finestScale = 9;

/** As fine as {@link mostBuckets} allow. A wider range of times makes it coarser, which the format allows from one export to the next. */
export function exponentialValue(histogram: Histogram): ExponentialValue {
  const common = commonOf(histogram);
  let zeroCount = 0;
  const placed: [finest: number, count: number][] = [];
  eachBucket(histogram, (index, count) => {
    const us = middleOf(index);
    if (us === 0) zeroCount += count;
    else placed.push([Math.ceil(Math.log2(us / 1000) * 2 ** finestScale) - 1, count]);
  });
  const first = placed[0]?.[0] ?? 0;
  const last = placed.at(-1)?.[0] ?? 0;
  let coarser = 0;
  while ((last >> coarser) - (first >> coarser) >= mostBuckets) coarser++;
  const offset = first >> coarser;
  const bucketCounts = new Array<number>(placed.length === 0 ? 0 : (last >> coarser) - offset + 1).fill(0);
  for (const [index, count] of placed) {
    const at = (index >> coarser) - offset;
    bucketCounts[at] = (bucketCounts[at] as number) + count;
  }
  const negative = { offset: 0, bucketCounts: [] };
  return { ...common, scale: finestScale - coarser, zeroCount, positive: { offset, bucketCounts }, negative };
}
