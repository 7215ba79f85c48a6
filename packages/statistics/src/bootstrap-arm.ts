/**
 * An arm made ready for resampling: per run, sums of every block of units over a coarse grid of cells, and per cell the exact
 * buckets. A replicate adds up the coarse rows of its blocks (a few thousand additions), finds the cell a percentile lies in and
 * only there counts exact buckets, so it reads the same percentile as re-merging every histogram would, much faster.
 */
import type { ComparedMetric } from '@plimsoll/contracts/comparison';
import { highestOf } from './bucket-layout.ts';
import { rankOf } from './histogram.ts';
import type { RunSeries } from './run-series.ts';

export const quantiles = [
  ['p50', 50],
  ['p90', 90],
  ['p95', 95],
  ['p99', 99],
  ['p999', 99.9],
] as const satisfies readonly (readonly [ComparedMetric, number])[];

/** One value per compared metric; NaN where nothing was measured. */
export type Figures = Record<ComparedMetric, number>;

const mostCells = 256;
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
  /** Bucket numbers, and their counts per unit, by cell. */
  readonly cellBuckets: readonly Int32Array[];
  readonly cellEntries: readonly { readonly unit: Int32Array; readonly slot: Int32Array; readonly count: Float64Array }[];
  readonly weights: Float64Array;
  readonly sums: Float64Array;
}

/** Length of a block in seconds for a run of so many: long enough to keep the correlation of neighbours. */
export function blockSecondsFor(seconds: number): number {
  return Math.max(5, Math.ceil(Math.cbrt(seconds)));
}

export function bootstrapArm(runs: readonly RunSeries[]): BootstrapArm {
  const { cellOf, slotOf, cellBuckets } = cellsOf(runs);
  const cells = cellBuckets.length;
  const sizes = new Int32Array(cells);
  for (const run of runs) for (const bucket of run.bucketAt) (sizes[cellOf[bucket] as number] as number)++;
  const cellEntries = Array.from(sizes, (size) => ({
    unit: new Int32Array(size),
    slot: new Int32Array(size),
    count: new Float64Array(size),
  }));
  const filled = new Int32Array(cells);
  let offset = 0;
  const rows = runs.map((run) => {
    const width = cells + scalars;
    const perUnit = new Float64Array(run.units * width);
    for (let unit = 0; unit < run.units; unit++) {
      const at = unit * width + cells;
      perUnit[at] = run.finished[unit] as number;
      perUnit[at + 1] = run.failed[unit] as number;
      perUnit[at + 2] = run.lengthSeconds[unit] as number;
    }
    for (let i = 0; i < run.unitOf.length; i++) {
      const unit = run.unitOf[i] as number;
      const bucket = run.bucketAt[i] as number;
      const count = run.countAt[i] as number;
      const cell = cellOf[bucket] as number;
      const entries = cellEntries[cell] as (typeof cellEntries)[number];
      const at = filled[cell] as number;
      filled[cell] = at + 1;
      entries.unit[at] = offset + unit;
      entries.slot[at] = slotOf[bucket] as number;
      entries.count[at] = count;
      perUnit[unit * width + cell] = (perUnit[unit * width + cell] as number) + count;
    }
    const block = Math.max(1, Math.min(run.units, Math.round(blockSecondsFor(run.seconds) / run.unitSeconds)));
    const made = { units: run.units, offset, block, rows: blockRows(perUnit, run.units, width, block) };
    offset += run.units;
    return made;
  });
  return { runs: rows, cells, cellBuckets, cellEntries, weights: new Float64Array(offset), sums: new Float64Array(cells + scalars) };
}

