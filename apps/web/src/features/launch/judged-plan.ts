/** One judgement for form and YAML: the schema, the caps and the target policy, before anything is sent. */
import { type Plan, planSchema } from '@plimsoll/contracts/plan';
import { type FieldProblem, fieldProblems } from '@plimsoll/contracts/problem';
import type { System } from '@plimsoll/contracts/system';
import { beyondLimits } from '../../domain/plan/plan-limits.ts';
import type { FormValues } from './form-values.ts';
import { formToPlan } from './plan-form.ts';

export interface Judged {
  /** null while the schema refuses it. */
  readonly plan: Plan | null;
  readonly problems: readonly FieldProblem[];
}

export function judgeForm(values: FormValues, system: System | undefined): Judged {
  const { input, problems } = formToPlan(values);
  const parsed = planSchema.safeParse(input);
  if (!parsed.success) {
    const known = new Set(problems.map((problem) => problem.field));
    return { plan: null, problems: [...problems, ...fieldProblems(parsed.error, input).filter((problem) => !known.has(problem.field))] };
  }
  return { plan: problems.length > 0 ? null : parsed.data, problems: [...problems, ...beyondLimits(parsed.data, system)] };
}
