/**
 * How many values of each block of neighbouring units lie at or below a bucket. A column, one number a block, is made for stretches of
 * buckets when a percentile is first looked for there, and kept: replicates of one arm look near the same places again and again.
 */
import { countStretches, stretchBuckets, stretchValues, type UnitBuckets } from './unit-buckets.ts';

export interface BlockCounts {
  /** The columns of the stretch that holds this one: values in the first `position` occupied buckets, by the unit a block starts with. */
  stretchOf(position: number): Float64Array;
  /** Where in its stretch the column begins. */
  offsetOf(position: number): number;
}

/** Sums of each run of `block` neighbouring values, wrapping round, by a sliding window. */
export function sumBlocks(perUnit: Float64Array, block: number): Float64Array {
  const units = perUnit.length;
  const sums = new Float64Array(units);
  let sum = 0;
  for (let unit = 0; unit < block; unit++) sum += perUnit[unit] as number;
  for (let start = 0, end = block % units; start < units; start++) {
    sums[start] = sum;
    sum += (perUnit[end] as number) - (perUnit[start] as number);
    end = end + 1 === units ? 0 : end + 1;
  }
  return sums;
}

/** `mostValues`: numbers in all columns that are kept; beyond them all are made anew, so that a long tail does not fill the memory. */
export function openBlockCounts(times: UnitBuckets, units: number, block: number, mostValues: number): BlockCounts {
  const columns = stretchBuckets(units);
  const all = countStretches(times.buckets.length, units);
  const mostStretches = Math.max(8, Math.floor(mostValues / stretchValues));
  let stretches: (Float64Array | undefined)[] = Array(all);
  let kept = 0;

  const make = (index: number): Float64Array => {
    const { before, starts, unit, count } = times.stretchAt(index);
    const buckets = Math.min(columns - 1, times.buckets.length - index * columns);
    const stretch = new Float64Array((buckets + 1) * units);
    stretch.set(sumBlocks(before, block));
    for (let bucket = 0; bucket < buckets; bucket++) {
      const column = (bucket + 1) * units;
      stretch.copyWithin(column, column - units, column);
      const end = starts[bucket + 1] as number;
      for (let i = starts[bucket] as number; i < end; i++) {
        const values = count[i] as number;
        // The blocks that hold the unit begin up to a block before it.
        let at = (unit[i] as number) - block + 1;
        if (at < 0) at += units;
        for (let left = block; left > 0; left--) {
          stretch[column + at] = (stretch[column + at] as number) + values;
          at = at + 1 === units ? 0 : at + 1;
        }
      }
    }
    return stretch;
  };
  return {
    stretchOf(position) {
      const index = Math.floor(position / columns);
      const known = stretches[index];
      if (known) return known;
      if (++kept > mostStretches) {
        stretches = Array(all);
        kept = 1;
      }
      const made = make(index);
      stretches[index] = made;
      return made;
    },
    offsetOf: (position) => (position % columns) * units,
  };
}
