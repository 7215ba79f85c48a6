import { expect, test } from 'vitest';
import { BusySlots } from './busy-slots.ts';

test('the time of all slots is told second by second, whether requests ended in it or go on', () => {
  const slots = new BusySlots();
  slots.begin(100_000);
  slots.begin(400_000);
  slots.end(600_000);
  // 100 … 600 and 400 … 1000 ms, whichever of the two ended.
  expect(slots.take(1_000_000).busySlotMs).toBe(1100);
  expect(slots.take(1_000_000)).toEqual({ inFlight: 1, peakInFlight: 1, busySlotMs: 0 });
  expect(slots.take(2_000_000).busySlotMs).toBe(1000);
  slots.end(2_250_000);
  expect(slots.take(3_000_000).busySlotMs).toBe(250);
  expect(slots.take(4_000_000).busySlotMs).toBe(0);
});

test('the most at once is that of each second, and what goes on from the one before counts', () => {
  const slots = new BusySlots();
  for (const at of [1, 2, 3]) slots.begin(at);
  slots.end(4);
  slots.end(5);
  expect(slots.take(10).peakInFlight).toBe(3);
  expect(slots.take(20).peakInFlight).toBe(1);
  slots.end(21);
  expect(slots.take(30).peakInFlight).toBe(1);
  expect(slots.take(40).peakInFlight).toBe(0);
});
