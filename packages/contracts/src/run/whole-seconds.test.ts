import { expect, it } from 'vitest';
import { wholeSeconds } from './whole-seconds.ts';

const point = (lengthMs: number, failed = 0) => ({ lengthMs, failed });
const whole = point(1000);
const last = (...points: readonly ReturnType<typeof point>[]) => wholeSeconds(points).at(-1);

it('leaves out the part of a second in which a run ends, for its rates are no load', () => {
  // Sent for 300 ms, answered for 300 ms more: half the rate of the load.
  for (const lengthMs of [1, 200, 592, 899]) expect(last(whole, point(lengthMs))).toBe(whole);
  expect(last(whole, point(999.6))?.lengthMs).toBe(999.6);
});

it('keeps a part of a second that is all there is, one within the run, and one in which something failed', () => {
  expect(wholeSeconds([point(500)])).toHaveLength(1);
  expect(wholeSeconds([point(400), whole])).toHaveLength(2);
  expect(last(whole, point(592, 3))?.failed).toBe(3);
  expect(last(whole, point(200, 3))).toBe(whole);
});
