import { expect, test } from 'vitest';
import { durationText, median } from './figures.ts';
import { trueTimes } from './truth.ts';

test('without a freeze the true times are the delays', () => {
  expect(trueTimes({ rate: 100, seconds: 20, freezeAfterSeconds: 99, freezeSeconds: 1 })).toEqual({ p50Ms: 5, p99Ms: 5, p999Ms: 200 });
});

test('a freeze of S in a run of D pushes p99 to about S - 0.01·D', () => {
  const { p50Ms, p99Ms, p999Ms } = trueTimes({ rate: 200, seconds: 20, freezeAfterSeconds: 8, freezeSeconds: 1 });
  expect(p50Ms).toBe(5);
  expect(Math.abs(p99Ms - 805)).toBeLessThan(20);
  expect(p999Ms).toBeGreaterThan(980);
});

test('medians leave out what is not known', () => {
  expect([median([3, null, 1, 2]), median([1, 2]), median([null])]).toEqual([2, 1.5, null]);
  expect([durationText('1.50ms'), durationText('870.00us'), durationText('2s'), durationText('n/a')]).toEqual([1.5, 0.87, 2000, null]);
});
