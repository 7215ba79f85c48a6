/**
 * An arm made ready for resampling: per run, sums of every block of units over a coarse grid of cells, and per cell the exact
 * buckets. A replicate adds up the coarse rows of its blocks (a few thousand additions), finds the cell a percentile lies in and
 * only there counts exact buckets, so it reads the same percentile as re-merging every histogram would, much faster.
 */
import { type ComparedMetric, comparedMetrics, rowOfMetric } from '@plimsoll/contracts/compared-metric';
import { highestOf } from '../histogram/bucket-layout.ts';
import { rankOf } from '../histogram/histogram.ts';
import { gatherCells, sortEntriesByBucket, sumBlockRows } from './bootstrap-entries.ts';
import type { RunSeries } from './run-series.ts';

/** Percentiles of response time with the metrics they are, rising. */
export const quantiles = comparedMetrics
  .flatMap((metric): [ComparedMetric, number][] => {
    const { percentile } = rowOfMetric(metric);
    return percentile === null ? [] : [[metric, percentile]];
  })
  .sort(([, a], [, b]) => a - b);

/** One value per compared metric; NaN where nothing was measured. */
export type Figures = Record<ComparedMetric, number>;

const scalars = 3;

interface RunRows {
  readonly units: number;
  /** First of this run's units in the arm. */
  readonly offset: number;
  /** Units a block. */
  readonly block: number;
  /** One row per block start (blocks wrap round): summed cells, then finished, failed, seconds. */
  readonly rows: Float64Array;
}

export interface BootstrapArm {
  readonly runs: readonly RunRows[];
  readonly cells: number;
  /** Occupied buckets by rising value; `cellStart[c]` is the first of cell c. */
  readonly buckets: Int32Array;
  readonly cellStart: Int32Array;
  /** Units that have a bucket, and how often: those of bucket i from `entryStart[i]` up to `entryStart[i + 1]`. */
  readonly entryStart: Int32Array;
  readonly entryUnit: Int32Array;
  readonly entryCount: Float64Array;
  /** Scratch: how often each unit was drawn, and the summed cells. */
  readonly weights: Float64Array;
  readonly sums: Float64Array;
}

/** Length of a block in seconds for a run of so many: long enough to keep the correlation of neighbours. */
export function blockSecondsFor(seconds: number): number {
  return Math.max(5, Math.ceil(Math.cbrt(seconds)));
}

export function bootstrapArm(runs: readonly RunSeries[]): BootstrapArm {
  const entries = sortEntriesByBucket(runs);
  const blockOf = (run: RunSeries) => Math.max(1, Math.min(run.units, Math.round(blockSecondsFor(run.seconds) / run.unitSeconds)));
  const rowsAdded = runs.reduce((sum, run) => sum + blocksIn(run.units, blockOf(run)), 0);
  const { cellStart, cellOf } = gatherCells(entries.entryStart, rowsAdded);
  const cells = cellStart.length - 1;
  const width = cells + scalars;
  let offset = 0;
  const rows = runs.map((run): RunRows => {
    const perUnit = new Float64Array(run.units * width);
    for (let unit = 0; unit < run.units; unit++) {
      const at = unit * width + cells;
      perUnit[at] = run.finished[unit] as number;
      perUnit[at + 1] = run.failed[unit] as number;
      perUnit[at + 2] = run.lengthSeconds[unit] as number;
    }
    for (let i = 0; i < run.unitOf.length; i++) {
      const at = (run.unitOf[i] as number) * width + (cellOf[entries.indexOf[run.bucketAt[i] as number] as number] as number);
      perUnit[at] = (perUnit[at] as number) + (run.countAt[i] as number);
    }
    const block = blockOf(run);
    const made = { units: run.units, offset, block, rows: sumBlockRows(perUnit, run.units, width, block) };
    offset += run.units;
    return made;
  });
  const { buckets, entryStart, entryUnit, entryCount } = entries;
  return {
    runs: rows,
    cells,
    buckets,
    cellStart,
    entryStart,
    entryUnit,
    entryCount,
    weights: new Float64Array(offset),
    sums: new Float64Array(width),
  };
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
  const { units, block } = arm.runs[run] as RunRows;
  const starts = new Int32Array(blocksIn(units, block));
  for (let i = 0; i < starts.length; i++) starts[i] = Math.floor(random() * Math.max(1, places ?? units));
  return { run, starts };
}

/** The metrics of the drawn blocks, as if all their histograms were merged again. */
export function replicateFigures(arm: BootstrapArm, drawn: readonly DrawnRun[]): Figures {
  const { weights, sums, cells } = arm;
  const width = cells + scalars;
  weights.fill(0);
  sums.fill(0);
  for (const { run, starts } of drawn) {
    const { rows, units, offset, block } = arm.runs[run] as RunRows;
    for (const start of starts) {
      const at = start * width;
      for (let column = 0; column < width; column++) sums[column] = (sums[column] as number) + (rows[at + column] as number);
      for (let i = 0, unit = start; i < block; i++, unit++) {
        const index = offset + (unit >= units ? unit - units : unit);
        weights[index] = (weights[index] as number) + 1;
      }
    }
  }
  return readFigures(arm);
}

/** The metrics of the arm as it was measured: each unit of each run once. */
export function measuredFigures(arm: BootstrapArm): Figures {
  const { weights, sums, cells } = arm;
  const width = cells + scalars;
  weights.fill(1);
  sums.fill(0);
  for (const { rows, units, block } of arm.runs) {
    // All blocks that start anywhere hold each unit `block` times.
    for (let column = 0; column < width; column++) {
      let sum = 0;
      for (let start = 0; start < units; start++) sum += rows[start * width + column] as number;
      sums[column] = (sums[column] as number) + sum / block;
    }
  }
  return readFigures(arm);
}

function readFigures(arm: BootstrapArm): Figures {
  const { sums, cells } = arm;
  const finished = sums[cells] as number;
  const failed = sums[cells + 1] as number;
  const seconds = sums[cells + 2] as number;
  const figures = { throughput: finished / seconds, errorRate: failed / finished } as Figures;
  let total = 0;
  for (let cell = 0; cell < cells; cell++) total += sums[cell] as number;
  let cell = -1;
  let before = 0;
  let seen = 0;
  for (const [metric, percentile] of quantiles) {
    if (total === 0) {
      figures[metric] = Number.NaN;
      continue;
    }
    const rank = rankOf(percentile, total);
    while (seen < rank && cell < cells - 1) {
      before = seen;
      seen += sums[++cell] as number;
    }
    figures[metric] = highestOf(bucketAtRank(arm, cell, rank - before));
  }
  return figures;
}

/** The bucket of a cell that holds the value of this rank within it, under the replicate's weights. */
function bucketAtRank(arm: BootstrapArm, cell: number, rank: number): number {
  const { buckets, cellStart, entryStart, entryUnit, entryCount, weights } = arm;
  const last = (cellStart[cell + 1] as number) - 1;
  let seen = 0;
  for (let index = cellStart[cell] as number; index < last; index++) {
    const end = entryStart[index + 1] as number;
    for (let i = entryStart[index] as number; i < end; i++) seen += (weights[entryUnit[i] as number] as number) * (entryCount[i] as number);
    if (seen >= rank) return buckets[index] as number;
  }
  return buckets[last] as number;
}
