/** The short form of test/coverage.test.ts: fewer trials, and a tolerance to match. */
import { describe, expect, it } from 'vitest';
import { isChange, runTrials, shareCalled } from '../../test/support/trials.ts';

const load = { seconds: 60, rate: 40, medianUs: 20_000, spread: 0.5, drift: 0.1, correlation: 0.4 };

describe('bootstrap intervals of correlated seconds', () => {
  it('hold the true difference in about 95 % of 200 trials', () => {
    const { coverage } = runTrials({ load, runs: 1, slower: 0.1, trials: 200, replicates: 400 });
    for (const metric of ['throughput', 'p50', 'p90', 'p95', 'p99'] as const) {
      // Three standard errors of a share of 95 % in 200 trials are 4.6 points; p99 may err on the wide side.
      expect(coverage[metric], metric).toBeGreaterThan(0.904);
    }
  });

  it('call equals better or worse in at most 5 % of 100 pairs', () => {
    const { verdicts } = runTrials({ load, runs: 1, slower: 0, trials: 100, replicates: 400 });
    expect(shareCalled(verdicts, isChange)).toBeLessThanOrEqual(0.05);
  });
});
