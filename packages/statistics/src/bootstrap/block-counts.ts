/**
 * How many values of each block of neighbouring units lie at or below a bucket. A column, one number a block, is made for stretches of
 * buckets when a percentile is first looked for there, and kept: replicates of one arm look near the same places again and again.
 */
import type { UnitBuckets } from './unit-buckets.ts';

export interface BlockCounts {
  /** The columns of the stretch that holds this one: values in the first `position` occupied buckets, by the unit a block starts with. */
  stretchOf(position: number): Float64Array;
  /** Where in its stretch the column begins. */
  offsetOf(position: number): number;
}

/** Numbers in the columns of a stretch, about: 64 kB. */
const stretchValues = 2 ** 13;

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
  const { buckets, starts, unit, count } = times;
  const columns = Math.max(1, Math.floor(stretchValues / Math.max(1, units)));
  const mostStretches = Math.max(8, Math.floor(mostValues / stretchValues));
  const before = countBefore(times, units, columns);
  let stretches: (Float64Array | undefined)[] = Array(before.length);
  let kept = 0;

  const make = (index: number): Float64Array => {
    const from = index * columns;
    const to = Math.min(buckets.length, from + columns - 1);
    const stretch = new Float64Array((to - from + 1) * units);
    stretch.set(sumBlocks(before[index] as Float64Array, block));
    for (let bucket = from; bucket < to; bucket++) {
      const column = (bucket - from + 1) * units;
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
        stretches = Array(before.length);
        kept = 1;
      }
      const made = make(index);
      stretches[index] = made;
      return made;
    },
    offsetOf: (position) => (position % columns) * units,
  };
}

/** Values of each unit in the buckets before each stretch. */
function countBefore({ buckets, starts, unit, count }: UnitBuckets, units: number, columns: number): Float64Array[] {
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
