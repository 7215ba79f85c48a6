/** Holds a run that completed against the baseline of its plan, before it is ended, so that its end carries the verdict. */
import type { Sample } from '@plimsoll/contracts/sample';
import type { BaselineVerdict } from '@plimsoll/contracts/verdict';
import { baselineVerdict } from '@plimsoll/statistics/baseline-verdict';
import { compareArms } from '@plimsoll/statistics/compare';
import { learnedNoiseFloor } from '@plimsoll/statistics/learned-noise-floor';
import { baselineOfPlan, trendRuns } from '@plimsoll/store/baselines';
import type { Db } from '@plimsoll/store/db';
import type { Finish } from '@plimsoll/store/run-life';
import { findRun } from '@plimsoll/store/runs';
import { samplesOf } from '@plimsoll/store/samples';

/** Null: the run did not complete, belongs to no plan, or the plan has no baseline. */
export async function heldAgainstBaseline(
  db: Db,
  { teamId, runId }: { readonly teamId: string; readonly runId: string },
  finish: Finish,
  samples: readonly Sample[],
): Promise<BaselineVerdict | null> {
  if (finish.state !== 'completed') return null;
  const run = await findRun(db, teamId, runId);
  const baseline = run?.planId ? await baselineOfPlan(db, teamId, run.planId) : null;
  if (!run || !baseline || baseline.run.id === runId) return null;
  const { state, summary, validity } = finish;
  const floor = baseline.noiseFloor ?? learnedNoiseFloor(await trendRuns(db, teamId, run.planId ?? ''));
  const base = [{ run: baseline.run, samples: await samplesOf(db, teamId, baseline.run.id) }];
  const candidates = [[{ run: { ...run, state, summary, validity }, samples }]];
  return baselineVerdict(
    baseline.run.id,
    compareArms({ base, candidates, noiseFloor: floor?.relative ?? null, noiseFloors: floor?.metrics ?? {} }),
  );
}
