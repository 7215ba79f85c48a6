/** Fetches the runs of the arms and compares them; the numbers may be kept. */
import type { ComparedWindow, Comparison, ComparisonResult } from '@plimsoll/contracts/comparison';
import { isTerminal } from '@plimsoll/contracts/run';
import { type ArmRun, compareArms } from '@plimsoll/statistics/compare';
import type { PlanNoiseFloor } from '@plimsoll/store/baselines';
import { insertComparison } from '@plimsoll/store/comparisons';
import type { DbPool } from '@plimsoll/store/db';
import { findRun } from '@plimsoll/store/runs';
import { samplesOf } from '@plimsoll/store/samples';
import { ApiError, invalid, notFound } from '../http/api-error.ts';
import { noiseFloorFor } from './noise-floor.ts';

/** The most runs one comparison takes, all arms together. */
export const mostRuns = 50;

export interface Arms {
  readonly base: readonly string[];
  /** One to four, each against the base. */
  readonly candidates: readonly (readonly string[])[];
  readonly window: ComparedWindow | null;
}

/** The noise floor of the plan, where all runs are of one. */
async function sharedNoiseFloor(db: DbPool, teamId: string, runs: readonly ArmRun[]): Promise<PlanNoiseFloor | null> {
  const [planId, ...others] = new Set(runs.map(({ run }) => run.planId));
  if (!planId || others.length > 0) return null;
  return noiseFloorFor(
    db,
    teamId,
    planId,
    runs.map(({ run }) => run.id),
  );
}

/** Throws ApiError 400 for arms that make no sense. `fieldOf`: where the caller names the candidate of this place, or all of them. */
export function refuseArms({ base, candidates }: Arms, fieldOf: (index: number | null) => string): void {
  const arms = [['/base', base], ...candidates.map((arm, index) => [fieldOf(index), arm] as const)] as const;
  const all = arms.flatMap(([, arm]) => arm);
  if (all.length > mostRuns)
    throw invalid(fieldOf(null), `A comparison takes at most ${mostRuns} runs in all.`, {
      got: String(all.length),
      allowed: `at most ${mostRuns}`,
    });
  const seen = new Set<string>();
  for (const [field, arm] of arms) {
    if (new Set(arm).size < arm.length) throw invalid(field, 'A run is named twice in this arm.');
    if (field !== '/base' && arm.some((id) => base.includes(id))) throw invalid(field, 'A run cannot be compared with itself.');
    if (arm.some((id) => seen.has(id))) throw invalid(field, 'A run is part of two arms.');
    for (const id of arm) seen.add(id);
  }
}

/** The arms have passed `refuseArms`. Throws ApiError: 404 for runs that are not the team's, 409 for runs that are not over. */
export async function compareRuns(db: DbPool, teamId: string, arms: Arms): Promise<ComparisonResult> {
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
  const base = await fetched(arms.base);
  const candidates: ArmRun[][] = [];
  for (const arm of arms.candidates) candidates.push(await fetched(arm));
  const floor = await sharedNoiseFloor(db, teamId, [...base, ...candidates.flat()]);
  return compareArms({
    base,
    candidates,
    noiseFloor: floor?.relative ?? null,
    noiseFloors: floor?.metrics ?? {},
    window: arms.window,
  });
}

/** Who keeps a comparison, under which title; without one it is named after its runs. */
export interface Keeping {
  readonly userId: string | null;
  readonly title: string;
}

/** Keeps the numbers as they are now. */
export async function keepComparison(
  db: DbPool,
  teamId: string,
  { base, candidates }: Arms,
  result: ComparisonResult,
  { userId, title }: Keeping,
): Promise<Comparison> {
  return insertComparison(db, teamId, {
    userId,
    title: title || nameOf(result),
    baseRunIds: base,
    candidateRunIds: candidates,
    result,
  });
}

function nameOf({ base, candidates }: ComparisonResult): string {
  const names = [base, ...candidates].map((arm) => arm.runs[0]?.name ?? '');
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`.slice(0, 200);
}
