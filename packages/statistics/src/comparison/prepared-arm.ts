/** The runs of one arm made ready to be compared: what is shown of them, and their series. */
import type { Arm } from '@plimsoll/contracts/comparison';
import { listStageSeconds } from '@plimsoll/contracts/load-shape';
import type { Run, Summary } from '@plimsoll/contracts/run';
import type { Sample } from '@plimsoll/contracts/sample';
import { leastVerdictSeconds } from '@plimsoll/contracts/verdict';
import { invalidRunSentence, shortRunSentence } from '@plimsoll/wording/comparison-headline';
import { type ArmSeries, armSeries } from '../bootstrap/resampling.ts';
import { buildChartedSeries, buildSeries, coarseUnitSeconds, type RunSeries } from '../bootstrap/run-series.ts';
import { curveOfHistogram } from '../histogram/curve.ts';
import { emptyHistogram } from '../histogram/histogram.ts';
import { summarise } from '../run/summary.ts';
import { judgeValidity } from '../run/validity.ts';

export interface ArmRun {
  readonly run: Run;
  readonly samples: readonly Sample[];
}

export interface PreparedArm {
  readonly runs: readonly ArmRun[];
  /** Of each run, without its warm-up or within the window. */
  readonly measured: readonly (readonly Sample[])[];
  readonly arm: Arm;
  readonly series: ArmSeries;
}

/** `windowed`: the runs' own summaries speak of more seconds than are compared. */
export function prepareArm(
  runs: readonly ArmRun[],
  measured: readonly (readonly Sample[])[],
  unitSeconds: number,
  windowed: boolean,
): PreparedArm {
  const first = buildChartedSeries(measured[0] ?? [], unitSeconds);
  const coarse = coarseUnitSeconds(measured, unitSeconds);
  const series: RunSeries[] = [first.series, ...measured.slice(1).map((samples) => buildSeries(samples, coarse))];
  const summaryOf = ({ run }: ArmRun, index: number): Summary =>
    (windowed ? null : run.summary) ?? summarise(measured[index] ?? [], run.plan.errorStatuses);
  return {
    runs,
    measured,
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
      stageSeconds: runs[0] ? listStageSeconds(runs[0].run.plan) : [],
    },
  };
}

export function listSummaries({ arm }: PreparedArm): Summary[] {
  return arm.runs.map(({ summary }) => summary);
}

/** Requests that finished, over all runs. */
export function finishedRequests(prepared: PreparedArm): number {
  return listSummaries(prepared).reduce((sum, { requests }) => sum + requests, 0);
}

/** Measured seconds of the shortest run of either arm. */
export function shortestSeconds(base: PreparedArm, candidate: PreparedArm): number {
  return Math.min(...[...base.series.series, ...candidate.series.series].map(({ seconds }) => seconds));
}

/** Why an arm carries no verdict, in one sentence, or null. */
export function refuseArm(side: 'base' | 'candidate', { runs, series }: PreparedArm): string | null {
  for (const [index, { run, samples }] of runs.entries()) {
    const which = { side, number: runs.length > 1 ? index + 1 : null };
    const validity = run.validity ?? judgeValidity(run.plan, samples);
    if (validity.stamp === 'invalid') return invalidRunSentence(which, validity.reasons[0] ?? null);
    const seconds = series.series[index]?.seconds ?? 0;
    if (seconds < leastVerdictSeconds) return shortRunSentence(which, seconds, leastVerdictSeconds);
  }
  return null;
}
