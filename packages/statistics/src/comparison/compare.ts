/**
 * Compares two arms of runs: intervals by bootstrap over what varies (seconds within a run, runs within an arm), never over single
 * requests, which within a run are alike and would make everything look significant.
 */

import type { Arm, ComparedMetric, ComparisonResult, MetricDelta, RequestDelta } from '@plimsoll/contracts/comparison';
import { comparedMetrics } from '@plimsoll/contracts/comparison';
import { stageSecondsOf } from '@plimsoll/contracts/load-shape';
import type { Run, Summary } from '@plimsoll/contracts/run';
import type { Sample } from '@plimsoll/contracts/sample';
import { leastVerdictSeconds } from '@plimsoll/contracts/verdict';
import { contrasts, replicatesFor } from '../bootstrap/contrast.ts';
import { type ArmSeries, armSeries, type Resampling } from '../bootstrap/resampling.ts';
import { chartedSeriesOf, coarseUnitSeconds, measuredOf, type RunSeries, seriesOf, unitSecondsFor } from '../bootstrap/run-series.ts';
import { curveOfHistogram } from '../histogram/curve.ts';
import { emptyHistogram } from '../histogram/histogram.ts';
import { summarise } from '../run/summary.ts';
import { judgeValidity } from '../run/validity.ts';
import { comparabilityOf } from './comparability.ts';
import { errorDeltas } from './error-deltas.ts';
import { headline } from './headline.ts';
import { type RequestsArm, requestDeltas, requestReplicates } from './request-deltas.ts';
import { leastEffect, metricDeltas } from './verdict.ts';

export interface ArmRun {
  readonly run: Run;
  readonly samples: readonly Sample[];
}

interface SharedOptions {
  readonly base: readonly ArmRun[];
  /** Smallest relative change this setup can see, from A/A pairs; null when it was not measured. */
  readonly noiseFloor: number | null;
  /** The same per metric, where it is known; sets each metric's own δ. */
  readonly noiseFloors?: Readonly<Partial<Record<ComparedMetric, number | null>>>;
  /** Compares only these seconds of every run: [fromSecond, toSecond). */
  readonly window?: { readonly fromSecond: number; readonly toSecond: number };
  /** How often an experiment that extends itself has been judged, this time included. */
  readonly looks?: number;
}

export interface CompareOptions extends SharedOptions {
  readonly candidate: readonly ArmRun[];
}

export interface CompareAllOptions extends SharedOptions {
  /** One to four arms, each against the base. */
  readonly candidates: readonly (readonly ArmRun[])[];
}

/** From so many runs an arm on, runs are resampled too: the verdict then speaks beyond these runs. */
export const leastRuns = 3;

interface Prepared {
  readonly arm: Arm;
  readonly series: ArmSeries;
}

/** Candidate against base. */
export function compareArms({ candidate, ...options }: CompareOptions): ComparisonResult {
  return compareAllArms({ ...options, candidates: [candidate] })[0] as ComparisonResult;
}

/** Each candidate against the same base, one result each in order; Holm's correction spans them all. */
export function compareAllArms(options: CompareAllOptions): ComparisonResult[] {
  const { base, candidates, noiseFloor, window, looks } = options;
  if (candidates.length === 0 || [base, ...candidates].some((arm) => arm.length === 0))
    throw new RangeError('An arm has at least one run.');
  const measured = (runs: readonly ArmRun[]) => runs.map(({ samples }) => measuredOf(samples, window));
  const baseMeasured = measured(base);
  const candidatesMeasured = candidates.map(measured);
  const unitSeconds = unitSecondsFor([...baseMeasured, ...candidatesMeasured.flat()]);
  const b = prepare(base, baseMeasured, unitSeconds, window !== undefined);
  const minimumEffect = Math.max(leastEffect, noiseFloor ?? 0);
  const replicates = replicatesFor(comparedMetrics.length * candidates.length * (looks ?? 1));
  const judge = (candidate: readonly ArmRun[], index: number) => {
    const runs = candidatesMeasured[index] as Sample[][];
    const c = prepare(candidate, runs, unitSeconds, window !== undefined);
    const resampling = resamplingFor(base, candidate, b.series, c.series);
    const beyondRuns = resampling === 'runs' || resampling === 'paired';
    const verdicts = {
      minimumEffect,
      minimumEffects: effectsOf(options.noiseFloors),
      scope: beyondRuns || noiseFloor !== null ? '' : ', within these runs',
    };
    const short = leastSeconds(b, c) < leastVerdictSeconds;
    const refused = refusal('base', base, b) ?? refusal('candidate', candidate, c);
    return {
      arm: c.arm,
      contrasts: contrasts(b.series, c.series, resampling, short ? 0 : replicates),
      refused,
      options: { ...verdicts, requests: { base: finished(b), candidate: finished(c) } },
      requests: {
        ...requestsOfArm(candidate, runs),
        resampling,
        refused,
        options: verdicts,
        replicates: short ? 0 : requestReplicates,
      },
    };
  };
  const judged = candidates.map(judge);
  const deltas = metricDeltas(judged, looks);
  const byRequest = requestDeltas(
    requestsOfArm(base, baseMeasured),
    judged.map(({ requests }) => requests),
    unitSeconds,
    looks,
  );
  return judged.map(({ arm, refused, options: { scope } }, index) => {
    const metrics = deltas[index] as MetricDelta[];
    return {
      base: b.arm,
      candidate: arm,
      comparability: comparabilityOf(base[0]?.run as Run, candidates[index]?.[0]?.run as Run),
      noiseFloor,
      minimumEffect,
      metrics,
      byRequest: byRequest[index] as RequestDelta[],
      errors: errorDeltas(summariesOf(b.arm), summariesOf(arm)),
      sentence: headline(metrics, refused, scope, minimumEffect),
    };
  });
}

