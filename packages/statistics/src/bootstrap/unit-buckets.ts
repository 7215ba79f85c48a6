/**
 * The buckets of time that the units of a run occupy. They are read in stretches of neighbouring buckets: a search for a percentile
 * needs those around it and no others, so that what was kept of a run is decoded only there.
 */

export interface UnitBuckets {
  /** Occupied buckets, rising. */
  readonly buckets: Int32Array;
  /** Values of all units in each. */
  readonly totals: Float64Array;
  /** The buckets from place `index * stretchBuckets(units)` on, of which there may be none left. It may be made anew at each call. */
  stretchAt(index: number): BucketStretch;
}

export interface BucketStretch {
  /** Values of each unit in all buckets before the stretch. */
  readonly before: Float64Array;
  /** Entries of its i-th bucket stand from `starts[i]` up to `starts[i + 1]`. */
  readonly starts: Int32Array;
  /** By rising unit within a bucket. */
  readonly unit: Int32Array;
  readonly count: Float64Array;
}

/** Numbers in the columns of a stretch, one column a bucket and one number a unit, about: 64 kB. */
export const stretchValues = 2 ** 13;

/** Buckets a stretch. */
export function stretchBuckets(units: number): number {
  return Math.max(1, Math.floor(stretchValues / Math.max(1, units)));
}

/** One begins even behind the last bucket, so that every count of buckets lies in a stretch. */
export function countStretches(buckets: number, units: number): number {
  return Math.floor(buckets / stretchBuckets(units)) + 1;
}

/** Calls for each unit that occupies a bucket, by rising bucket. */
export function eachEntry(times: UnitBuckets, units: number, call: (bucket: number, unit: number, count: number) => void): void {
  const columns = stretchBuckets(units);
  for (let index = 0; index < countStretches(times.buckets.length, units); index++) {
    const buckets = times.buckets.subarray(index * columns, (index + 1) * columns);
    const { starts, unit, count } = times.stretchAt(index);
    for (let i = 0; i < buckets.length; i++) {
      const end = starts[i + 1] as number;
      for (let entry = starts[i] as number; entry < end; entry++) call(buckets[i] as number, unit[entry] as number, count[entry] as number);
    }
  }
}

/** Occupied buckets as triples, in any order; units of a bucket keep theirs. A counting sort. */
export function sortByBucket(
  units: number,
  unitOf: ArrayLike<number>,
  bucketAt: ArrayLike<number>,
  countAt: ArrayLike<number>,
): UnitBuckets {
  let highest = -1;
  for (let i = 0; i < bucketAt.length; i++) highest = Math.max(highest, bucketAt[i] as number);
  const sizes = new Int32Array(highest + 1);
  const values = new Float64Array(highest + 1);
  for (let i = 0; i < bucketAt.length; i++) {
    const bucket = bucketAt[i] as number;
    sizes[bucket] = (sizes[bucket] as number) + 1;
    values[bucket] = (values[bucket] as number) + (countAt[i] as number);
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
  const buckets = Int32Array.from(occupied);
  const totals = Float64Array.from(occupied, (bucket) => values[bucket] as number);
  return inStretches(units, { buckets, totals, starts: Int32Array.from(starts), unit, count });
}

type Sorted = Omit<BucketStretch, 'before'> & Pick<UnitBuckets, 'buckets' | 'totals'>;

function inStretches(units: number, { buckets, totals, starts, unit, count }: Sorted): UnitBuckets {
  const columns = stretchBuckets(units);
  let before: Float64Array[] | undefined;
  return {
    buckets,
    totals,
    stretchAt(index) {
      before ??= countBefore(units, { buckets, totals, starts, unit, count });
      return { before: before[index] as Float64Array, starts: starts.subarray(index * columns, (index + 1) * columns + 1), unit, count };
    },
  };
}

/** Values of each unit in the buckets before each stretch. */
function countBefore(units: number, { buckets, starts, unit, count }: Sorted): Float64Array[] {
  const columns = stretchBuckets(units);
  const soFar = new Float64Array(units);
  const before = [soFar.slice()];
  for (let from = columns; from <= buckets.length; from += columns) {
    const end = starts[from] as number;
    for (let i = starts[from - columns] as number; i < end; i++) {
      const at = unit[i] as number;
      soFar[at] = (soFar[at] as number) + (count[i] as number);
    }
    before.push(soFar.slice());
  }
  return before;
}
