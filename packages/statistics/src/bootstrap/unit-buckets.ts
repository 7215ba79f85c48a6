/** Which buckets of time the units of a run occupy, bucket by bucket: how a percentile is looked for, and how it is kept. */

export interface UnitBuckets {
  /** Occupied buckets, rising. */
  readonly buckets: Int32Array;
  /** Entries of `buckets[i]` stand from `starts[i]` up to `starts[i + 1]`. */
  readonly starts: Int32Array;
  /** By rising unit within a bucket. */
  readonly unit: Int32Array;
  readonly count: Float64Array;
}

/** Occupied buckets as triples, in any order; units of a bucket keep theirs. A counting sort. */
export function sortByBucket(unitOf: ArrayLike<number>, bucketAt: ArrayLike<number>, countAt: ArrayLike<number>): UnitBuckets {
  let highest = -1;
  for (let i = 0; i < bucketAt.length; i++) highest = Math.max(highest, bucketAt[i] as number);
  const sizes = new Int32Array(highest + 1);
  for (let i = 0; i < bucketAt.length; i++) {
    const bucket = bucketAt[i] as number;
    sizes[bucket] = (sizes[bucket] as number) + 1;
  }
  const next = new Int32Array(highest + 1);
  const occupied: number[] = [];
  const starts = [0];
  let all = 0;
  for (let bucket = 0; bucket <= highest; bucket++) {
    const size = sizes[bucket] as number;
    if (size === 0) continue;
    next[bucket] = all;
    all += size;
    occupied.push(bucket);
    starts.push(all);
  }
  const unit = new Int32Array(all);
  const count = new Float64Array(all);
  for (let i = 0; i < bucketAt.length; i++) {
    const bucket = bucketAt[i] as number;
    const at = next[bucket] as number;
    next[bucket] = at + 1;
    unit[at] = unitOf[i] as number;
    count[at] = countAt[i] as number;
  }
  return { buckets: Int32Array.from(occupied), starts: Int32Array.from(starts), unit, count };
}
