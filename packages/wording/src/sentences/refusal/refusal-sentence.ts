/** The refusal of a schema's issue or of a target, as a sentence. */
import { type IssueText, type Refusal, toIssueText } from '@plimsoll/contracts/refusal';
import { refusalWords } from '../../en/plan/refusal.ts';
import { isSaid, say } from '../../words.ts';

/** The values that write two braces, which no catalogue can hold as they are. */
const braces = { opener: '{{', braces: '{{"{{"}}' };

/** The sentence of an issue of a contract's schema; Zod's own sentences stay as they are. */
export function issueSentence({ message, values }: IssueText): string {
  if (!isSaid(refusalWords, message)) return message;
  return say(refusalWords[message], { ...values, ...braces });
}

export function refusalSentence(refusal: Refusal): string {
  return issueSentence(toIssueText(refusal));
}
