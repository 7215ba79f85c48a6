/** How much each unit of a run pulls each metric up or down: the linear part, enough to see how correlated neighbours are. */
import type { ComparedMetric } from '@plimsoll/contracts/comparison';
import { comparedMetrics } from '@plimsoll/contracts/comparison';
import { blockSecondsFor, type Figures, quantiles } from './bootstrap-arm.ts';
import { bucketOf } from './bucket-layout.ts';
import type { RunSeries } from './run-series.ts';
import { blockVarianceRatio } from './small-sample.ts';

function influence(run: RunSeries, figures: Figures, metric: ComparedMetric): Float64Array {
  const pull = new Float64Array(run.units);
  const quantile = quantiles.find(([name]) => name === metric);
  if (!quantile) {
    for (let unit = 0; unit < run.units; unit++) {
      const finished = run.finished[unit] as number;
      pull[unit] =
        metric === 'throughput'
          ? finished - figures.throughput * (run.lengthSeconds[unit] as number)
          : (run.failed[unit] as number) - figures.errorRate * finished;
    }
    return pull;
  }
  // Values above the percentile less the share of values that should be: its sum over the run is 0.
  const share = 1 - quantile[1] / 100;
  const limit = bucketOf(figures[metric]);
  for (let i = 0; i < run.unitOf.length; i++) {
    const unit = run.unitOf[i] as number;
    const count = run.countAt[i] as number;
    pull[unit] = (pull[unit] as number) + count * (((run.bucketAt[i] as number) > limit ? 1 : 0) - share);
  }
  return pull;
}

/** Per metric, the variance blocks miss because of correlation beyond them: the largest ratio of the runs, ≥ 1. */
export function varianceRatios(runs: readonly RunSeries[], figures: Figures): Figures {
  return Object.fromEntries(
    comparedMetrics.map((metric) => [
      metric,
      Math.max(
        1,
        ...runs.map((run) =>
          blockVarianceRatio(influence(run, figures, metric), Math.max(1, Math.round(blockSecondsFor(run.seconds) / run.unitSeconds))),
        ),
      ),
    ]),
  ) as Figures;
}
