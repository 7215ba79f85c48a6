/** The runs of one arm made ready to be compared: what is shown of them, and their series. */
import type { ArmRefusal } from '@plimsoll/contracts/arm-refusal';
import type { Arm } from '@plimsoll/contracts/comparison';
import { listStageSeconds } from '@plimsoll/contracts/load-shape';
import { hasMixedTimes, type Summary } from '@plimsoll/contracts/summary';
import { leastVerdictSeconds } from '@plimsoll/contracts/verdict';
import { chartSeconds } from '../bootstrap/comparison-grid.ts';
import { type ArmSeries, armSeries } from '../bootstrap/resampling.ts';
import { type ReadRun, seriesOfRun } from './measured/read-run.ts';
import { sumTarget } from './measured/target-use.ts';

export interface PreparedArm {
  readonly runs: readonly ReadRun[];
  readonly arm: Arm;
  readonly series: ArmSeries;
}

/** At least one run. */
export function prepareArm(runs: readonly ReadRun[]): PreparedArm {
  const [first] = runs;
  if (!first) throw new RangeError('An arm has at least one run.');
  return {
    runs,
    series: armSeries(runs.map(seriesOfRun)),
    arm: {
      runs: runs.map(({ run, summary }) => ({
        id: run.id,
        number: run.number,
        name: run.plan.name,
        startedAt: run.startedAt,
        endReason: run.endReason,
        validity: run.validity,
        summary,
      })),
      ...(first.measured.charts ?? { points: [], curve: { responseTime: [], serviceTime: [] } }),
      stageSeconds: listStageSeconds(first.run.plan),
      resources: sumTarget(
        runs.map(({ target }) => target ?? null),
        chartSeconds(first.measured.series.unitSeconds),
      ),
    },
  };
}

export function listSummaries({ arm }: PreparedArm): Summary[] {
  return arm.runs.map(({ summary }) => summary);
}

/** Do some of the runs time failed answers together with good ones, and others not? */
export function haveUnlikeTimes(...arms: readonly PreparedArm[]): boolean {
  return new Set(arms.flatMap(listSummaries).map(hasMixedTimes)).size > 1;
}

/** Requests that finished, over all runs. */
export function finishedRequests(prepared: PreparedArm): number {
  return listSummaries(prepared).reduce((sum, { requests }) => sum + requests, 0);
}

/** Measured seconds of the shortest run of either arm. */
export function shortestSeconds(base: PreparedArm, candidate: PreparedArm): number {
  return Math.min(...[...base.series.series, ...candidate.series.series].map(({ seconds }) => seconds));
}

/** Why an arm carries no verdict, or null. */
export function refuseArm(side: 'base' | 'candidate', { runs }: PreparedArm): ArmRefusal | null {
  for (const [index, { run, judged, measured }] of runs.entries()) {
    const which = { side, number: runs.length > 1 ? index + 1 : null };
    if (judged.stamp === 'invalid') return { kind: 'invalid', ...which, finding: judged.findings[0] ?? null };
    if (run.source?.data === 'summary') return { kind: 'sumsOnly', ...which, tool: run.source.tool };
    const { seconds } = measured.series;
    if (seconds < leastVerdictSeconds) return { kind: 'tooShort', ...which, seconds, least: leastVerdictSeconds };
  }
  return null;
}
