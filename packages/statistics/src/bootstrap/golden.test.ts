/** Against values that SciPy and NumPy computed (golden/make_golden.py), independently of this code. */
import { describe, expect, it } from 'vitest';
import golden from '../../golden/golden.json' with { type: 'json' };
import { bestSplit } from '../../test/support/best-split.ts';
import { simulatedSeries } from '../../test/support/simulated-run.ts';
import { holm } from '../comparison/deltas/verdict.ts';
import { drawBlocks, replicateFigures } from './bootstrap-arm.ts';
import { findQuantile } from './quantile.ts';
import { createRandom } from './random.ts';
import { armSeries } from './resampling.ts';
import { student975 } from './small-sample.ts';

const spreadOf = (values: readonly number[]) => {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length);
};
const near = (got: number, wanted: number, share: number) => expect(Math.abs(got / wanted - 1)).toBeLessThan(share);

describe('golden values', () => {
  it("matches scipy.stats.t.ppf for Student's 97.5th percentile", () => {
    for (const [df, expected] of golden.student as [number, number][]) near(student975(df), expected, df < 3 ? 0.01 : 0.0005);
  });

  it('matches numpy.quantile', () => {
    for (const { values, shares, expected } of golden.quantiles)
      for (const [i, share] of shares.entries()) expect(findQuantile(values, share)).toBeCloseTo(expected[i] as number, 9);
  });

  it("matches Holm's step-down computed from adjusted p-values", () => {
    for (const { p, rejected } of golden.holm) expect(holm(p)).toEqual(rejected);
  });

  it('spreads like a block bootstrap that merges and sorts every request again', () => {
    const { seconds, sd, low, high } = golden.blocks;
    const { arm } = armSeries([simulatedSeries(seconds.map((times) => ({ times, failed: 0 })))]);
    const random = createRandom(1);
    const draws = Array.from({ length: 6000 }, () => replicateFigures(arm, [drawBlocks(arm, 0, random)]));
    for (const [i, metric] of (['throughput', 'p50', 'p90'] as const).entries()) {
      const logs = draws.map((figures) => Math.log(figures[metric])).sort((a, b) => a - b);
      near(spreadOf(logs), sd[i] as number, 0.05);
      const width = (high[i] as number) - (low[i] as number);
      expect(Math.abs(findQuantile(logs, 0.025) - (low[i] as number))).toBeLessThan(0.05 * width);
      expect(Math.abs(findQuantile(logs, 0.975) - (high[i] as number))).toBeLessThan(0.05 * width);
    }
  });

  it('matches scipy.stats.bootstrap where blocks are single seconds', () => {
    const { counts, low, high } = golden.scipyBootstrap;
    const seconds = simulatedSeries(counts.map((n) => ({ times: Array(n).fill(1000), failed: 0 })));
    // Five-second units make one-unit blocks of what SciPy sees as single values.
    const { arm } = armSeries([{ ...seconds, unitSeconds: 5 }]);
    const random = createRandom(2);
    const means = Array.from({ length: 10_000 }, () => replicateFigures(arm, [drawBlocks(arm, 0, random)]).throughput).sort(
      (a, b) => a - b,
    );
    near(findQuantile(means, 0.025), low, 0.001);
    near(findQuantile(means, 0.975), high, 0.001);
  });

  it('finds the split of E-divisive that brute force over every split and end finds', () => {
    for (const { values, statistic, split } of golden.divisive) {
      const best = bestSplit(values);
      expect(best?.index).toBe(split);
      expect(best?.statistic).toBeCloseTo(statistic, 9);
    }
  });
});
