/**
 * An arm made ready for resampling. A replicate draws blocks of units; the percentile of all their values is looked for by asking how many of
 * them lie at or below a bucket, which is one addition a block (`block-counts.ts`), from where the arm's own percentile lies. It
 * reads the same percentile as re-merging every histogram would, much faster.
 */
import { amounts, type RequestCounts } from '@plimsoll/contracts/amounts';
import { type MainMetric, mainAmounts, mainMetrics, rowOfMetric } from '@plimsoll/contracts/compared-metric';
import { highestOf } from '../histogram/bucket-layout.ts';
import { rankOf } from '../histogram/histogram.ts';
import { type BlockCounts, openBlockCounts, sumBlocks } from './block-counts.ts';
import type { RunSeries } from './run-series.ts';

/** Percentiles of response time with the metrics they are, rising. */
export const quantiles = mainMetrics
  .flatMap((metric): [MainMetric, number][] => {
    const { percentile } = rowOfMetric(metric);
    return percentile === null ? [] : [[metric, percentile]];
  })
  .sort(([, a], [, b]) => a - b);

/** One value per compared metric; NaN where nothing was measured. */
export type Figures = Record<MainMetric, number>;

interface RunBlocks {
  readonly units: number;
  /** Units a block. */
  readonly block: number;
  /** By the unit a block starts with; blocks wrap round. */
  readonly finished: Float64Array;
  readonly failed: Float64Array;
  readonly planned: Float64Array;
  readonly dropped: Float64Array;
  readonly seconds: Float64Array;
  readonly values: BlockCounts;
  /** How many of this run's buckets lie at or below each of the arm's. */
  readonly bucketsUpTo: Int32Array;
}

export interface BootstrapArm {
  readonly runs: readonly RunBlocks[];
  /** Occupied buckets of all runs, rising. */
  readonly buckets: Int32Array;
  /** Values of all runs in them, each with those before it. */
  readonly measuredUpTo: Float64Array;
  /** Where each percentile of the arm as it was measured lies, by its place in {@link quantiles}: an index of `buckets`. */
  readonly measuredAt: Int32Array;
  /** Good answers a second that are possible where all failed. 0 elsewhere. */
  readonly unseenGoodput: number;
}

/** Where none was seen, so many may have been there (the rule of three, at 95 %). */
export const mostUnseen = 3;

/** Length of a block in seconds for a run of so many: long enough to keep the correlation of neighbours. */
export function blockSecondsFor(seconds: number): number {
  return Math.max(5, Math.ceil(Math.cbrt(seconds)));
}

/** Numbers that the columns of an arm may hold: 16 MB. */
const mostColumnValues = 2 ** 21;

/** `blockUnits`: of every run; as many as its length asks for where absent. */
export function bootstrapArm(runs: readonly RunSeries[], blockUnits?: number): BootstrapArm {
  const { buckets, measuredUpTo } = gatherBuckets(runs);
  const mostOfRun = mostColumnValues / Math.max(1, runs.length);
  return {
    runs: runs.map((run): RunBlocks => {
      const block = Math.max(1, Math.min(run.units, blockUnits ?? Math.round(blockSecondsFor(run.seconds) / run.unitSeconds)));
      return {
        units: run.units,
        block,
        finished: sumBlocks(run.finished, block),
        failed: sumBlocks(run.failed, block),
        planned: sumBlocks(run.planned, block),
        dropped: sumBlocks(run.dropped, block),
        seconds: sumBlocks(run.lengthSeconds, block),
        values: openBlockCounts(run.times, run.units, block, mostOfRun),
        bucketsUpTo: countBucketsUpTo(run.times.buckets, buckets),
      };
    }),
    buckets,
    measuredUpTo,
    measuredAt: findMeasured(measuredUpTo),
    unseenGoodput: runs.some(hasAny) && !runs.some(hasGood) ? mostUnseen / sumSeconds(runs) : 0,
  };
}

const hasAny = ({ finished }: RunSeries) => finished.some((count) => count > 0);

/** Was anything answered well? */
export function hasGood({ finished, failed }: RunSeries): boolean {
  return finished.some((count, unit) => count !== failed[unit]);
}

function sumSeconds(runs: readonly RunSeries[]): number {
  return runs.reduce((sum, { lengthSeconds }) => lengthSeconds.reduce((all, seconds) => all + seconds, sum), 0);
}

/** The occupied buckets of all runs, and how many values lie in each and those before it. */
function gatherBuckets(runs: readonly RunSeries[]) {
  const highest = runs.reduce((most, { times }) => Math.max(most, times.buckets.at(-1) ?? -1), -1);
  const byBucket = new Float64Array(highest + 1);
  for (const { times } of runs)
    for (let index = 0; index < times.buckets.length; index++) {
      const bucket = times.buckets[index] as number;
      byBucket[bucket] = (byBucket[bucket] as number) + (times.totals[index] as number);
    }
  const buckets: number[] = [];
  for (let bucket = 0; bucket <= highest; bucket++) if ((byBucket[bucket] as number) > 0) buckets.push(bucket);
  let sum = 0;
  const measuredUpTo = Float64Array.from(buckets, (bucket) => {
    sum += byBucket[bucket] as number;
    return sum;
  });
  return { buckets: Int32Array.from(buckets), measuredUpTo };
}

/** Both rising. */
function countBucketsUpTo(own: Int32Array, all: Int32Array): Int32Array {
  let count = 0;
  return all.map((bucket) => {
    while (count < own.length && (own[count] as number) <= bucket) count++;
    return count;
  });
}

