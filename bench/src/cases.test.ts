import { expect, test } from 'vitest';
import { cases, type Medians, oneLoad } from './cases.ts';

const goal = cases.find(({ id }) => id === 'together')?.goals.undici[0];

/** As the bench hands them on, of rounds with these p99s of send lateness, µs. */
function createRounds(p99s: readonly number[]): Medians {
  const figures = { perSecond: 10_000, cpuShare: 1, perCpuSecond: 10_000, p50Ms: 0.05, p99Ms: 0.1, p999Ms: 1, failed: 0, extra: {} };
  return { ...figures, rounds: p99s.map((latenessP99Us) => ({ ...figures, extra: { latenessP99Us } })) };
}
const judge = (two: readonly number[], one: readonly number[]) =>
  goal?.met(createRounds(two), (tool) => (tool === oneLoad.undici ? createRounds(one) : null));

test('two loads at once reach the goal where every pair of rounds is near, and miss it where every pair is far', () => {
  const one = [40, 41, 39, 44, 52, 38, 40];
  expect(judge(one, one)).toBe(true);
  expect(
    judge(
      one.map((us) => us * 1.3),
      one,
    ),
  ).toBe(false);
});

test('one lucky median decides nothing: rounds that tell both are undecided, with the interval of their ratio', () => {
  const told = judge([10, 90, 40, 20, 80, 41, 39], [40, 41, 39, 44, 52, 38, 40]);
  expect(told).toMatchObject({ low: expect.any(Number), high: expect.any(Number) });
  const { low, high } = told as { low: number; high: number };
  expect(low).toBeLessThan(1);
  expect(high).toBeGreaterThan(1.1);
});

test('without the other load nothing is said', () => {
  expect(goal?.met(createRounds([40]), () => null)).toBeNull();
});
