/** One judgement for form and YAML: the schema, the caps and the target policy, before anything is sent. */
import { type Plan, planSchema } from '@plimsoll/contracts/plan';
import type { System } from '@plimsoll/contracts/system';
import { beyondLimits } from '../../domain/plan/plan-limits.ts';
import { type Judged, judgeBy } from '../../ui/form/judged.ts';
import type { FormValues } from './form-values.ts';
import { formToPlan } from './plan-form.ts';

/** A plan over the limits is there to be shown, and has problems. */
export type JudgedPlan = Judged<Plan>;

export function judgeForm(values: FormValues, system: System | undefined): JudgedPlan {
  const { input, problems: unread } = formToPlan(values);
  const { body, problems } = judgeBy(planSchema, input);
  const known = new Set(unread.map((problem) => problem.field));
  if (!body) return { body: null, problems: [...unread, ...problems.filter(({ field }) => !known.has(field))] };
  return { body: unread.length > 0 ? null : body, problems: [...unread, ...beyondLimits(body, system)] };
}
