import type { Summary } from '@plimsoll/contracts/summary';
import { unjudged, type Validity } from '@plimsoll/contracts/validity';
import type { Verdict } from '@plimsoll/contracts/verdict';
import { expect, test } from 'vitest';
import { learnedNoiseFloor, type PastRun } from './learned-noise-floor.ts';

const valid: Validity = { stamp: 'valid', reasons: [], ...unjudged };

/** A run whose every headline figure is `level`. */
function past(index: number, level: number, verdict: Verdict | null = null, validity = valid): PastRun {
  const times = { p50Us: level, p90Us: level, p95Us: level, p99Us: level, p999Us: level };
  const summary = { throughputPerSecond: level, errorRate: 0, outcomes: { response: 1 }, responseTime: times } as unknown as Summary;
  return { id: `run-${index}`, startedAt: new Date(Date.UTC(2026, 0, 1, 0, index)).toISOString(), summary, validity, verdict };
}
const runs = (...levels: number[]) => levels.map((level, index) => past(index, level));

test('five runs alike teach the floor: nearly the widest gap between two of them', () => {
  expect(learnedNoiseFloor(runs(1000, 1010, 1020, 1000, 1040))?.relative).toBeCloseTo(0.04, 3);
  expect(learnedNoiseFloor(runs(1000, 1010, 1020, 1000))).toBeNull();
});

test('runs that were judged worse or better and runs that are not valid teach nothing', () => {
  const history = runs(1000, 1010, 1020, 1000, 1040);
  const more = [past(5, 3000, 'worse'), past(6, 300, 'better'), past(7, 5000, null, { stamp: 'degraded', reasons: ['x'], ...unjudged })];
  expect(learnedNoiseFloor([...history, ...more])).toEqual(learnedNoiseFloor(history));
});

test('runs before the last change of level belong to another target', () => {
  const before = Array.from({ length: 8 }, (_, index) => 1000 + 10 * (index % 3));
  const after = Array.from({ length: 8 }, (_, index) => 2000 + 10 * (index % 3));
  expect(learnedNoiseFloor(runs(...before, ...after))?.relative).toBeCloseTo(0.01, 3);
});
