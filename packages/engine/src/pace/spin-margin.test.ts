import { expect, test } from 'vitest';
import { SpinMargin } from './spin-margin.ts';

/** A thread that waited for a core for these shares of the time, one a look. */
const waiting = (...shares: (number | null)[]) => new SpinMargin(250_000, { take: () => shares.shift() ?? null, close: () => {} });

test('the margin settles where three wakings of four are in time', () => {
  const margin = waiting();
  // 0, 7, 14 … 63 µs late, each as often as the others.
  for (let turn = 0; turn < 5000; turn++) margin.woke((turn * 49) % 70);
  expect(margin.at(2e7)).toBeGreaterThanOrEqual(42);
  expect(margin.at(2e7)).toBeLessThanOrEqual(60);
});

test('a thread that waits for a core spins no more, until it has nearly all of one again', () => {
  const margin = waiting(0.08, 0.5, 0.1, null, 0.02);
  const looks = [0, 1, 2, 3, 4].map((quarter) => {
    margin.at((quarter + 1) * 250_000);
    return margin.busy;
  });
  expect(looks).toEqual([0, 1, 1, 1, 0]);
});

test('a thread that sleeps tries to spin after a second, and twice as late after each trial that others minded', () => {
  // Asleep it waits for its own timer thread. In the first trial somebody else is there, in the second and third nobody is.
  const asleep = (looks: number) => Array.from({ length: looks }, () => 0.06);
  const shares = [0.2, ...asleep(4), 0.2, ...asleep(8), 0.01, 0.01, 0.2, ...asleep(4), 0.01];
  const margin = waiting(...shares);
  const spun = shares.flatMap((_, look) => {
    margin.at((look + 1) * 250_000);
    return margin.busy === 0 ? [look] : [];
  });
  expect(spun).toEqual([4, 13, 14, 15, 20, 21]);
});

test('where the system does not tell how long a thread waited, it spins', () => {
  const margin = waiting(null, null);
  expect([250_000, 500_000, 750_000].map((us) => margin.at(us))).toEqual([50, 50, 50]);
});
