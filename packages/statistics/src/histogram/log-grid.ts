/** A grid of latencies that is even on a logarithmic axis: 100 cells a decade, joined into wider ones for a picture. */
import { lowestOf } from './bucket-layout.ts';
import { eachBucket, type Histogram } from './histogram.ts';

const cellsPerDecade = 100;
/** 0, then from 1 µs to 10¹⁰ µs, which is near three hours. */
const decades = 10;
const cells = 1 + decades * cellsPerDecade;

/** Lowest whole value in µs of a cell, rising; cells narrower than 1 µs begin with the next one. */
const lowest = Float64Array.from({ length: cells + 1 }, (_, cell) =>
  // 10 ** (300 / 100) may miss 1000 by dust.
  cell === 0 ? 0 : Math.ceil(10 ** ((cell - 1) / cellsPerDecade) - 1e-9),
);

/** Cell of each bucket of a histogram, as far as it was asked for. */
const cellOfBucket: number[] = [];

function cellOf(bucket: number): number {
  while (cellOfBucket.length <= bucket) {
    const value = lowestOf(cellOfBucket.length);
    let cell = cellOfBucket.at(-1) ?? 0;
    while (cell < cells - 1 && (lowest[cell + 1] as number) <= value) cell++;
    cellOfBucket.push(cell);
  }
  return cellOfBucket[bucket] as number;
}

/** Counts a cell. A bucket of the histogram stands where its lowest value does. */
export type GridCounts = Float64Array;

export function gridCounts(histogram: Histogram): GridCounts {
  const counts = new Float64Array(cells);
  eachBucket(histogram, (index, count) => {
    const cell = cellOf(index);
    counts[cell] = (counts[cell] as number) + count;
  });
  return counts;
}

/** Cells of the grid joined: from ≤ cell < to, which is fromUs ≤ time < toUs. */
export interface GridRow {
  readonly from: number;
  readonly to: number;
  readonly fromUs: number;
  readonly toUs: number;
}

/** The most rows of a picture. */
export const mostRows = 60;
const joined = [1, 2, 5, 10, 20, 50] as const;

/** The finest rows, {@link mostRows} at most, that hold everything counted: one beside the lowest and one beside the highest. */
export function gridRows(parts: readonly GridCounts[]): GridRow[] {
  let first = cells;
  let last = -1;
  for (const counts of parts)
    for (let cell = 0; cell < cells; cell++)
      if ((counts[cell] as number) > 0) {
        first = Math.min(first, cell);
        last = Math.max(last, cell);
      }
  if (last < 0) return [];
  for (const width of joined) {
    const rows = rowsOf(first, last, width);
    if (rows.length <= mostRows) return rows;
  }
  return rowsOf(first, last, cellsPerDecade);
}

function rowsOf(first: number, last: number, width: number): GridRow[] {
  const lineBefore = (cell: number) => 1 + Math.floor((cell - 1) / width) * width;
  const rows: GridRow[] = first === 0 ? [{ from: 0, to: 1, fromUs: 0, toUs: 1 }] : [];
  const begin = Math.max(1, lineBefore(Math.max(1, first)) - width);
  const end = Math.min(cells, lineBefore(Math.max(1, last)) + 2 * width);
  for (let from = begin; from < end; from += width) {
    const to = Math.min(cells, from + width);
    const row = { from, to, fromUs: lowest[from] as number, toUs: lowest[to] as number };
    // No whole value lies in it.
    if (row.fromUs < row.toUs) rows.push(row);
  }
  return rows;
}

export function countsOfRows(counts: GridCounts, rows: readonly GridRow[]): number[] {
  return rows.map(({ from, to }) => {
    let sum = 0;
    for (let cell = from; cell < to; cell++) sum += counts[cell] as number;
    return sum;
  });
}
