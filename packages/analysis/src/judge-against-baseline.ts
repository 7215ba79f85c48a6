/** Holds a run that completed against the baseline of its plan, before it is ended, so that its end carries the verdict. */
import type { Run } from '@plimsoll/contracts/run';
import type { Sample } from '@plimsoll/contracts/sample';
import type { BaselineVerdict } from '@plimsoll/contracts/verdict';
import { baselineVerdict } from '@plimsoll/statistics/baseline-verdict';
import { compareArms } from '@plimsoll/statistics/compare';
import { baselineOfPlan } from '@plimsoll/store/baselines';
import type { Db } from '@plimsoll/store/db';
import { findComparedRun } from '@plimsoll/store/runs';
import { readSamples } from '@plimsoll/store/samples';
import { floorOptions, planNoiseFloor } from './plan-noise-floor.ts';

export interface JudgedRun {
  readonly teamId: string;
  readonly runId: string;
  /** What the run's row does not have yet. */
  readonly end: Pick<Run, 'state' | 'summary' | 'validity'>;
}

/** Null: the run did not complete, belongs to no plan, or the plan has no baseline. */
export async function judgeAgainstBaseline(
  db: Db,
  { teamId, runId, end }: JudgedRun,
  samples: readonly Sample[],
): Promise<BaselineVerdict | null> {
  if (end.state !== 'completed') return null;
  const run = await findComparedRun(db, teamId, runId);
  const planId = run?.planId ?? null;
  const baseline = planId === null ? null : (await baselineOfPlan(db, teamId, planId))?.run;
  if (!run || planId === null || !baseline || baseline.id === runId) return null;
  const floor = await planNoiseFloor(db, { teamId, planId, except: [baseline.id, runId] });
  const base = [{ run: baseline, samples: await readSamples(db, teamId, baseline.id) }];
  const candidates = [[{ run: { ...run, ...end }, samples }]];
  return baselineVerdict(baseline.id, compareArms({ base, candidates, ...floorOptions(floor) }));
}
