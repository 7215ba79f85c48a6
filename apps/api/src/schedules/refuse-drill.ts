/** A drill that can never be held is refused where it is asked for. */
import { isDemoAddress } from '@plimsoll/contracts/demo-service';
import { planUrl } from '@plimsoll/contracts/requests';
import { baselineOfPlan } from '@plimsoll/store/baselines';
import { openPlanOfSaved } from '@plimsoll/store/plans';
import { problemWords } from '@plimsoll/wording/en/problem';
import type { ApiContext } from '../context.ts';
import { invalid } from '../http/api-error.ts';

/** Null: it starts no plan. */
export async function refuseDrill({ db, config }: ApiContext, teamId: string, planId: string | null): Promise<void> {
  const plan = planId === null ? null : await openPlanOfSaved(db, teamId, planId, config.secretKey);
  if (!plan || planId === null) throw invalid('/drill', problemWords.schedule.drillOfPlan);
  // Any other target is held against a run of the drill's own.
  if (isDemoAddress(new URL(planUrl(plan)), config.demoPort) && !(await baselineOfPlan(db, teamId, planId)))
    throw invalid('/drill', problemWords.schedule.drillNoBaseline);
}
