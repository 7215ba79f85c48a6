/** Is a change one that goes away? A service that was just started is slow until its code is compiled and its caches are full. */
import { normalTail } from './normal-tail.ts';
import { type Interval, signedRank } from './signed-rank.ts';

export interface WarmUp {
  /** The middle of the first third of the pairs, and of the last. */
  readonly early: number;
  readonly late: number;
  /** Of the last third, at 95 %. */
  readonly lateInterval: Interval;
}

const fewest = 18;
/** A trend that chance makes less often counts. */
const chance = 0.001;

/** Pairs in their order. Null unless they have a trend (Mann 1945, Kendall 1938) whose end is nearer to no change than its beginning. */
export function findWarmUp(ofBlocks: Float64Array): WarmUp | null {
  const values = ofBlocks.filter(Number.isFinite);
  const n = values.length;
  if (n < fewest) return null;
  let rising = 0;
  for (let i = 1; i < n; i++) for (let j = 0; j < i; j++) rising += Math.sign((values[i] as number) - (values[j] as number));
  const z = Math.abs(rising) / Math.sqrt((n * (n - 1) * (2 * n + 5)) / 18);
  if (2 * normalTail(z) >= chance) return null;
  const third = Math.floor(n / 3);
  const early = signedRank(values.subarray(0, third)).middle;
  const { middle: late, reach } = signedRank(values.subarray(n - third));
  const lateInterval = reach(0.05);
  return lateInterval === null || Math.abs(late) >= Math.abs(early) ? null : { early, late, lateInterval };
}

/** The mean course of pairs of runs before each of which both sides were started anew: where one start was slower is no trend. */
export function meanCourse(ofBlocks: Float64Array, blocksOfRuns: readonly number[]): Float64Array {
  const length = blocksOfRuns.reduce((least, blocks) => Math.min(least, blocks), ofBlocks.length);
  const course = new Float64Array(length);
  let from = 0;
  for (const blocks of blocksOfRuns) {
    for (let at = 0; at < length; at++) course[at] = (course[at] as number) + (ofBlocks[from + at] as number) / blocksOfRuns.length;
    from += blocks;
  }
  return course;
}
