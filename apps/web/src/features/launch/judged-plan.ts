/** One judgement for form and YAML: the schema, the caps and the target policy, before anything is sent. */
import { type Caps, overCaps } from '@plimsoll/contracts/caps';
import { type Plan, planSchema } from '@plimsoll/contracts/plan';
import { type FieldProblem, fieldProblems } from '@plimsoll/contracts/problem';
import type { System } from '@plimsoll/contracts/system';
import { judgeUrl } from '@plimsoll/contracts/target-policy';
import { parseTargetUrl } from '@plimsoll/contracts/target-url';
import { type FormValues, formToPlan } from './form-values.ts';

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

/** What the operator's limits say to a plan that is well formed. */
export function beyondLimits(plan: Plan, system: System | undefined): FieldProblem[] {
  if (!system) return [];
  const refusal = targetRefusal(plan.target.url, system);
  return [...(refusal ? [{ field: '/target/url', message: refusal }] : []), ...overCaps(plan, system.caps as Caps)];
}

function targetRefusal(text: string, system: System): string | null {
  const parsed = parseTargetUrl(text);
  return 'error' in parsed ? null : judgeUrl({ ...system.targets, ownPorts: [] }, parsed.url);
}
