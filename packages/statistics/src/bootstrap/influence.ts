/** How much each unit of a run pulls each metric up or down: the linear part, enough to see how correlated neighbours are. */
import { amounts } from '@plimsoll/contracts/amounts';
import { type MainAmount, type MainMetric, mainMetrics } from '@plimsoll/contracts/compared-metric';
import { findBucket } from '../histogram/bucket-layout.ts';
import { blockSecondsFor, bootstrapArm, type Figures, measuredFigures, quantiles } from './bootstrap-arm.ts';
import type { OwnPull, RunSeries } from './run-series.ts';
import { blockVarianceRatio } from './small-sample.ts';
import { eachEntry } from './unit-buckets.ts';

/** Influence on a metric that is no percentile: the unit's excess over its share of the whole. */
function countInfluence(run: RunSeries, figures: Figures, name: MainAmount, unit: number): number {
  const of = (counts: Float64Array) => counts[unit] as number;
  const [finished, failed] = [of(run.finished), of(run.failed)];
  const counts = {
    seconds: of(run.lengthSeconds),
    finished,
    failed,
    done: finished - failed,
    planned: of(run.planned),
    dropped: of(run.dropped),
  };
  return amounts[name].part(counts) - figures[name] * counts[amounts[name].per];
}

/** Its sum over the run is 0. Of a percentile in values, of another metric in what it is counted in. */
export function unitInfluence(run: RunSeries, figures: Figures, metric: MainMetric): Float64Array {
  const place = quantiles.findIndex(([name]) => name === metric);
  const quantile = quantiles[place];
  if (quantile) {
    const limit = findBucket(figures[metric]);
    const own = run.ownPulls?.[place];
    return own?.limit === limit ? own.pull : percentilePull(run, quantile[1], limit);
  }
  return Float64Array.from({ length: run.units }, (_, unit) => countInfluence(run, figures, metric as MainAmount, unit));
}

/** Values above the percentile less the share of values that should be: its sum over the run is 0. */
function percentilePull({ units, times }: RunSeries, percentile: number, limit: number): Float64Array {
  const pull = new Float64Array(units);
  const share = 1 - percentile / 100;
  eachEntry(times, units, (bucket, unit, count) => {
    pull[unit] = (pull[unit] as number) + count * ((bucket > limit ? 1 : 0) - share);
  });
  return pull;
}

/** The influence that a comparison of single runs asks for, to be kept: to make it every entry is read, which takes as long as all the rest. */
export function measureOwnPulls(run: RunSeries): OwnPull[] {
  const figures = measuredFigures(bootstrapArm([run]));
  return quantiles.map(([metric]) => ({ limit: findBucket(figures[metric]), pull: unitInfluence(run, figures, metric) }));
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
