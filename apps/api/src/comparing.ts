/** Fetches the runs of two arms and compares them. */
import type { ComparisonResult } from '@plimsoll/contracts/comparison';
import { isTerminal } from '@plimsoll/contracts/run';
import { type ArmRun, compareArms } from '@plimsoll/statistics/compare';
import type { PlanNoiseFloor } from '@plimsoll/store/baselines';
import { findRun } from '@plimsoll/store/runs';
import { samplesOf } from '@plimsoll/store/samples';
import type { Pool } from 'pg';
import { ApiError, invalid, notFound } from './api-error.ts';
import { atMost } from './at-most.ts';
import { noiseFloorFor } from './noise-floor.ts';

/** The most runs one comparison takes, both arms together. */
export const mostRuns = 50;
// Histograms of 50 long runs are large: one comparison at a time keeps the process small.
const oneAtATime = atMost(1);

export interface Arms {
  readonly base: readonly string[];
  readonly candidate: readonly string[];
  /** Only these seconds of every run. */
  readonly window?: { readonly fromSecond: number; readonly toSecond: number } | undefined;
}

/** The noise floor of the plan, where all runs are of one. */
async function sharedNoiseFloor(db: Pool, teamId: string, runs: readonly ArmRun[]): Promise<PlanNoiseFloor | null> {
  const [planId, ...others] = new Set(runs.map(({ run }) => run.planId));
  if (!planId || others.length > 0) return null;
  return noiseFloorFor(
    db,
    teamId,
    planId,
    runs.map(({ run }) => run.id),
  );
}

function refuse({ base, candidate }: Arms): void {
  if (base.length + candidate.length > mostRuns)
    throw invalid('/candidate', `A comparison takes at most ${mostRuns} runs in all.`, {
      got: String(base.length + candidate.length),
      allowed: `at most ${mostRuns}`,
    });
  for (const [field, arm] of [
    ['/base', base],
    ['/candidate', candidate],
  ] as const)
    if (new Set(arm).size < arm.length) throw invalid(field, 'A run is named twice in this arm.');
  if (base.some((id) => candidate.includes(id))) throw invalid('/candidate', 'A run cannot be compared with itself.');
}

/** Throws ApiError: 400 for arms that make no sense, 404 for runs that are not the team's, 409 for runs that are not over. */
export async function compareRuns(db: Pool, teamId: string, arms: Arms): Promise<ComparisonResult> {
  refuse(arms);
  const fetched = async (ids: readonly string[]): Promise<ArmRun[]> => {
    const runs: ArmRun[] = [];
    for (const id of ids) {
      const run = await findRun(db, teamId, id);
      if (!run) throw notFound('run');
      if (!isTerminal(run.state)) throw new ApiError('conflict', `The run "${run.plan.name}" is not over yet.`);
      runs.push({ run, samples: await samplesOf(db, teamId, id) });
    }
    return runs;
  };
  return oneAtATime(async () => {
    const base = await fetched(arms.base);
    const candidate = await fetched(arms.candidate);
    const floor = await sharedNoiseFloor(db, teamId, [...base, ...candidate]);
    const noiseFloors = floor?.metrics ?? {};
    return compareArms({
      base,
      candidate,
      noiseFloor: floor?.relative ?? null,
      noiseFloors,
      ...(arms.window ? { window: arms.window } : {}),
    });
  });
}
