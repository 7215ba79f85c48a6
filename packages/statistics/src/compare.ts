/**
 * Compares two arms of runs: intervals by bootstrap over what varies (seconds within a run, runs within an arm), never over single
 * requests, which within a run are alike and would make everything look significant.
 */
import type { Arm, ComparisonResult, MetricDelta } from '@plimsoll/contracts/comparison';
import type { Run, Summary } from '@plimsoll/contracts/run';
import type { Sample } from '@plimsoll/contracts/sample';
import { comparabilityOf } from './comparability.ts';
import { contrasts } from './contrast.ts';
import { curveOfHistogram } from './curve.ts';
import { emptyHistogram } from './histogram.ts';
import { type ArmSeries, armSeries, type Resampling } from './resampling.ts';
import { chartedSeriesOf, measuredOf, type RunSeries, seriesOf, unitSecondsFor } from './run-series.ts';
import { summarise } from './summary.ts';
import { judgeValidity } from './validity.ts';
import { changeText, leastEffect, metricDeltas, metricLabels } from './verdict.ts';
import { listed, percent } from './wording.ts';

export interface ArmRun {
  readonly run: Run;
  readonly samples: readonly Sample[];
}

export interface CompareOptions {
  readonly base: readonly ArmRun[];
  readonly candidate: readonly ArmRun[];
  /** Smallest relative change this setup can see, from A/A pairs; null when it was not measured. */
  readonly noiseFloor: number | null;
  /** Compares only these seconds of every run: [fromSecond, toSecond). */
  readonly window?: { readonly fromSecond: number; readonly toSecond: number };
}

/** Fewer measured seconds than this carry no interval worth showing a verdict for. */
export const leastSeconds = 10;
/** From so many runs an arm on, runs are resampled too: the verdict then speaks beyond these runs. */
export const leastRuns = 3;

interface Prepared {
  readonly arm: Arm;
  readonly series: ArmSeries;
}

export function compareArms(options: CompareOptions): ComparisonResult {
  const { base, candidate, noiseFloor, window } = options;
  if (base.length === 0 || candidate.length === 0) throw new RangeError('An arm has at least one run.');
  const measured = (runs: readonly ArmRun[]) => runs.map(({ samples }) => measuredOf(samples, window));
  const unitSeconds = unitSecondsFor([...measured(base), ...measured(candidate)]);
  const b = prepare(base, measured(base), unitSeconds, window !== undefined);
  const c = prepare(candidate, measured(candidate), unitSeconds, window !== undefined);
  const resampling = resamplingFor(base, candidate, b.series, c.series);
  const minimumEffect = Math.max(leastEffect, noiseFloor ?? 0);
  const beyondRuns = resampling === 'runs' || resampling === 'paired';
  const scope = beyondRuns || noiseFloor !== null ? '' : ', within these runs';
  const refused = refusal('base', base, b) ?? refusal('candidate', candidate, c);
  const metrics = metricDeltas(
    refused && leastOf(b, c) < 2 ? unmeasured(b, c) : contrasts(b.series, c.series, resampling),
    { minimumEffect, scope, requests: { base: finished(b), candidate: finished(c) } },
    refused,
  );
  return {
    base: b.arm,
    candidate: c.arm,
    comparability: comparabilityOf(base[0]?.run as Run, candidate[0]?.run as Run),
    noiseFloor,
    minimumEffect,
    metrics,
    sentence: headline(metrics, refused, scope, minimumEffect),
  };
}

function finished({ arm }: Prepared): number {
  return arm.runs.reduce((sum, { summary }) => sum + summary.requests, 0);
}

function leastOf(b: Prepared, c: Prepared): number {
  return Math.min(...[...b.series.series, ...c.series.series].map((series) => series.units));
}

/** Figures of arms too short to be resampled at all. */
function unmeasured(b: Prepared, c: Prepared) {
  return contrasts(b.series, c.series, 'blocks', 0);
}

function prepare(runs: readonly ArmRun[], measured: readonly Sample[][], unitSeconds: number, windowed: boolean): Prepared {
  const first = chartedSeriesOf(measured[0] ?? [], unitSeconds);
  const series: RunSeries[] = [first.series, ...measured.slice(1).map((samples) => seriesOf(samples, unitSeconds))];
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
    },
  };
}

/** Runs taken in turns (ABBA, ABAB …) shared their conditions pair by pair; loads that change over time are compared second by second. */
function resamplingFor(base: readonly ArmRun[], candidate: readonly ArmRun[], b: ArmSeries, c: ArmSeries): Resampling {
  if (base.length >= leastRuns && candidate.length >= leastRuns) return isInterleaved(base, candidate) ? 'paired' : 'runs';
  const staged = [...base, ...candidate].every(({ run }) => run.plan.load.stages !== undefined);
  const alike = b.series.length === c.series.length && b.series.every((series, index) => series.units === c.series[index]?.units);
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
    if (seconds < leastSeconds)
      return `${name} has ${seconds} measured ${seconds === 1 ? 'second' : 'seconds'}; at least ${leastSeconds} are needed for a verdict.`;
  }
  return null;
}

function headline(metrics: readonly MetricDelta[], refused: string | null, scope: string, minimumEffect: number): string {
  if (refused) return `Not enough evidence. ${refused}`;
  const of = (verdict: MetricDelta['verdict']) =>
    metrics.filter((metric) => metric.verdict === verdict).sort((a, b) => Math.abs(b.deltaRelative ?? 0) - Math.abs(a.deltaRelative ?? 0));
  const named = (list: readonly MetricDelta[]) =>
    listed(list.slice(0, 3).map(({ metric, deltaRelative }) => `${labelOf(metric)} ${changeText(metric, deltaRelative ?? 0)}`));
  const worse = of('worse');
  const better = of('better');
  if (worse.length > 0 && better.length > 0) return `Mixed${scope}: worse in ${named(worse)}; better in ${named(better)}.`;
  if (worse.length > 0) return `Worse${scope}: ${named(worse)}.`;
  if (better.length > 0) return `Better${scope}: ${named(better)}.`;
  const open = of('not_enough_evidence');
  if (open.length === 0) return `No difference beyond ${percent(minimumEffect)}${scope}.`;
  const same = of('no_difference').length;
  if (same === 0) return `Not enough evidence: no metric is decided${scope}.`;
  return `No change is proven${scope}; ${same} of ${metrics.length} metrics show no difference, ${listed(open.slice(0, 3).map(({ metric }) => labelOf(metric)))}${open.length > 3 ? ' and others' : ''} ${open.length === 1 ? 'is' : 'are'} undecided.`;
}

function labelOf(metric: MetricDelta['metric']): string {
  const label = metricLabels[metric];
  return /^p\d/.test(label) ? label : label.toLowerCase();
}
