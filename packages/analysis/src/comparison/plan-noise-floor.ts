/** The one rule of the smallest change that a plan's setup can see, whoever asks: a comparison, a baseline verdict, an experiment, a trend. */
import { learnedNoiseFloor } from '@plimsoll/statistics/learned-noise-floor';
import { noiseFloorOfPlan, type PlanNoiseFloor, trendRuns } from '@plimsoll/store/baselines';
import type { Db } from '@plimsoll/store/db';

export interface FloorQuestion {
  readonly teamId: string;
  readonly planId: string;
  /** Runs that are being compared or judged: they must not explain their own difference away. */
  readonly except: readonly string[];
}

/** `runs`: that it was learned from, where that is known. */
export type KnownFloor = PlanNoiseFloor & { readonly runs?: number };

/** As an A/A experiment of the plan measured it, else learned from the plan's history; null while neither is known. */
export async function planNoiseFloor(db: Db, { teamId, planId, except }: FloorQuestion): Promise<KnownFloor | null> {
  const measured = await noiseFloorOfPlan(db, planId);
  if (measured !== null) return measured;
  return learnedNoiseFloor((await trendRuns(db, teamId, planId)).filter(({ id }) => !except.includes(id)));
}

/** A floor as a comparison takes it. */
export function floorOptions(floor: KnownFloor | null): {
  readonly noiseFloor: number | null;
  readonly noiseFloors: PlanNoiseFloor['metrics'];
  readonly noiseRuns?: number;
} {
  return {
    noiseFloor: floor?.relative ?? null,
    noiseFloors: floor?.metrics ?? {},
    ...(floor?.runs === undefined ? {} : { noiseRuns: floor.runs }),
  };
}
