/** The caps that a plan exceeds, in sentences. Apart from other refusals: a page without plans need not load the schema of plans. */
import { type Caps, type OverCap, overCaps } from '@plimsoll/contracts/caps';
import { formatDuration } from '@plimsoll/contracts/duration';
import type { Plan } from '@plimsoll/contracts/plan';
import type { FieldProblem } from '@plimsoll/contracts/problem';
import { overCapWords } from '../../en/plan/over-cap.ts';

/** Every cap the plan is over, each naming cap and value. Pointers are relative to the plan. */
export function capProblems(plan: Plan, caps: Caps): FieldProblem[] {
  return overCaps(plan, caps).map(capProblem);
}

/** One of them. */
export function capProblem({ field, what, ...over }: OverCap): FieldProblem {
  const show = (value: number) => (what === 'duration' || what === 'timeout' ? formatDuration(value) : value);
  const [got, cap] = [show(over.got), show(over.cap)];
  return {
    field,
    message: overCapWords.message({ what: overCapWords[what], got, cap }),
    got: String(got),
    allowed: overCapWords.allowed({ cap }),
  };
}
