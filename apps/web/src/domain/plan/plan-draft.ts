/** The last well-formed plan of the launch form, for pages that start from "what I was about to run". Gone with the tab: it may hold secrets. */
import { type Plan, planSchema } from '@plimsoll/contracts/plan';
import { z } from 'zod';

const key = 'plimsoll.plan-draft';
const draftSchema = z.object({ plan: planSchema, source: z.uuid().nullable() });

export interface PlanDraft {
  readonly plan: Plan;
  /** Id of the run or saved plan the form was opened from: its stored secrets stand behind the masked ones. */
  readonly source: string | null;
}

export function keepPlanDraft(draft: PlanDraft): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(draft));
  } catch {
    // Files may be larger than the browser keeps; an older plan would be worse than none.
    sessionStorage.removeItem(key);
  }
}

/** A draft that names no client was kept before there was a choice: it went over raw sockets, and goes on to. */
function withClient(kept: { plan: { connection: object } } | null): unknown {
  return kept && { ...kept, plan: { ...kept.plan, connection: { client: 'wire', ...kept.plan.connection } } };
}

export function loadPlanDraft(): PlanDraft | null {
  try {
    return draftSchema.safeParse(withClient(JSON.parse(sessionStorage.getItem(key) ?? 'null'))).data ?? null;
  } catch {
    return null;
  }
}
