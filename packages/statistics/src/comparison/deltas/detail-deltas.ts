/**
 * Times besides response time, compared as it is: service time and time to first byte, and the times of messages and tokens of streams with
 * how many a second there were, and the share of streams within their limits. The verdicts of each of both groups are a family of their own: what they explain is not harder to
 * reach for being explained. Where the times of messages or tokens decide, both families share the chance of a false call.
 */
import { type ComparedMetric, comparedMetrics, comparedPercentile, rowOfMetric } from '@plimsoll/contracts/compared-metric';
import { percentileKey } from '@plimsoll/contracts/percentiles';
import { type ComparedMessageTime, comparedMessageTimes, type DetailTime, detailTimes, timesRow } from '@plimsoll/contracts/times';
import type { MetricDelta } from '@plimsoll/contracts/verdict';
import { type Contrast, contrasts } from '../../bootstrap/contrast.ts';
import { type ArmSeries, armSeries } from '../../bootstrap/resampling.ts';
import { inTurns } from '../measured/read-run.ts';
import type { RequestsCandidate } from './request-deltas.ts';
import { metricDeltas } from './verdict.ts';

/** Enough for intervals: nothing is decided by them. */
const detailReplicates = 400;

type Runs = RequestsCandidate['runs'];
type TimeName = DetailTime | ComparedMessageTime;

/** Each candidate's percentiles of service time and time to first byte against the base's, in the order of {@link detailTimes}. */
export function detailDeltas(base: Runs, candidates: readonly RequestsCandidate[], looks = 1): MetricDelta[][] {
  const seriesOf = rememberSeries();
  const judged = candidates.map(({ runs, resampling, refused, unlikeTimes, options, replicates }) => ({
    contrasts: detailTimes.flatMap((name) => {
      const [b, c] = [seriesOf(base, name), seriesOf(runs, name)];
      const all = b && c ? percentilesOf(name, contrasts(b, c, resampling, Math.min(detailReplicates, replicates))) : [];
      return timesRow(name).later ? all.filter(isInBoth) : all;
    }),
    refused,
    unlikeTimes,
    options: { ...options, requests: { base: finished(base), candidate: finished(runs) }, normalTail: true },
  }));
  return metricDeltas(judged, looks);
}

/** Deltas of streams: messages and tokens a second, streams within their limits, then the times, each only where both arms have it. */
export function messageDeltas(base: Runs, candidates: readonly RequestsCandidate[], looks = 1, families = 1): MetricDelta[][] {
  const seriesOf = rememberSeries();
  const judged = candidates.map(({ runs, resampling, refused, options, replicates }) => ({
    contrasts: comparedMessageTimes
      .flatMap((name): Contrast[] => {
        const [b, c] = [seriesOf(base, name), seriesOf(runs, name)];
        if (!b || !c) return [];
        const all = contrasts(b, c, resampling, replicates);
        return [...amountsOf(name, all), ...percentilesOf(name, all)].filter(isInBoth);
      })
      .sort((a, b) => comparedMetrics.indexOf(a.metric) - comparedMetrics.indexOf(b.metric)),
    refused,
    options: { ...options, requests: { base: finished(base), candidate: finished(runs) }, normalTail: true },
  }));
  return metricDeltas(judged, looks, families);
}

/** The series of an arm by name, made once; null where one of its runs has none. */
function rememberSeries(): (runs: Runs, name: TimeName) => ArmSeries | null {
  const known = new Map<Runs, Map<TimeName, ArmSeries | null>>();
  return (runs, name) => {
    const ofArm = known.get(runs) ?? new Map<TimeName, ArmSeries | null>();
    known.set(runs, ofArm);
    const made = ofArm.get(name);
    if (made !== undefined) return made;
    const series = runs.flatMap(({ run, measured }) => {
      const own = measured.details.get(name);
      return own ? inTurns(run, own) : [];
    });
    const arm = series.length < runs.length ? null : armSeries(series);
    ofArm.set(name, arm);
    return arm;
  };
}

/** The amounts that the series of these times are of (`run-series.ts`, what finishes in them). */
function amountsOf(name: TimeName, all: readonly Contrast[]): Contrast[] {
  const find = (metric: ComparedMetric) => all.filter((one) => one.metric === metric);
  if (name === 'firstMessageTime') return find('throughput').map((one) => ({ ...one, metric: 'messagesPerSecond' }));
  if (name === 'firstTokenTime') return find('throughput').map((one) => ({ ...one, metric: 'tokensPerSecond' }));
  return name === 'interTokenTime' ? find('errorRate').map(asGoodput) : [];
}

/** The share of streams within their limits, of the share of the others. */
function asGoodput({ base, candidate, effect, spread, pairs, ...one }: Contrast): Contrast {
  const turned = pairs && {
    ...pairs,
    effect: -pairs.effect,
    ofRuns: pairs.ofRuns.map((ofRun) => -ofRun),
    reach: (alpha: number) => {
      const reach = pairs.reach(alpha);
      return reach && { low: -reach.high, high: -reach.low };
    },
  };
  const share = { metric: 'streamGoodput', base: 1 - base, candidate: 1 - candidate, effect: -effect } as const;
  return { ...one, ...share, spread: spread.map((value) => -value).reverse(), ...(turned ? { pairs: turned } : {}) };
}

/** Figures that an older version did not record are left out. */
const isInBoth = ({ base, candidate }: Contrast) => Number.isFinite(base) && Number.isFinite(candidate);

function percentilesOf(name: TimeName, all: readonly Contrast[]): Contrast[] {
  return all.flatMap((contrast): Contrast[] => {
    const { field } = rowOfMetric(contrast.metric);
    return field ? [{ ...contrast, metric: comparedPercentile(percentileKey(field), name) }] : [];
  });
}

function finished(runs: Runs): number {
  return runs.reduce((sum, { summary }) => sum + summary.requests, 0);
}
