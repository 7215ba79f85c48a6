/** Sorts an arm's occupied buckets into the tables that make a replicate fast. */
import type { RunSeries } from './run-series.ts';

/** Looking for a percentile's bucket takes this many times as long for an entry as adding takes for a cell, all percentiles together. */
const searchToAdd = 7;
const mostCells = 128;

/** More cells make rows longer to add, fewer make the exact search in one longer: as many as make both take equally long. */
function cellsFor(entries: number, rowsAdded: number): number {
  return Math.min(mostCells, Math.max(1, Math.round(Math.sqrt((searchToAdd * entries) / Math.max(1, rowsAdded)))));
}

/** All runs' entries sorted by bucket (a counting sort), units numbered through the arm. */
export function sortEntriesByBucket(runs: readonly RunSeries[]) {
  let highest = -1;
  for (const { bucketAt } of runs) for (let i = 0; i < bucketAt.length; i++) highest = Math.max(highest, bucketAt[i] as number);
  const sizes = new Int32Array(highest + 1);
  for (const { bucketAt } of runs) for (let i = 0; i < bucketAt.length; i++) (sizes[bucketAt[i] as number] as number)++;
  const indexOf = new Int32Array(highest + 1);
  const occupied: number[] = [];
  const starts = [0];
  for (let bucket = 0; bucket <= highest; bucket++) {
    const size = sizes[bucket] as number;
    if (size === 0) continue;
    indexOf[bucket] = occupied.length;
    occupied.push(bucket);
    starts.push((starts.at(-1) as number) + size);
  }
  const entryStart = Int32Array.from(starts);
  const next = entryStart.slice();
  const entryUnit = new Int32Array(entryStart.at(-1) as number);
  const entryCount = new Float64Array(entryUnit.length);
  let offset = 0;
  for (const run of runs) {
    for (let i = 0; i < run.unitOf.length; i++) {
      const index = indexOf[run.bucketAt[i] as number] as number;
      const at = next[index] as number;
      next[index] = at + 1;
      entryUnit[at] = offset + (run.unitOf[i] as number);
      entryCount[at] = run.countAt[i] as number;
    }
    offset += run.units;
  }
  return { indexOf, buckets: Int32Array.from(occupied), entryStart, entryUnit, entryCount };
}

/** Neighbouring buckets gathered into cells that hold about equally many entries. `rowsAdded`: blocks of a replicate. */
export function gatherCells(entryStart: Int32Array, rowsAdded: number) {
  const buckets = entryStart.length - 1;
  const all = entryStart[buckets] as number;
  const cellOf = new Int32Array(buckets);
  const starts: number[] = [];
  const cells = cellsFor(all, rowsAdded);
  let inCell = Number.POSITIVE_INFINITY;
  for (let index = 0; index < buckets; index++) {
    if (inCell >= all / cells) {
      starts.push(index);
      inCell = 0;
    }
    cellOf[index] = starts.length - 1;
    inCell += (entryStart[index + 1] as number) - (entryStart[index] as number);
  }
  return { cellOf, cellStart: Int32Array.from([...starts, buckets]) };
}

/** Sums of each run of `block` neighbouring rows, wrapping round, by a sliding window. */
export function sumBlockRows(perUnit: Float64Array, units: number, width: number, block: number): Float64Array {
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
