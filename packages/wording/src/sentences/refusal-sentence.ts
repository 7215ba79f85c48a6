/** Why something was refused: a schema's issue, a target, a cap, as a sentence. */
import { type Caps, type OverCap, overCaps } from '@plimsoll/contracts/caps';
import { formatDuration } from '@plimsoll/contracts/duration';
import type { Plan } from '@plimsoll/contracts/plan';
import type { FieldProblem } from '@plimsoll/contracts/problem';
import { type IssueText, type Refusal, type RefusalCode, toIssueText } from '@plimsoll/contracts/refusal';
import { refusalText } from '../en/refusal.ts';
import { speakerOf } from '../speaker.ts';

const say = speakerOf(refusalText);

/** What two braces are written as, which no catalogue can hold as they are. */
const braces = { opener: '{{', braces: '{{"{{"}}' };

function isCode(text: string): text is RefusalCode {
  return Object.hasOwn(refusalText.refusal, text);
}

/** What an issue of a contract's schema says; what Zod says by itself stays as it is. */
export function issueSentence({ message, values }: IssueText): string {
  if (!isCode(message)) return message;
  // Which values a code has is checked where it is raised.
  const anyValues = say as (key: string, values: IssueText['values']) => string;
  return anyValues(`refusal.${message}`, { ...values, ...braces });
}

export function refusalSentence(refusal: Refusal): string {
  return issueSentence(toIssueText(refusal));
}

/** Every cap the plan is over, each naming cap and value. Pointers are relative to the plan. */
export function capProblems(plan: Plan, caps: Caps): FieldProblem[] {
  return overCaps(plan, caps).map(capProblem);
}

function capProblem({ field, what, ...over }: OverCap): FieldProblem {
  const show = what === 'duration' || what === 'timeout' ? formatDuration : String;
  const [got, cap] = [show(over.got), show(over.cap)];
  return {
    field,
    message: say('overCap.message', { what: say(`overCap.${what}`), got, cap }),
    got,
    allowed: say('overCap.allowed', { cap }),
  };
}
