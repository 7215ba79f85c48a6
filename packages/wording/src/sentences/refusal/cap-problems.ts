/** What a plan asks for more of than it may, in sentences. Apart from other refusals: a page without plans need not load what a plan is. */
import { type Caps, type OverCap, overCaps } from '@plimsoll/contracts/caps';
import { formatDuration } from '@plimsoll/contracts/duration';
import type { Plan } from '@plimsoll/contracts/plan';
import type { FieldProblem } from '@plimsoll/contracts/problem';
import { refusalText } from '../../en/plan/refusal.ts';
import { speakerOf } from '../../speaker.ts';

const say = speakerOf(refusalText);

/** Every cap the plan is over, each naming cap and value. Pointers are relative to the plan. */
export function capProblems(plan: Plan, caps: Caps): FieldProblem[] {
  return overCaps(plan, caps).map(capProblem);
}

function capProblem({ field, what, ...over }: OverCap): FieldProblem {
  const show = (value: number) => (what === 'duration' || what === 'timeout' ? formatDuration(value) : value);
  const [got, cap] = [show(over.got), show(over.cap)];
  return {
    field,
    message: say('overCap.message', { what: say(`overCap.${what}`), got, cap }),
    got: String(got),
    allowed: say('overCap.allowed', { cap }),
  };
}
