/** Why something was refused: a schema's issue, a target, as a sentence. */
import { type IssueText, type Refusal, type RefusalCode, toIssueText } from '@plimsoll/contracts/refusal';
import { refusalText } from '../../en/plan/refusal.ts';
import { speakerOf } from '../../speaker.ts';

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
