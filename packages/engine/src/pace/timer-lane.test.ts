import { expect, test, vi } from 'vitest';
import { TimerLane } from './timer-lane.ts';
import { startTimerThread } from './timer-thread.ts';

test("a timer thread wakes each lane once, at its time, the last order counts, and a lane given back is another's", async () => {
  const thread = startTimerThread(2);
  const [first, second, none] = [0, 1, 2].map(() => TimerLane.claim(thread.shared)) as [TimerLane, TimerLane, null];
  expect(none).toBeNull();
  const woken: string[] = [];
  // A promise of Atomics alone does not keep the loop turning.
  await vi.waitFor(() => expect(first.arm(60_000_000, () => woken.push('never'))).toBe(true), 5000);
  const fromMs = performance.now();
  let firstMs = 0;
  first.arm(20_000, () => {
    firstMs = performance.now();
    woken.push('first');
  });
  second.arm(5000, () => {
    woken.push('second');
    second.arm(1000, () => woken.push('second again'));
  });
  await vi.waitFor(() => expect(woken).toHaveLength(3), 5000);
  // On a busy machine the loop hears two wakings in one turn: their order between lanes says nothing.
  expect([...woken].sort()).toEqual(['first', 'second', 'second again']);
  expect(firstMs - fromMs).toBeGreaterThanOrEqual(19.9);
  second.arm(1000, () => woken.push('disarmed'));
  second.disarm();
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(woken).toHaveLength(3);
  first.release();
  const next = TimerLane.claim(thread.shared) as TimerLane;
  expect(TimerLane.claim(thread.shared)).toBeNull();
  next.arm(1000, () => woken.push('next'));
  await vi.waitFor(() => expect(woken.at(-1)).toBe('next'), 5000);
  await thread.close();
  expect(next.arm(1000, () => {})).toBe(false);
});
