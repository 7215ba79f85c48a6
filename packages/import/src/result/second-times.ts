/** The times of each second as histograms. What was not written to lately is kept encoded, so memory grows with seconds, not with requests. */

import { findBucket, lowestOf } from '@plimsoll/statistics/bucket-layout';
import { addEncoded, clear, emptyHistogram, encode, record } from '@plimsoll/statistics/histogram';

/** HdrHistogram V2. */
export type Bytes = Uint8Array<ArrayBuffer>;

/** The times of a second without any. */
export const noTimes: Bytes = encode(emptyHistogram());

export interface SecondTimes {
  add(second: number, timeUs: number): void;
  encoded(second: number): Bytes;
}

/** Buckets that are held open, at some 40 bytes each. Then all are encoded: seconds that come back are merged, so rows may come in any order. */
const mostOpenBuckets = 400_000;

export function startSecondTimes(): SecondTimes {
  /** By second, counts by bucket: a whole histogram of each would take 130 kB. */
  const open = new Map<number, Map<number, number>>();
  const closed = new Map<number, Bytes>();
  let openBuckets = 0;
  // One for all seconds: making one takes longer than filling it.
  const histogram = emptyHistogram();
  const closeAll = () => {
    for (const [second, counts] of open) {
      clear(histogram);
      const known = closed.get(second);
      if (known) addEncoded(histogram, known);
      for (const [bucket, count] of counts) record(histogram, lowestOf(bucket), count);
      closed.set(second, encode(histogram));
    }
    open.clear();
    openBuckets = 0;
  };
  return {
    add(second, timeUs) {
      const counts = open.get(second) ?? new Map<number, number>();
      if (counts.size === 0) open.set(second, counts);
      const bucket = findBucket(Math.round(timeUs));
      const count = counts.get(bucket);
      counts.set(bucket, (count ?? 0) + 1);
      if (count === undefined && ++openBuckets >= mostOpenBuckets) closeAll();
    },
    encoded(second) {
      if (open.size > 0) closeAll();
      return closed.get(second) ?? noTimes;
    },
  };
}
