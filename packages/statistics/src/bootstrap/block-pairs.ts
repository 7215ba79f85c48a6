/**
 * Two arms whose runs were made at once, or in turns of some seconds, cut into pairs of blocks: the same seconds of both. What disturbs one disturbs
 * the other, and cancels in the ratio of a pair.
 */
import { lowestOf, widthOf } from '../histogram/bucket-layout.ts';
import { type BootstrapArm, bootstrapArm } from './bootstrap-arm.ts';
import type { RunSeries } from './run-series.ts';
import { eachEntry, sortByBucket } from './unit-buckets.ts';

/** Both sides, a unit a block, the blocks of all runs one after the other. */
export interface BlockPairs {
  readonly base: RunSeries;
  readonly candidate: RunSeries;
  /** How many of the blocks are of each pair of runs. */
  readonly ofRuns: readonly number[];
}

/** A block that is measured for less of its time is left out: the end of a run, or its first seconds after a warm-up. */
const leastCovered = 0.9;

/** `seconds` a block, or the least more that is whole units, and whole turns, of all runs. Runs are paired by their order. */
export function cutBlockPairs(base: readonly RunSeries[], candidate: readonly RunSeries[], seconds: number): BlockPairs {
  const rounds = Math.min(base.length, candidate.length);
  const runs = [...base.slice(0, rounds), ...candidate.slice(0, rounds)];
  const unit = runs.reduce(
    (common, { unitSeconds, turns }) => leastCommonMultiple(leastCommonMultiple(common, unitSeconds), turns?.blockSeconds ?? 1),
    1,
  );
  const blockSeconds = Math.ceil(seconds / unit) * unit;
  const [b, c] = [openBlocks(blockSeconds), openBlocks(blockSeconds)];
  const ofRuns = Array.from({ length: rounds }, (_, round) => {
    const [left, right] = [base[round] as RunSeries, candidate[round] as RunSeries];
    const [inBase, inCandidate] = [wholeBlocks(left, blockSeconds), wholeBlocks(right, blockSeconds)];
    const shared = [...inBase].filter((block) => inCandidate.has(block)).sort((x, y) => x - y);
    const places = new Map(shared.map((block, place) => [block, place]));
    b.add(left, places);
    c.add(right, places);
    return shared.length;
  });
  return { base: b.series(), candidate: c.series(), ofRuns };
}

function leastCommonMultiple(a: number, b: number): number {
  let [x, y] = [a, b];
  while (y > 0) [x, y] = [y, x % y];
  return (a / x) * b;
}

/** Blocks are counted from the end of the warm-up where the load took turns. */
function blockAt({ turns }: RunSeries, second: number, blockSeconds: number): number {
  return Math.floor((second - (turns?.warmupSeconds ?? 0)) / blockSeconds);
}

function wholeBlocks(run: RunSeries, blockSeconds: number): Set<number> {
  const { fromSecond, lengthSeconds, coveredSeconds = lengthSeconds, turns } = run;
  // The burn-in of a turn is no part of it.
  const measured = turns ? 1 - turns.burnInSeconds / turns.blockSeconds : 1;
  const covered = new Map<number, number>();
  for (const [unit, second] of fromSecond.entries()) {
    const block = blockAt(run, second, blockSeconds);
    covered.set(block, (covered.get(block) ?? 0) + (coveredSeconds[unit] as number));
  }
  return new Set([...covered].flatMap(([block, seconds]) => (seconds >= leastCovered * measured * blockSeconds ? [block] : [])));
}

const counted = ['finished', 'failed', 'planned', 'dropped', 'lengthSeconds'] as const;

function openBlocks(blockSeconds: number) {
  const sums = Object.fromEntries(counted.map((name) => [name, [] as number[]])) as Record<(typeof counted)[number], number[]>;
  const [blockOf, bucketAt, countAt]: [number[], number[], number[]] = [[], [], []];
  let blocks = 0;
  return {
    /** `places`: of the blocks that are taken. */
    add(run: RunSeries, places: ReadonlyMap<number, number>) {
      for (const name of counted) for (let i = 0; i < places.size; i++) sums[name].push(0);
      const placeOf = Int32Array.from(run.fromSecond, (second) => {
        const place = places.get(blockAt(run, second, blockSeconds));
        return place === undefined ? -1 : blocks + place;
      });
      for (const [unit, place] of placeOf.entries())
        if (place >= 0) for (const name of counted) sums[name][place] = (sums[name][place] as number) + (run[name][unit] as number);
      eachEntry(run.times, run.units, (bucket, unit, count) => {
        const place = placeOf[unit] as number;
        if (place < 0) return;
        blockOf.push(place);
        bucketAt.push(bucket);
        countAt.push(count);
      });
      blocks += places.size;
    },
    series(): RunSeries {
      const [finished, failed, planned, dropped, lengthSeconds] = counted.map((name) => Float64Array.from(sums[name])) as [
        Float64Array,
        Float64Array,
        Float64Array,
        Float64Array,
        Float64Array,
      ];
      const fromSecond = Float64Array.from({ length: blocks }, (_, block) => block * blockSeconds);
      const times = sortByBucket(blocks, blockOf, bucketAt, countAt);
      const whole = { seconds: blocks * blockSeconds, unitSeconds: blockSeconds, units: blocks };
      return { ...whole, fromSecond, finished, failed, planned, dropped, lengthSeconds, times };
    },
  };
}

/** Both sides ready to be drawn again, block by block. */
export interface PairedArms {
  readonly base: BootstrapArm;
  readonly candidate: BootstrapArm;
}

export function pairedArms({ base, candidate }: BlockPairs): PairedArms {
  return { base: bootstrapArm([base], 1), candidate: bootstrapArm([candidate], 1) };
}

/** A percentile of each block, told more finely than by buckets: as if a bucket's values lay evenly in it. NaN where a block has none. */
export function blockPercentiles({ runs: [blocks], buckets }: BootstrapArm, percentile: number): Float64Array {
  if (!blocks) return new Float64Array();
  const upTo = (block: number, position: number) => blocks.values.stretchOf(position)[blocks.values.offsetOf(position) + block] as number;
  return Float64Array.from({ length: blocks.units }, (_, block) => {
    const rank = (percentile / 100) * upTo(block, buckets.length);
    if (rank === 0) return Number.NaN;
    let [below, enough] = [0, buckets.length];
    while (below + 1 < enough) {
      const middle = (below + enough) >> 1;
      if (upTo(block, middle) >= rank) enough = middle;
      else below = middle;
    }
    const bucket = buckets[enough - 1] as number;
    const before = upTo(block, enough - 1);
    return lowestOf(bucket) + (widthOf(bucket) * (rank - before)) / (upTo(block, enough) - before);
  });
}
