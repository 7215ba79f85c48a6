/** How much each unit of a run pulls each metric up or down: the linear part, enough to see how correlated neighbours are. */
import { type MainMetric, mainMetrics } from '@plimsoll/contracts/compared-metric';
import { findBucket } from '../histogram/bucket-layout.ts';
import { blockSecondsFor, type Figures, quantiles } from './bootstrap-arm.ts';
import type { RunSeries } from './run-series.ts';
import { blockVarianceRatio } from './small-sample.ts';

/** Of a metric that is no percentile: what the unit has more than its share of the whole. */
function countInfluence(run: RunSeries, figures: Figures, metric: MainMetric, unit: number): number {
  const of = (counts: Float64Array) => counts[unit] as number;
  if (metric === 'throughput') return of(run.finished) - figures.throughput * of(run.lengthSeconds);
  if (metric === 'goodput') return of(run.finished) - of(run.failed) - figures.goodput * of(run.lengthSeconds);
  if (metric === 'droppedShare') return of(run.dropped) - figures.droppedShare * of(run.planned);
  return of(run.failed) - figures.errorRate * of(run.finished);
}

function unitInfluence(run: RunSeries, figures: Figures, metric: MainMetric): Float64Array {
  const pull = new Float64Array(run.units);
  const quantile = quantiles.find(([name]) => name === metric);
  if (!quantile) {
    for (let unit = 0; unit < run.units; unit++) pull[unit] = countInfluence(run, figures, metric, unit);
    return pull;
  }
  // Values above the percentile less the share of values that should be: its sum over the run is 0.
  const share = 1 - quantile[1] / 100;
  const limit = findBucket(figures[metric]);
  const { buckets, starts, unit, count } = run.times;
  for (let index = 0; index < buckets.length; index++) {
    const weight = ((buckets[index] as number) > limit ? 1 : 0) - share;
    const end = starts[index + 1] as number;
    for (let i = starts[index] as number; i < end; i++) {
      const at = unit[i] as number;
      pull[at] = (pull[at] as number) + (count[i] as number) * weight;
    }
  }
  return pull;
}

function blockUnits(run: RunSeries): number {
  return Math.max(1, Math.round(blockSecondsFor(run.seconds) / run.unitSeconds));
}

function perMetric(of: (metric: MainMetric) => number): Figures {
  return Object.fromEntries(mainMetrics.map((metric) => [metric, of(metric)])) as Figures;
}

/** Per metric, the variance blocks miss because of correlation beyond them: the largest ratio of the runs, ≥ 1. */
export function varianceRatios(runs: readonly RunSeries[], figures: Figures): Figures {
  return perMetric((metric) => Math.max(1, ...runs.map((run) => blockVarianceRatio(unitInfluence(run, figures, metric), blockUnits(run)))));
}

/** The same of the difference between two runs second by second: a climb both share is no correlation of it. */
export function pairedVarianceRatios(base: RunSeries, candidate: RunSeries, figures: readonly [Figures, Figures]): Figures {
  const units = Math.min(base.units, candidate.units);
  return perMetric((metric) => {
    const [b, c] = [unitInfluence(base, figures[0], metric), unitInfluence(candidate, figures[1], metric)];
    const [allB, allC] = [base, candidate].map((run) =>
      Math.max(
        1,
        run.finished.reduce((sum, n) => sum + n, 0),
      ),
    ) as [number, number];
    const difference = Float64Array.from({ length: units }, (_, unit) => (c[unit] as number) / allC - (b[unit] as number) / allB);
    return blockVarianceRatio(difference, blockUnits(base));
  });
}
