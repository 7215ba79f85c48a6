/**
 * Counts of times in µs in the bucket layout of HdrHistogram (1 µs, 3 significant digits), mergeable without loss.
 * Percentiles follow HDR semantics: the highest value equivalent to the one that the given share of values do not exceed.
 */
import { shownPercentiles } from '@plimsoll/contracts/percentiles';
import { makeTimes, type Times } from '@plimsoll/contracts/sample';
import { bucketsFor, findBucket, highestOf, lowestOf, middleOf } from './bucket-layout.ts';
import { addBuckets, encodeBuckets, growCounts } from './histogram-codec.ts';

export { HistogramFormatError } from './histogram-codec.ts';

/** 60 s, the least range a sample's histograms have. */
const defaultHighestUs = 60_000_000;

export interface Histogram {
  /** Values per bucket; grows when a value beyond its range comes. */
  counts: Float64Array;
  /** One past the highest bucket that holds anything: what readers need to look at. */
  used: number;
  total: number;
}

export function emptyHistogram(highestUs = defaultHighestUs): Histogram {
  return { counts: new Float64Array(bucketsFor(highestUs)), used: 0, total: 0 };
}

function addToBucket(histogram: Histogram, index: number, count: number): void {
  if (index >= histogram.counts.length) histogram.counts = growCounts(histogram.counts, index);
  histogram.counts[index] = (histogram.counts[index] as number) + count;
  histogram.total += count;
  if (index >= histogram.used) histogram.used = index + 1;
}

/** Empties a histogram for reuse: zeroing what was used is cheaper than a new array of 17 000 buckets. */
export function clear(histogram: Histogram): void {
  histogram.counts.fill(0, 0, histogram.used);
  histogram.used = 0;
  histogram.total = 0;
}

/** Calls `visit` for each bucket that is not empty, by rising index. */
export function eachBucket(histogram: Histogram, visit: (index: number, count: number) => void): void {
  const { counts, used } = histogram;
  for (let index = 0; index < used; index++) {
    const count = counts[index] as number;
    if (count > 0) visit(index, count);
  }
}

/** Records `count` values of `valueUs`. */
export function record(histogram: Histogram, valueUs: number, count = 1): void {
  addToBucket(histogram, findBucket(valueUs), count);
}

/** Adds the counts of V2 bytes (compressed or not; none = empty) to `into`. */
export function addEncoded(into: Histogram, bytes: Uint8Array): void {
  addBuckets(into, bytes);
}

export function addHistogram(into: Histogram, other: Histogram): void {
  eachBucket(other, (index, count) => addToBucket(into, index, count));
}

/** The histogram of V2 bytes. Throws {@link HistogramFormatError} on anything else. */
export function decode(bytes: Uint8Array): Histogram {
  const histogram = emptyHistogram();
  addEncoded(histogram, bytes);
  return histogram;
}

/** One histogram of all values of several, given as bytes or as histograms. */
export function merge(parts: Iterable<Uint8Array | Histogram>): Histogram {
  const whole = emptyHistogram();
  for (const part of parts) {
    if (part instanceof Uint8Array) addEncoded(whole, part);
    else addHistogram(whole, part);
  }
  return whole;
}

/** HdrHistogram V2 bytes, readable by every HdrHistogram implementation; compressed unless they are few. */
export function encode(histogram: Histogram): Uint8Array<ArrayBuffer> {
  return encodeBuckets(histogram.counts.subarray(0, histogram.used), highestOf(histogram.counts.length - 1));
}

/** How many of `total` values lie at or below a percentile: at least 1, rounded up but not by floating-point dust. */
export function rankOf(percentile: number, total: number): number {
  const exact = (Math.min(percentile, 100) / 100) * total;
  return Math.max(1, Math.ceil(exact - exact * 4 * Number.EPSILON));
}

/** Values in µs at percentiles given in rising order; null each when nothing was recorded. One pass. */
export function valuesAt(histogram: Histogram, percentiles: readonly number[]): (number | null)[] {
  const { counts, used, total } = histogram;
  if (total === 0) return percentiles.map(() => null);
  let index = -1;
  let seen = 0;
  return percentiles.map((percentile) => {
    const rank = rankOf(percentile, total);
    while (seen < rank && index < used - 1) seen += counts[++index] as number;
    return percentile === 0 ? lowestOf(index) : highestOf(index);
  });
}

export function valueAt(histogram: Histogram, percentile: number): number | null {
  return valuesAt(histogram, [percentile])[0] ?? null;
}

/** Mean in µs from the middles of the buckets, as HdrHistogram has it; null when nothing was recorded. */
export function computeMean(histogram: Histogram): number | null {
  if (histogram.total === 0) return null;
  let sum = 0;
  eachBucket(histogram, (index, count) => {
    sum += count * middleOf(index);
  });
  return sum / histogram.total;
}

/** Standard deviation in µs of all values, from the middles of the buckets, as HdrHistogram has it; null when nothing was recorded. */
function computeStandardDeviation(histogram: Histogram, mean = computeMean(histogram)): number | null {
  if (mean === null) return null;
  let sum = 0;
  eachBucket(histogram, (index, count) => {
    sum += count * (middleOf(index) - mean) ** 2;
  });
  return Math.sqrt(sum / histogram.total);
}

/** The figures of a histogram that are shown; every figure null when nothing was recorded. */
export function summarizeTimes(histogram: Histogram): Times {
  const meanUs = computeMean(histogram);
  const values = valuesAt(histogram, shownPercentiles);
  const known = { count: histogram.total, meanUs, stddevUs: computeStandardDeviation(histogram, meanUs) };
  return makeTimes(known, (percentile) => values[shownPercentiles.indexOf(percentile)] ?? null);
}