function requestsOfArm(runs: readonly ArmRun[], measured: readonly Sample[][]): RequestsArm {
  return { plans: runs.map(({ run }) => run.plan), measured };
}

function summariesOf({ runs }: Arm): Summary[] {
  return runs.map(({ summary }) => summary);
}

/** Metrics an experiment may stop extending itself over once none is left: those that are not decided yet. */
export function undecided(result: ComparisonResult, of: readonly ComparedMetric[]): ComparedMetric[] {
  return result.metrics
    .filter(({ metric, verdict }) => verdict === 'not_enough_evidence' && of.includes(metric))
    .map(({ metric }) => metric);
}

function effectsOf(floors: SharedOptions['noiseFloors']): Partial<Record<ComparedMetric, number>> {
  const known = Object.entries(floors ?? {}).filter((entry): entry is [ComparedMetric, number] => typeof entry[1] === 'number');
  return Object.fromEntries(known.map(([metric, floor]) => [metric, Math.max(leastEffect, floor)]));
}

function finished({ arm }: Prepared): number {
  return arm.runs.reduce((sum, { summary }) => sum + summary.requests, 0);
}

/** Measured seconds of the shortest run. */
function leastSeconds(b: Prepared, c: Prepared): number {
  return Math.min(...[...b.series.series, ...c.series.series].map(({ seconds }) => seconds));
}

function prepare(runs: readonly ArmRun[], measured: readonly Sample[][], unitSeconds: number, windowed: boolean): Prepared {
  const first = chartedSeriesOf(measured[0] ?? [], unitSeconds);
  const coarse = coarseUnitSeconds(measured, unitSeconds);
  const series: RunSeries[] = [first.series, ...measured.slice(1).map((samples) => seriesOf(samples, coarse))];
  const summaryOf = ({ run }: ArmRun, index: number): Summary =>
    (windowed ? null : run.summary) ?? summarise(measured[index] ?? [], run.plan.errorStatuses);
  return {
    series: armSeries(series),
    arm: {
      runs: runs.map((armRun, index) => ({
        id: armRun.run.id,
        name: armRun.run.plan.name,
        startedAt: armRun.run.startedAt,
        validity: armRun.run.validity,
        summary: summaryOf(armRun, index),
      })),
      points: first.points,
      curve: {
        responseTime: curveOfHistogram(first.responseTime ?? emptyHistogram()),
        serviceTime: curveOfHistogram(first.serviceTime ?? emptyHistogram()),
      },
      stageSeconds: runs[0] ? stageSecondsOf(runs[0].run.plan) : [],
    },
  };
}

/** Runs taken in turns (ABBA, ABAB …) shared their conditions pair by pair; loads that change over time are compared second by second. */
function resamplingFor(base: readonly ArmRun[], candidate: readonly ArmRun[], b: ArmSeries, c: ArmSeries): Resampling {
  if (base.length >= leastRuns && candidate.length >= leastRuns) return isInterleaved(base, candidate) ? 'paired' : 'runs';
  const staged = [...base, ...candidate].every(({ run }) => run.plan.load.stages !== undefined);
  const near = (x: number, y: number) => x > 0 && y > 0 && Math.abs(x - y) <= Math.max(1, 0.02 * x);
  const alike = b.series.length === c.series.length && b.series.every(({ units }, index) => near(units, c.series[index]?.units ?? 0));
  return staged && alike ? 'aligned' : 'blocks';
}

/** In order of start, does each next pair hold one run of each arm, and do the arms list them in that order? */
export function isInterleaved(base: readonly ArmRun[], candidate: readonly ArmRun[]): boolean {
  if (base.length !== candidate.length) return false;
  const startOf = ({ run }: ArmRun) => (run.startedAt === null ? Number.NaN : Date.parse(run.startedAt));
  const rising = (runs: readonly ArmRun[]) => runs.every((run, i) => i === 0 || startOf(run) > startOf(runs[i - 1] as ArmRun));
  if (!rising(base) || !rising(candidate)) return false;
  for (let pair = 0; pair + 1 < base.length; pair++) {
    const last = Math.max(startOf(base[pair] as ArmRun), startOf(candidate[pair] as ArmRun));
    const next = Math.min(startOf(base[pair + 1] as ArmRun), startOf(candidate[pair + 1] as ArmRun));
    if (!(last < next)) return false;
  }
  return true;
}

/** Why an arm carries no verdict, in one sentence, or null. */
function refusal(side: 'base' | 'candidate', runs: readonly ArmRun[], { series }: Prepared): string | null {
  for (const [index, { run, samples }] of runs.entries()) {
    const name = runs.length > 1 ? `Run ${index + 1} of the ${side}` : `The ${side} run`;
    const validity = run.validity ?? judgeValidity(run.plan, samples);
    if (validity.stamp === 'invalid') return `${name} is invalid: ${validity.reasons[0] ?? 'its generator was not fit to measure.'}`;
    const seconds = series.series[index]?.seconds ?? 0;
    if (seconds < leastVerdictSeconds)
      return `${name} has ${seconds} measured ${seconds === 1 ? 'second' : 'seconds'}; at least ${leastVerdictSeconds} are needed for a verdict.`;
  }
  return null;
}
