/** The smallest change a plan's setup can see: as an A/A experiment measured it, else learned from the plan's history. */
import { learnedNoiseFloor } from '@plimsoll/statistics/learned-noise-floor';
import { noiseFloorOfPlan, type PlanNoiseFloor, trendRuns } from '@plimsoll/store/baselines';
import type { Db } from '@plimsoll/store/db';

/** `except`: runs that are being compared, which must not explain their own difference away. */
export async function noiseFloorFor(
  db: Db,
  teamId: string,
  planId: string,
  except: readonly string[] = [],
): Promise<PlanNoiseFloor | null> {
  const measured = await noiseFloorOfPlan(db, planId);
  if (measured !== null) return measured;
  return learnedNoiseFloor((await trendRuns(db, teamId, planId)).filter(({ id }) => !except.includes(id)));
}
