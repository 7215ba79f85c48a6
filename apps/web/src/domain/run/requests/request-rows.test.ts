/** Rows per request, against figures counted by hand. */

import { noTimes, type Point } from '@plimsoll/contracts/sample';
import type { Summary } from '@plimsoll/contracts/summary';
import { liveRows, requestPoints, sortedRows, summaryRows } from '@plimsoll/pages/request-rows';
import { expect, it } from 'vitest';
import { chartLimits, latencyRows, rateRows } from '../table/run-rows.ts';

const times = (p50Us: number) => ({ ...noTimes, count: 1, p50Us, p90Us: 2 * p50Us, p99Us: 3 * p50Us, maxUs: 4 * p50Us });
const part = (name: string, sent: number, done: number, failed: number, p50Us: number) => ({
  name,
  sent,
  done,
  failed,
  responseTime: times(p50Us),
});
const point = (second: number, lengthMs: number, byRequest: ReturnType<typeof part>[]) =>
  ({
    second,
    lengthMs,
    warmup: false,
    planned: 100,
    sent: byRequest.reduce((sum, one) => sum + one.sent, 0),
    done: byRequest.reduce((sum, one) => sum + one.done, 0),
    failed: byRequest.reduce((sum, one) => sum + one.failed, 0),
    responseTime: times(9000),
    byRequest,
  }) as unknown as Point;

const points = [
  point(0, 1000, [part('login', 10, 10, 0, 5000), part('list', 30, 30, 0, 1000)]),
  point(1, 500, [part('login', 10, 6, 4, 7000), part('list', 30, 30, 0, 2000)]),
  // The rest of the last second is too short to read a rate from.
  point(2, 3, [part('login', 0, 1, 0, 1), part('list', 0, 0, 0, 1)]),
];

it('shows the last whole second of each request, and its share of all that was sent', () => {
  const live = liveRows(points);
  expect(live?.rows.map(({ name, share, perSecond, errorRate, p99Us }) => [name, share, perSecond, errorRate, p99Us])).toEqual([
    ['login', 0.25, 20, 0.4, 21_000],
    ['list', 0.75, 60, 0, 6000],
  ]);
  expect(live?.rows[0]?.recentP99Us).toEqual([15_000, 21_000]);
  expect(live?.total).toMatchObject({ share: 1, perSecond: 80, errorRate: 0.1, p50Us: 9000 });
});

it('has no rows for a plan with one request, and none before the first second', () => {
  expect(liveRows([point(0, 1000, [])])).toBeNull();
  expect(liveRows([])).toBeNull();
  expect(summaryRows({ byRequest: [] } as unknown as Summary)).toBeNull();
});

it('takes the whole run from its summary', () => {
  const request = (name: string, sent: number, p50Us: number | null) => ({
    name,
    sent,
    throughputPerSecond: sent / 10,
    errorRate: null,
    responseTime: p50Us === null ? noTimes : times(p50Us),
    timeToFirstByte: p50Us === null ? noTimes : times(p50Us / 2),
  });
  const summary = {
    ...request('', 400, 3000),
    byRequest: [request('login', 100, 5000), request('never', 0, null), request('list', 300, 1000)],
  } as unknown as Summary;
  const table = summaryRows(summary);
  expect(table?.rows.map(({ name, share, 'timeToFirstByte.p50Us': firstByte }) => [name, share, firstByte])).toEqual([
    ['login', 0.25, 2500],
    ['never', 0, null],
    ['list', 0.75, 500],
  ]);
  const names = (by: 'p99Us' | 'share' | null, ascending: boolean) => sortedRows(table?.rows ?? [], by, ascending).map(({ name }) => name);
  expect(names(null, false)).toEqual(['login', 'never', 'list']);
  expect(names('p99Us', false)).toEqual(['login', 'list', 'never']);
  expect(names('p99Us', true)).toEqual(['list', 'login', 'never']);
  expect(names('share', true)).toEqual(['never', 'login', 'list']);
});
it('draws one request alone, with the thresholds that are about it', () => {
  const login = requestPoints(points, 'login');
  expect(rateRows(login)).toEqual([
    { x: 0, planned: null, sent: 10, done: 10, failed: 0 },
    { x: 1, planned: null, sent: 20, done: 12, failed: 8 },
  ]);
  expect(latencyRows(login.map(({ second, responseTime }) => ({ second, times: responseTime }))).map((row) => row.p50)).toEqual([
    5000, 7000, 1,
  ]);
  expect(requestPoints(points, 'nobody')).toEqual([]);
  const thresholds = ['p(99) < 250ms', 'p(99){login} < 80ms', 'throughput{login} > 10'];
  expect(chartLimits(thresholds, 'responseTime').map(({ value }) => value)).toEqual([250_000]);
  expect(chartLimits(thresholds, 'responseTime', 'login').map(({ value }) => value)).toEqual([80_000]);
  expect(chartLimits(thresholds, 'throughput')).toEqual([]);
  expect(chartLimits(thresholds, 'throughput', 'login').map(({ value }) => value)).toEqual([10]);
});
