/** The runs of one arm made ready to be compared: what is shown of them, and their series. */
import type { Arm } from '@plimsoll/contracts/comparison';
import { listStageSeconds } from '@plimsoll/contracts/load-shape';
import type { Run, Summary, Validity } from '@plimsoll/contracts/run';
import type { Sample } from '@plimsoll/contracts/sample';
import { leastVerdictSeconds } from '@plimsoll/contracts/verdict';
import { invalidRunSentence, shortRunSentence } from '@plimsoll/wording/comparison-headline';
import { type ArmSeries, armSeries } from '../bootstrap/resampling.ts';
import { summarise } from '../run/summary.ts';
import { judgeValidity } from '../run/validity.ts';
import { listRequests, type RunGrid } from './comparison-grid.ts';
import { type MeasuredRun, measureRun } from './measured-run.ts';

export interface ArmRun {
  readonly run: Run;
  readonly samples: readonly Sample[];
}

/** A run of an arm, read. */
export interface ReadRun {
  readonly run: Run;
  readonly measured: MeasuredRun;
  /** Of what is compared. */
  readonly summary: Summary;
  /** Of the whole run. */
  readonly judged: Validity;
}

export interface PreparedArm {
  readonly runs: readonly ReadRun[];
  readonly arm: Arm;
  readonly series: ArmSeries;
}

/** `charted`: the first of its arm; `windowed`: the run's own summary speaks of more seconds than are compared. */
export interface ReadOptions {
  readonly grid: RunGrid;
  readonly charted: boolean;
  readonly windowed: boolean;
}

/** `measured`: the samples that are compared. */
export function readRun({ run, samples }: ArmRun, measured: readonly Sample[], { grid, charted, windowed }: ReadOptions): ReadRun {
  return {
    run,
    measured: measureRun(measured, grid, { requests: listRequests(run.plan), charted }),
    summary: (windowed ? null : run.summary) ?? summarise(measured, run.plan.errorStatuses),
    judged: run.validity ?? judgeValidity(run.plan, samples),
  };
}

/** At least one run. */
export function prepareArm(runs: readonly ReadRun[]): PreparedArm {
  const [first] = runs;
  if (!first) throw new RangeError('An arm has at least one run.');
  return {
    runs,
    series: armSeries(runs.map(({ measured }) => measured.series)),
    arm: {
      runs: runs.map(({ run, summary }) => ({
        id: run.id,
        name: run.plan.name,
        startedAt: run.startedAt,
        validity: run.validity,
        summary,
      })),
      ...(first.measured.charts ?? { points: [], curve: { responseTime: [], serviceTime: [] } }),
      stageSeconds: listStageSeconds(first.run.plan),
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
export function refuseArm(side: 'base' | 'candidate', { runs }: PreparedArm): string | null {
  for (const [index, { judged, measured }] of runs.entries()) {
    const which = { side, number: runs.length > 1 ? index + 1 : null };
    if (judged.stamp === 'invalid') return invalidRunSentence(which, judged.reasons[0] ?? null);
    const { seconds } = measured.series;
    if (seconds < leastVerdictSeconds) return shortRunSentence(which, seconds, leastVerdictSeconds);
  }
  return null;
}