/** Sums of each run of `block` neighbouring rows, wrapping round, by a sliding window. */
function blockRows(perUnit: Float64Array, units: number, width: number, block: number): Float64Array {
  const rows = new Float64Array(perUnit.length);
  for (let column = 0; column < width; column++) {
    let sum = 0;
    for (let unit = 0; unit < block; unit++) sum += perUnit[unit * width + column] as number;
    for (let start = 0; start < units; start++) {
      rows[start * width + column] = sum;
      sum += (perUnit[((start + block) % units) * width + column] as number) - (perUnit[start * width + column] as number);
    }
  }
  return rows;
}

/** Neighbouring buckets gathered into cells that hold about equally many entries. */
function cellsOf(runs: readonly RunSeries[]) {
  const highest = runs.reduce((most, run) => run.bucketAt.reduce((m, bucket) => Math.max(m, bucket), most), -1);
  const entries = new Int32Array(highest + 1);
  let all = 0;
  for (const run of runs) {
    for (const bucket of run.bucketAt) (entries[bucket] as number)++;
    all += run.bucketAt.length;
  }
  const cellOf = new Int32Array(highest + 1);
  const slotOf = new Int32Array(highest + 1);
  const gathered: number[][] = [];
  let inCell = Number.POSITIVE_INFINITY;
  for (let bucket = 0; bucket <= highest; bucket++) {
    const here = entries[bucket] as number;
    if (here === 0) continue;
    if (inCell >= all / mostCells) {
      gathered.push([]);
      inCell = 0;
    }
    const cell = gathered.at(-1) as number[];
    cellOf[bucket] = gathered.length - 1;
    slotOf[bucket] = cell.length;
    cell.push(bucket);
    inCell += here;
  }
  return { cellOf, slotOf, cellBuckets: gathered.map((buckets) => Int32Array.from(buckets)) };
}

/** Blocks drawn for one replicate: a run of the arm (it may come twice) and where its blocks start. */
export interface DrawnRun {
  readonly run: number;
  readonly starts: Int32Array;
}

/** As many blocks as fill the run's length, each anywhere in it. */
export function drawBlocks(arm: BootstrapArm, run: number, random: () => number): DrawnRun {
  const { units, block } = arm.runs[run] as RunRows;
  const starts = new Int32Array(Math.max(1, Math.round(units / block)));
  for (let i = 0; i < starts.length; i++) starts[i] = Math.floor(random() * units);
  return { run, starts };
}

/** The metrics of the drawn blocks, as if all their histograms were merged again. */
export function replicate(arm: BootstrapArm, drawn: readonly DrawnRun[]): Figures {
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
  return figuresOf(arm);
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
  return figuresOf(arm);
}

function figuresOf(arm: BootstrapArm): Figures {
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
  let buckets: Float64Array | null = null;
  for (const [metric, percentile] of quantiles) {
    if (total === 0) {
      figures[metric] = Number.NaN;
      continue;
    }
    const rank = rankOf(percentile, total);
    while (seen < rank && cell < cells - 1) {
      before = seen;
      seen += sums[++cell] as number;
      buckets = null;
    }
    buckets ??= exactBuckets(arm, cell);
    figures[metric] = highestOf(bucketAtRank(arm.cellBuckets[cell] as Int32Array, buckets, rank - before));
  }
  return figures;
}

/** Counts of one cell's buckets under the replicate's weights. */
function exactBuckets(arm: BootstrapArm, cell: number): Float64Array {
  const counts = new Float64Array((arm.cellBuckets[cell] as Int32Array).length);
  const { weights } = arm;
  const { unit, slot, count } = arm.cellEntries[cell] as BootstrapArm['cellEntries'][number];
  for (let i = 0; i < unit.length; i++) {
    const at = slot[i] as number;
    counts[at] = (counts[at] as number) + (weights[unit[i] as number] as number) * (count[i] as number);
  }
  return counts;
}

function bucketAtRank(buckets: Int32Array, counts: Float64Array, rank: number): number {
  let seen = 0;
  for (let slot = 0; slot < counts.length; slot++) {
    seen += counts[slot] as number;
    if (seen >= rank) return buckets[slot] as number;
  }
  return buckets.at(-1) as number;
}
