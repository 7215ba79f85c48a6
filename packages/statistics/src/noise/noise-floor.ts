/** How far apart two runs of the same thing come out: below that, this setup sees nothing. */
import { type ComparedMetric, comparedMetrics, rowOfMetric } from '@plimsoll/contracts/compared-metric';
import type { Summary } from '@plimsoll/contracts/summary';
import { findQuantile } from '../bootstrap/quantile.ts';
import { readMetric } from './trend.ts';

export interface NoiseFloor {
  /** The largest floor of throughput and p50 to p99: what is shown on a diff. */
  readonly relative: number;
  /** Per metric; null where it was 0 or not measured in some run. */
  readonly metrics: Readonly<Record<ComparedMetric, number | null>>;
  readonly runs: number;
  readonly pairs: number;
}

/** Fewer runs make too few pairs. */
export const leastNoiseRuns = 3;

/**
 * 95th percentile of |relative difference| over all pairs of A/A runs: same plan, same target build, none invalid (the caller
 * chooses them). The difference is that of the larger to the smaller, so that it does not matter which came first.
 */
export function computeNoiseFloor(summaries: readonly Summary[]): NoiseFloor | null {
  if (summaries.length < leastNoiseRuns) return null;
  const computeFloor = (metric: ComparedMetric): number | null => {
    const values = summaries.map((summary) => readMetric(summary, metric));
    const differences: number[] = [];
    for (const [i, a] of values.entries())
      for (const b of values.slice(i + 1)) {
        if (!a || !b) return null;
        differences.push(Math.max(a, b) / Math.min(a, b) - 1);
      }
    return findQuantile(
      differences.sort((a, b) => a - b),
      0.95,
    );
  };
  const metrics = Object.fromEntries(comparedMetrics.map((metric) => [metric, computeFloor(metric)])) as NoiseFloor['metrics'];
  const headline = comparedMetrics.flatMap((metric) => (rowOfMetric(metric).noise ? (metrics[metric] ?? []) : []));
  if (headline.length === 0) return null;
  const pairs = (summaries.length * (summaries.length - 1)) / 2;
  return { relative: Math.max(...headline), metrics, runs: summaries.length, pairs };
}
