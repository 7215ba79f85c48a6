/**
 * Service time and time to first byte, compared as response time is. Their verdicts are a family of their own: they explain a response
 * time, and decide nothing.
 */
import { type ComparedMetric, type DetailTime, detailMetric, detailTimes, type MainMetric } from '@plimsoll/contracts/compared-metric';
import type { MetricDelta } from '@plimsoll/contracts/verdict';
import { type Contrast, contrasts } from '../bootstrap/contrast.ts';
import { armSeries } from '../bootstrap/resampling.ts';
import type { RunSeries } from '../bootstrap/run-series.ts';
import type { ReadRun } from './read-run.ts';
import type { RequestsCandidate } from './request-deltas.ts';
import { metricDeltas } from './verdict.ts';

/** Enough for intervals: nothing is decided by them. */
const detailReplicates = 400;

/** Runs of an arm, read. */
type Runs = readonly Pick<ReadRun, 'measured' | 'summary'>[];

export type DetailCandidate = Omit<RequestsCandidate, 'plans' | 'measured'> & { readonly runs: Runs };

/** Each candidate's percentiles of both times against the base's, in the order of {@link detailTimes}. */
export function detailDeltas(base: Runs, candidates: readonly DetailCandidate[], looks = 1): MetricDelta[][] {
  const series = (runs: Runs, name: DetailTime) => armSeries(runs.map(({ measured }) => measured.details.get(name) as RunSeries));
  const finished = (runs: Runs) => runs.reduce((sum, { summary }) => sum + summary.requests, 0);
  const baseSeries = new Map(detailTimes.map((name) => [name, series(base, name)]));
  const judged = candidates.map(({ runs, resampling, refused, unlikeTimes, options, replicates }) => ({
    contrasts: detailTimes.flatMap((name) => {
      const all = contrasts(
        baseSeries.get(name) ?? series(base, name),
        series(runs, name),
        resampling,
        Math.min(detailReplicates, replicates),
      );
      return all.flatMap((contrast): Contrast[] => {
        const metric: ComparedMetric | null = detailMetric(contrast.metric as MainMetric, name);
        return metric === null ? [] : [{ ...contrast, metric }];
      });
    }),
    refused,
    unlikeTimes,
    options: { ...options, requests: { base: finished(base), candidate: finished(runs) }, normalTail: true },
  }));
  return metricDeltas(judged, looks);
}
