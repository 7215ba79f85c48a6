import { percentileFields } from '@plimsoll/contracts/percentiles';
import type { Point, Times } from '@plimsoll/contracts/sample';
import { expect, test } from 'vitest';
import { isServedAtOnce } from './served-at-once.ts';

const times = (us: number | null) => Object.fromEntries(percentileFields.map((field) => [field, us])) as unknown as Times;
const second = (response: number | null, service: number | null) =>
  ({ responseTime: times(response), serviceTime: times(service) }) as Pick<Point, 'responseTime' | 'serviceTime'>;

test('response and service time are one chart where they are the same in every second', () => {
  expect(isServedAtOnce([second(10_000, 10_000), second(null, null), second(20_010, 20_000)])).toBe(true);
  expect(isServedAtOnce([second(10_000, 10_000), second(11_000, 10_000)])).toBe(false);
  expect(isServedAtOnce([second(10_000, null)])).toBe(false);
});

test('a run in which nothing was timed has no time to be the same', () => {
  expect(isServedAtOnce([])).toBe(false);
  expect(isServedAtOnce([second(null, null)])).toBe(false);
});
