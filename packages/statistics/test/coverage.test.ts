/**
 * The bootstrap oracle: pairs of simulated runs of correlated seconds with a known difference, and as many pairs without one. `npm run proof`
 * takes 1 000 of each, as docs/measuring.md cites it; the tests of every day take the first 80 of them, within bounds that are wider by
 * what chance does to so few: intervals that are a quarter too narrow still fall out of them.
 */
import { type ComparedMetric, mainMetrics } from '@plimsoll/contracts/compared-metric';
import { describe, expect, it } from 'vitest';
import { isChange, runTrials, shareCalled, shareCalledInLooks } from './support/trials.ts';

const isProof = process.env.PLIMSOLL_PROOF === 'full';
const pairs = isProof ? 1000 : 80;
const fewPairs = isProof ? 300 : 40;
const equalPairs = isProof ? 100 : 40;
/** Twice the standard error of a share of 95 % of 80 pairs, less that of 1 000. */
const slack = isProof ? 0 : 0.035;

const load = { rate: 40, medianUs: 20_000, spread: 0.5, drift: 0.1 };
const metrics = ['throughput', 'p50', 'p90', 'p95'] as const;
/** Rare figures: few requests of a run decide them, and their intervals come out a little wide. */
const rare: readonly ComparedMetric[] = ['p999', 'errorRate'];

describe('coverage of the 95 % interval', () => {
  it.each([
    { seconds: 60, rate: 200 },
    { seconds: 120, rate: 100 },
  ])(
    'holds the true difference of single runs in 93 to 97 % of pairs, in up to 98 % for rare figures: $seconds s, $rate requests/s',
    (length) => {
      const single = { ...load, ...length, correlation: 0.5, errorRate: 0.02 };
      const { coverage } = runTrials({ load: single, runs: 1, slower: 0.1, moreErrors: 0.01, trials: pairs, replicates: 400 });
      // Nothing is dropped in these loads: no chance is in it.
      for (const metric of mainMetrics.filter((one) => one !== 'droppedShare')) {
        expect(coverage[metric], metric).toBeGreaterThanOrEqual(0.93 - slack);
        expect(coverage[metric], metric).toBeLessThanOrEqual((rare.includes(metric) ? 0.98 : 0.97) + slack);
      }
    },
    300_000,
  );

  it('calls equal single runs better or worse in fewer than 5 % of pairs', () => {
    const equal = { ...load, seconds: 60, rate: 100, correlation: 0.5, errorRate: 0.02 };
    const { verdicts } = runTrials({ load: equal, runs: 1, slower: 0, trials: pairs, replicates: 1000 });
    expect(shareCalled(verdicts, isChange)).toBeLessThan(0.05);
  }, 300_000);

  it('holds the true difference of arms of several noisy runs', () => {
    const several = { load: { ...load, seconds: 20, correlation: 0.3, runNoise: 0.05 }, slower: 0.1, trials: fewPairs, replicates: 400 };
    for (const runs of [3, 5]) {
      const { coverage } = runTrials({ ...several, runs });
      for (const metric of metrics) expect(coverage[metric], `${runs} runs, ${metric}`).toBeGreaterThanOrEqual(0.92 - slack);
    }
  }, 300_000);
});

describe('runs taken in turns', () => {
  const paired = {
    load: { ...load, seconds: 20, correlation: 0.3, runNoise: 0.02 },
    runs: 5,
    trials: fewPairs,
    replicates: 400,
    sharedDrift: 0.1,
  };

  it('hold the true difference although both arms slowed down by half meanwhile', () => {
    const { coverage } = runTrials({ ...paired, slower: 0.1 });
    for (const metric of metrics) expect(coverage[metric], metric).toBeGreaterThanOrEqual(0.92 - slack);
  }, 120_000);

  it('call equals better or worse in at most 5 % of pairs', () => {
    expect(shareCalled(runTrials({ ...paired, slower: 0, replicates: 1000, trials: equalPairs }).verdicts, isChange)).toBeLessThanOrEqual(
      0.05,
    );
  }, 120_000);
});

describe('repeats that are added because nothing was decided', () => {
  it('call equals better or worse in at most 5 % of experiments, over three looks', () => {
    const equal = { ...load, seconds: 20, correlation: 0.3, runNoise: 0.02 };
    const trials = { load: equal, trials: equalPairs, replicates: 1000 };
    expect(shareCalledInLooks({ ...trials, looks: 3, repeatsOfLook: 3 })).toBeLessThanOrEqual(0.05);
  }, 120_000);
});

describe('loads that climb in stages', () => {
  it('hold the true difference, in intervals that do not take the climb for noise', () => {
    const climbing = { load: { ...load, drift: 0.05, rate: 60, seconds: 100, correlation: 0.4 }, runs: 1, climbing: true, replicates: 400 };
    const { coverage, verdicts } = runTrials({ ...climbing, slower: 0.2, trials: fewPairs });
    for (const metric of ['p50', 'p90', 'p95', 'p99'] as const) expect(coverage[metric], metric).toBeGreaterThanOrEqual(0.93 - slack);
    expect(shareCalled(verdicts, ({ metric, verdict }) => metric === 'p50' && verdict === 'worse')).toBeGreaterThanOrEqual(0.95);
    expect(shareCalled(runTrials({ ...climbing, slower: 0, trials: equalPairs, replicates: 1000 }).verdicts, isChange)).toBeLessThanOrEqual(
      0.05,
    );
  }, 120_000);
});
