/** The bootstrap oracle at full size: 1 000 trials of simulated correlated seconds with a known difference. */
import { describe, expect, it } from 'vitest';
import { isChange, runTrials, shareCalled } from './support/trials.ts';

const load = { rate: 40, medianUs: 20_000, spread: 0.5, drift: 0.1 };
const metrics = ['throughput', 'p50', 'p90', 'p95'] as const;

describe('coverage of the 95 % interval', () => {
  it.each([
    { seconds: 60, correlation: 0.5 },
    { seconds: 120, correlation: 0.5 },
  ])(
    'holds the true difference in 93 to 97 % of 1 000 trials: $seconds s, correlation $correlation',
    ({ seconds, correlation }) => {
      const { coverage } = runTrials({ load: { ...load, seconds, correlation }, runs: 1, slower: 0.1, trials: 1000, replicates: 400 });
      for (const metric of metrics) {
        expect(coverage[metric], metric).toBeGreaterThanOrEqual(0.93);
        expect(coverage[metric], metric).toBeLessThanOrEqual(0.97);
      }
      // Few requests make a p99: its interval may only be too wide.
      expect(coverage.p99).toBeGreaterThanOrEqual(0.93);
    },
    300_000,
  );

  it('holds the true difference of arms of several noisy runs', () => {
    const several = { load: { ...load, seconds: 20, correlation: 0.3, runNoise: 0.05 }, slower: 0.1, trials: 300, replicates: 400 };
    for (const runs of [3, 5]) {
      const { coverage } = runTrials({ ...several, runs });
      for (const metric of metrics) expect(coverage[metric], `${runs} runs, ${metric}`).toBeGreaterThanOrEqual(0.92);
    }
  }, 300_000);
});

describe('runs taken in turns', () => {
  const paired = {
    load: { ...load, seconds: 20, correlation: 0.3, runNoise: 0.02 },
    runs: 5,
    trials: 300,
    replicates: 400,
    sharedDrift: 0.1,
  };

  it('hold the true difference although both arms slowed down by half meanwhile', () => {
    const { coverage } = runTrials({ ...paired, slower: 0.1 });
    for (const metric of metrics) expect(coverage[metric], metric).toBeGreaterThanOrEqual(0.92);
  }, 120_000);

  it('call equals better or worse in at most 5 % of pairs', () => {
    expect(shareCalled(runTrials({ ...paired, slower: 0, replicates: 1000, trials: 100 }).verdicts, isChange)).toBeLessThanOrEqual(0.05);
  }, 120_000);
});

describe('loads that climb in stages', () => {
  it('hold the true difference, in intervals that do not take the climb for noise', () => {
    const climbing = { load: { ...load, drift: 0.05, rate: 60, seconds: 100, correlation: 0.4 }, runs: 1, climbing: true, replicates: 400 };
    const { coverage, verdicts } = runTrials({ ...climbing, slower: 0.2, trials: 300 });
    for (const metric of ['p50', 'p90', 'p95', 'p99'] as const) expect(coverage[metric], metric).toBeGreaterThanOrEqual(0.93);
    expect(shareCalled(verdicts, ({ metric, verdict }) => metric === 'p50' && verdict === 'worse')).toBeGreaterThanOrEqual(0.95);
    expect(shareCalled(runTrials({ ...climbing, slower: 0, trials: 100, replicates: 1000 }).verdicts, isChange)).toBeLessThanOrEqual(0.05);
  }, 120_000);
});
