import { noTimes, type Point } from '@plimsoll/contracts/sample';
import type { RegionSummary, Summary } from '@plimsoll/contracts/summary';
import { expect, test } from 'vitest';
import type { Figures } from '../table/figure-table.ts';
import { lastSecond, regionFigures, regionTable } from './region-rows.ts';

const region = (label: string, p50Us: number, change: Partial<RegionSummary> = {}) =>
  ({
    label,
    generators: 2,
    throughputPerSecond: 120,
    errorRate: 0.05,
    responseTime: { ...noTimes, p50Us, p95Us: 2 * p50Us, p99Us: 3 * p50Us },
    stamp: 'valid',
    ...change,
  }) as RegionSummary;

/** With ordinary blanks. */
const plainRows = (table: Figures | null) => table?.rows.map((row) => row.map((cell) => cell.replace(/\s/g, ' ')));

test('a region is a row, its times in the unit of all, and a run without regions has no table', () => {
  const summary = { byRegion: [region('eu', 900), region('us', 40_000, { stamp: 'degraded', generators: 1 })] } as Summary;
  const table = regionFigures(summary);
  expect(table?.head).toEqual(['Region', 'Generators', 'Per second', 'p50', 'p95', 'p99', 'Errors', 'Measurement']);
  expect(plainRows(table)).toEqual([
    ['eu', '2', '120/s', '0.9 ms', '1.80 ms', '2.70 ms', '5 %', 'Valid'],
    ['us', '1', '120/s', '40 ms', '80 ms', '120 ms', '5 %', 'Degraded'],
  ]);
  expect(regionFigures({} as Summary)).toBeNull();
  // A pool may be called by a number.
  expect(regionTable([region('1', 900)]).rows.map(([name]) => name)).toEqual(['1']);
});

test('while it goes on it is the last whole second, without a stamp', () => {
  const point = (second: number, lengthMs: number, done: number) =>
    ({ second, lengthMs, seconds: 1, warmup: false, done, failed: 1, responseTime: { ...noTimes, p50Us: 5000 } }) as Point;
  const eu = { label: 'eu', generators: 1 };
  const now = lastSecond(eu, [point(0, 1000, 9), point(1, 1000, 19), point(2, 40, 3)]);
  expect(now).toMatchObject({ throughputPerSecond: 20, errorRate: 0.05 });
  const table = regionTable(now ? [now] : []);
  expect(table.head).not.toContain('Measurement');
  expect(plainRows(table)).toEqual([['eu', '1', '20/s', '5 ms', '–', '–', '5 %']]);
  expect(lastSecond(eu, [])).toBeNull();
});
