import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { watchAnswers } from './answer-watch.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('three seconds after a question without an answer it speaks up, once', () => {
  let silent = 0;
  const watch = watchAnswers(() => silent++);
  vi.advanceTimersByTime(10_000);
  watch.asked();
  vi.advanceTimersByTime(2000);
  watch.asked();
  vi.advanceTimersByTime(750);
  expect(silent).toBe(0);
  vi.advanceTimersByTime(10_000);
  expect(silent).toBe(1);
});

test('an answer in time closes the question, and a closed watch says nothing', () => {
  let silent = 0;
  const watch = watchAnswers(() => silent++);
  for (let round = 0; round < 10; round++) {
    watch.asked();
    vi.advanceTimersByTime(2500);
    watch.answered();
  }
  watch.asked();
  watch.close();
  vi.advanceTimersByTime(10_000);
  expect(silent).toBe(0);
});
