import { describe, expect, it } from 'vitest';
import { makeSample } from '../../test/support/simulated-run.ts';
import { summarise } from '../run/summary.ts';
import { computeNoiseFloor } from './noise-floor.ts';

const summaryAt = (requests: number) =>
  summarise(
    Array.from({ length: 10 }, (_, s) =>
      makeSample(s, { done: requests, outcomes: { response: requests }, times: { responseTime: [1000] } }),
    ),
  );

describe('noise floor', () => {
  it('is the 95th percentile of the relative differences of all pairs, the largest of the headline metrics', () => {
    const floor = computeNoiseFloor([100, 102, 110].map(summaryAt));
    // Pairs: 2 %, 10 %, 7.84 %; between the two largest at 0.95 · 2 = 1.9.
    const between = 110 / 102 - 1;
    expect(floor?.relative).toBeCloseTo(between + 0.9 * (0.1 - between), 9);
    expect(floor).toMatchObject({ runs: 3, pairs: 3, metrics: { p50: 0, p99: 0, errorRate: null } });
  });

  it('is unknown from fewer than three runs', () => {
    expect(computeNoiseFloor([summaryAt(100), summaryAt(120)])).toBeNull();
  });
});