function findMeasured(measuredUpTo: Float64Array): Int32Array {
  const total = measuredUpTo.at(-1) ?? 0;
  return Int32Array.from(quantiles, ([, percentile]) => findFirst(measuredUpTo, rankOf(percentile, total)));
}

/** Blocks drawn for one replicate: a run of the arm (it may come twice) and where its blocks start. */
export interface DrawnRun {
  readonly run: number;
  readonly starts: Int32Array;
}

/** As many blocks as fill the run's length. */
function blocksIn(units: number, block: number): number {
  return Math.max(1, Math.round(units / block));
}

/** Blocks that fill the run's length, each anywhere in it, or at one of its first `places`. */
export function drawBlocks(arm: BootstrapArm, run: number, random: () => number, places?: number): DrawnRun {
  const { units, block } = arm.runs[run] as RunBlocks;
  const starts = new Int32Array(blocksIn(units, block));
  for (let i = 0; i < starts.length; i++) starts[i] = Math.floor(random() * Math.max(1, places ?? units));
  return { run, starts };
}

/** Percentiles are missing yet. What failed or was well is all that finished. */
function countFigures(sums: Omit<RequestCounts, 'done'>): Figures {
  const counts = { ...sums, done: sums.finished - sums.failed };
  const figures: Partial<Figures> = {};
  for (const name of mainAmounts) figures[name] = amounts[name].part(counts) / counts[amounts[name].per];
  return figures as Figures;
}

/** The metrics of the drawn blocks, as if all their histograms were merged again. */
export function replicateFigures(arm: BootstrapArm, drawn: readonly DrawnRun[]): Figures {
  let finished = 0;
  let failed = 0;
  let planned = 0;
  let dropped = 0;
  let seconds = 0;
  for (const { run, starts } of drawn) {
    const sums = arm.runs[run] as RunBlocks;
    for (const start of starts) {
      finished += sums.finished[start] as number;
      failed += sums.failed[start] as number;
      planned += sums.planned[start] as number;
      dropped += sums.dropped[start] as number;
      seconds += sums.seconds[start] as number;
    }
  }
  const figures = countFigures({ finished, failed, planned, dropped, seconds });
  figures.goodput = Math.max(figures.goodput, arm.unseenGoodput);
  const last = arm.buckets.length - 1;
  const total = last < 0 ? 0 : countUpTo(arm, drawn, last);
  let least = -1;
  for (let place = 0; place < quantiles.length; place++) {
    const [metric, percentile] = quantiles[place] as (typeof quantiles)[number];
    if (total === 0) figures[metric] = Number.NaN;
    else {
      const index = findRank(arm, drawn, rankOf(percentile, total), least, arm.measuredAt[place] as number);
      figures[metric] = highestOf(arm.buckets[index] as number);
      // The next percentile lies here or further on.
      least = index - 1;
    }
  }
  return figures;
}

/** The metrics of the arm as it was measured: each unit of each run once. */
export function measuredFigures(arm: BootstrapArm): Figures {
  // All blocks that start anywhere hold each unit `block` times.
  const sum = (of: (run: RunBlocks) => Float64Array) =>
    arm.runs.reduce((total, run) => total + of(run).reduce((all, value) => all + value, 0) / run.block, 0);
  const figures = countFigures({
    finished: sum((run) => run.finished),
    failed: sum((run) => run.failed),
    planned: sum((run) => run.planned),
    dropped: sum((run) => run.dropped),
    seconds: sum((run) => run.seconds),
  });
  for (const [place, [metric]] of quantiles.entries())
    figures[metric] = arm.buckets.length === 0 ? Number.NaN : highestOf(arm.buckets[arm.measuredAt[place] as number] as number);
  return figures;
}

/** Values of the drawn blocks in the arm's buckets up to and with `index`. */
function countUpTo(arm: BootstrapArm, drawn: readonly DrawnRun[], index: number): number {
  let sum = 0;
  for (const { run, starts } of drawn) {
    const { values, bucketsUpTo } = arm.runs[run] as RunBlocks;
    const position = bucketsUpTo[index] as number;
    const stretch = values.stretchOf(position);
    const offset = values.offsetOf(position);
    for (let i = 0; i < starts.length; i++) sum += stretch[offset + (starts[i] as number)] as number;
  }
  return sum;
}

/** Steps that follow the arm's own distribution before the rest is halved. */
const mostGuesses = 6;

/**
 * The first index above `least` up to which there are at least `rank` values. Each step goes where that many values more or fewer lie in the
 * arm as it was measured, which blocks drawn from it resemble.
 */
function findRank(arm: BootstrapArm, drawn: readonly DrawnRun[], rank: number, least: number, guess: number): number {
  let below = least;
  let enough = arm.buckets.length - 1;
  let at = guess;
  for (let step = 0; below + 1 < enough; step++) {
    at = Math.min(enough - 1, Math.max(below + 1, step < mostGuesses ? at : (below + enough) >> 1));
    const count = countUpTo(arm, drawn, at);
    const wanted = (arm.measuredUpTo[at] as number) + rank - count;
    if (count >= rank) enough = at;
    else below = at;
    if (step < mostGuesses) at = findFirst(arm.measuredUpTo, wanted);
  }
  return enough;
}

/** The first index of a rising value that is at least `wanted`; the length where none is. */
function findFirst(rising: Float64Array, wanted: number): number {
  let low = 0;
  let high = rising.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((rising[middle] as number) >= wanted) high = middle;
    else low = middle + 1;
  }
  return low;
}
