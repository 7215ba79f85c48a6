import { expect, test } from 'vitest';
import { openClockWatch } from './clock-watch.ts';

const since1970 = 1_790_000_000_000;

/** Readings once a second that take 2 ms, of a clock that is so far ahead of the one it began as. */
function watchAt() {
  let nowMs = 0;
  const watch = openClockWatch(() => nowMs);
  return {
    watch,
    read(aheadMs: number, tookMs = 2) {
      nowMs += 1000;
      watch.read(since1970 + nowMs + aheadMs, nowMs - tookMs, nowMs);
      return watch.isSteady();
    },
  };
}

test('a clock that goes as ours does is steady from the first reading on', () => {
  const { watch, read } = watchAt();
  expect(watch.isSteady()).toBe(true);
  for (let second = 0; second < 60; second += 1) expect(read(second % 3)).toBe(true);
  expect(watch.steadyMs()).toBe(Infinity);
});

test.each([3_600_000, -3_600_000, 5000, -5000])('a step of %i ms is doubted for 15 s, and again when it is taken back', (stepMs) => {
  const { watch, read } = watchAt();
  read(0);
  for (const aheadMs of [stepMs, 0]) {
    expect(read(aheadMs)).toBe(false);
    expect(watch.steadyMs()).toBe(0);
    for (let second = 1; second < 15; second += 1) expect(read(aheadMs)).toBe(false);
    expect(read(aheadMs)).toBe(true);
  }
});

test('an answer that is late is no step, and hides none', () => {
  const { read } = watchAt();
  read(0);
  expect(read(-9000, 9500)).toBe(true);
  expect(read(0)).toBe(true);
  expect(read(-9000, 9500)).toBe(true);
  expect(read(5000)).toBe(false);
});

test('a clock that drifts, 0.1 s each second, is steady', () => {
  const { read } = watchAt();
  for (let second = 0; second < 100; second += 1) expect(read(second * 100)).toBe(true);
});
