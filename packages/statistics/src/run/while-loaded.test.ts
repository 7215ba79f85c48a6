import { expect, it } from 'vitest';
import { makeSample } from '../../test/support/simulated-run.ts';
import { measureWhileLoaded } from './while-loaded.ts';

const seconds = (backlogs: readonly number[], change: (second: number) => object = () => ({})) =>
  backlogs.map((inFlight, second) => makeSample(second, { planned: 100, done: 99, inFlight, lengthMs: 1000, ...change(second) }));

it('a target that keeps up has the backlog at the end of the load that it had at the beginning', () => {
  const { backlog, goodPerSecond, plannedPerSecond, seconds: length } = measureWhileLoaded(seconds([5, 4, 6, 5, 5])) ?? fail();
  expect(backlog).toEqual({ first: 5, last: 5, growthPerSecond: 0 });
  expect([goodPerSecond, plannedPerSecond, length]).toEqual([99, 100, 4]);
});

it('one that serves 90 of 100 a second is 10 more behind each second, and the drain after the load is no part of it', () => {
  const drain = (second: number) => (second === 5 ? { planned: 0, done: 50, inFlight: 0, lengthMs: 500 } : { done: 90 });
  expect(measureWhileLoaded(seconds([10, 20, 30, 40, 50, 0], drain))).toMatchObject({
    goodPerSecond: 90,
    backlog: { first: 10, last: 50, growthPerSecond: 10 },
  });
});

it('slow answers are no growth: the beginning is when the first ended', () => {
  expect(measureWhileLoaded(seconds([100, 200, 200, 200], (second) => (second < 2 ? { done: 0 } : {})))?.backlog.growthPerSecond).toBe(0);
});

it('a hiccup at the end is no growth', () => {
  expect(measureWhileLoaded(seconds([2, 1, 2, 1, 2, 1, 2, 1, 60]))?.backlog.growthPerSecond).toBeLessThan(0.5);
});

it('a second in which the load ended is not counted', () => {
  const cut = (second: number) => (second === 3 ? { planned: 50 } : {});
  expect(measureWhileLoaded(seconds([3, 3, 3, 0], cut))).toMatchObject({ seconds: 2, plannedPerSecond: 100 });
});

it('a load of one second is not judged', () => {
  expect(measureWhileLoaded(seconds([3]))).toBeNull();
  expect(measureWhileLoaded([])).toBeNull();
});

function fail(): never {
  throw new Error('Nothing was measured.');
}
