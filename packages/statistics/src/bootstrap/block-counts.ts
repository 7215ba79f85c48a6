/**
 * How many values of each block of neighbouring units lie at or below a bucket. A column, one number a block, is made for the buckets
 * that a percentile is looked for at, and kept: replicates of one arm look near the same places again and again.
 */
import type { UnitBuckets } from './unit-buckets.ts';

export interface BlockCounts {
  /** Values in the first `buckets` occupied buckets, by the unit a block starts with; blocks wrap round. */
  upTo(buckets: number): Float64Array;
}

/** From each of so many places on, spread over the buckets, units are counted once for all columns. */
const mostMarks = 64;

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

/** `mostKept`: columns; beyond them all are made anew, so that a long tail does not fill the memory. */
export function openBlockCounts(
  { buckets, starts, unit, count }: UnitBuckets,
  units: number,
  block: number,
  mostKept: number,
): BlockCounts {
  const markEvery = Math.max(1, Math.ceil(buckets.length / mostMarks));
  const marks: Float64Array[] = [new Float64Array(units)];
  const add = (perUnit: Float64Array, from: number, to: number) => {
    const end = starts[to] as number;
    for (let i = starts[from] as number; i < end; i++) {
      const at = unit[i] as number;
      perUnit[at] = (perUnit[at] as number) + (count[i] as number);
    }
    return perUnit;
  };
  for (let from = 0; from + markEvery <= buckets.length; from += markEvery)
    marks.push(add((marks.at(-1) as Float64Array).slice(), from, from + markEvery));
  let columns: (Float64Array | undefined)[] = Array(buckets.length + 1);
  let kept = 0;
  return {
    upTo(position) {
      const known = columns[position];
      if (known) return known;
      const mark = Math.floor(position / markEvery);
      const column = sumBlocks(add((marks[mark] as Float64Array).slice(), mark * markEvery, position), block);
      if (++kept > mostKept) {
        columns = Array(buckets.length + 1);
        kept = 1;
      }
      columns[position] = column;
      return column;
    },
  };
}
