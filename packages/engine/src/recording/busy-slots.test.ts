import { expect, test } from 'vitest';
import { BusySlots } from './busy-slots.ts';

test('the time of all slots is told second by second, whether requests ended in it or go on', () => {
  const slots = new BusySlots();
  slots.begin(100_000);
  slots.begin(400_000);
  slots.end(600_000);
  // 100 … 600 and 400 … 1000 ms, whichever of the two ended.
  expect(slots.takeMs(1_000_000)).toBe(1100);
  expect(slots.count).toBe(1);
  expect(slots.takeMs(2_000_000)).toBe(1000);
  slots.end(2_250_000);
  expect(slots.takeMs(3_000_000)).toBe(250);
  expect(slots.takeMs(4_000_000)).toBe(0);
});
