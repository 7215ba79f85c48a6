/** Holds a run that completed against the baseline of its plan, before it is ended, so that its end carries the verdict. */

import type { BaselineVerdict } from '@plimsoll/contracts/baseline-verdict';
import type { Run } from '@plimsoll/contracts/run';
import type { Sample } from '@plimsoll/contracts/sample';
import { baselineVerdict } from '@plimsoll/statistics/baseline-verdict';
import { compareReadRuns } from '@plimsoll/statistics/compare';
import { chooseGrids, measureExtent, type RunGrid } from '@plimsoll/statistics/comparison-grid';
import { readRun, selectCompared } from '@plimsoll/statistics/read-run';
import { baselineOfPlan } from '@plimsoll/store/baselines';
import type { Db } from '@plimsoll/store/db';
import { drillOfRun } from '@plimsoll/store/due-schedules';
import { readSampleExtent } from '@plimsoll/store/measured-runs';
import { findComparedRun } from '@plimsoll/store/runs';
import { floorOptions, planNoiseFloor } from '../comparison/plan-noise-floor.ts';
import { readOne } from '../comparison/read-arms.ts';

export interface JudgedRun {
  readonly teamId: string;
  readonly runId: string;
  /** Figures that the run's row does not have yet. */
  readonly end: Pick<Run, 'state' | 'summary' | 'validity'>;
}

/** Null: the run did not complete, belongs to no plan and is no drill of one, or there is nothing to hold it against. */
export async function judgeAgainstBaseline(
  db: Db,
  { teamId, runId, end }: JudgedRun,
  samples: readonly Sample[],
): Promise<BaselineVerdict | null> {
  if (end.state !== 'completed') return null;
  const run = await findComparedRun(db, teamId, runId);
  const drill = run?.planId === null ? await drillOfRun(db, runId) : null;
  const planId = run?.planId ?? drill?.planId ?? null;
  if (!run || planId === null) return null;
  const baseline = drill?.referenceRunId
    ? await findComparedRun(db, teamId, drill.referenceRunId)
    : (await baselineOfPlan(db, teamId, planId))?.run;
  if (!baseline || baseline.id === runId) return null;
  const floor = await planNoiseFloor(db, { teamId, planId, except: [baseline.id, runId] });
  const extent = await readSampleExtent(db, teamId, baseline.id);
  if (!extent) return null;
  const measured = selectCompared(samples, null);
  const grids = chooseGrids([extent], [[measureExtent(measured)]]);
  const [grid, ofRun] = [grids.base[0], grids.candidates[0]?.[0]] as [RunGrid, RunGrid];
  const base = await readOne(db, { teamId, run: baseline, extent, grid, charts: 'none', window: null });
  const candidate = readRun({ run: { ...run, ...end }, samples }, measured, { grid: ofRun, charted: false, windowed: false });
  return baselineVerdict(baseline.id, compareReadRuns({ base: [base], candidates: [[candidate]], ...floorOptions(floor) }));
}
