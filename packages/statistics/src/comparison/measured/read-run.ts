/** A run as a comparison takes it. */
import type { ComparedWindow } from '@plimsoll/contracts/comparison';
import type { Run } from '@plimsoll/contracts/run';
import type { Sample } from '@plimsoll/contracts/sample';
import type { Summary } from '@plimsoll/contracts/summary';
import type { Validity } from '@plimsoll/contracts/validity';
import { listRequests, type RunGrid } from '../../bootstrap/comparison-grid.ts';
import type { RunSeries } from '../../bootstrap/run-series.ts';
import { summarise } from '../../run/summary.ts';
import { judgeValidity } from '../../run/validity.ts';
import { type MeasuredRun, measureRun } from './measured-run.ts';
import type { TargetUse } from './target-use.ts';

export interface ArmRun {
  readonly run: Run;
  readonly samples: readonly Sample[];
  readonly target?: TargetUse | null;
}

/** A run of an arm, read. */
export interface ReadRun {
  readonly run: Run;
  readonly measured: MeasuredRun;
  /** Series of the seconds that are compared. */
  readonly summary: Summary;
  /** Summary of the whole run. */
  readonly judged: Validity;
  /** The target's use in the seconds that are compared; null or none where nothing tells. */
  readonly target?: TargetUse | null;
}

/** The series of a run, which knows the turns that it took. */
export function seriesOfRun({ run, measured: { series } }: Pick<ReadRun, 'run' | 'measured'>): RunSeries {
  return inTurns(run, series);
}

/** A series of any part of a run, which knows the turns that the run took. */
export function inTurns({ turns }: Pick<Run, 'turns'>, series: RunSeries): RunSeries {
  return turns && !turns.pilot ? { ...series, turns } : series;
}

/** The samples of a run that are compared: the measured ones, or those of a window. */
export function selectCompared(samples: readonly Sample[], window: ComparedWindow | null): Sample[] {
  return samples.filter((sample) => !sample.warmup && (!window || (sample.second >= window.from && sample.second < window.to)));
}

/** `charted`: the first of its arm; `windowed`: the run's own summary speaks of more seconds than are compared. */
export interface ReadOptions {
  readonly grid: RunGrid;
  readonly charted: boolean;
  readonly windowed: boolean;
}

/** `measured`: the samples that are compared. */
export function readRun(
  { run, samples, target = null }: ArmRun,
  measured: readonly Sample[],
  { grid, charted, windowed }: ReadOptions,
): ReadRun {
  return {
    run,
    measured: measureRun(measured, grid, { requests: listRequests(run.plan), charted }),
    summary: (windowed ? null : run.summary) ?? summarise(measured, run.plan.errorStatuses),
    judged: run.validity ?? judgeValidity(run.plan, samples),
    target,
  };
}
