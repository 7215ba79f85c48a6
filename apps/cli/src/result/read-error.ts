/** What an error that ends a command says, and by which exit code it ends. */
import { type ApiProblem, isProblem, problemText } from '@plimsoll/client/api-problem';
import { ImportError } from '@plimsoll/import/import-error';
import { commandWords } from '@plimsoll/wording/command-words';
import { refusalSentence } from '@plimsoll/wording/refusal-sentence';
import { formatLength } from '@plimsoll/wording/time';
import type { ExitReason } from './exit-code.ts';
import { Fault } from './fault.ts';

export interface ErrorRead {
  readonly reason: ExitReason;
  readonly message: string;
}

export function readError(error: unknown): ErrorRead {
  if (error instanceof Fault) return { reason: error.reason, message: error.message };
  if (error instanceof ImportError) return { reason: 'usage', message: refusalSentence(error.refusal) };
  if (isProblem(error)) {
    const { status } = error.problem;
    // A server that takes no more for now is none that finds the call wrong.
    const isAway = status === 0 || status === 429 || status >= 500;
    return { reason: isAway ? 'lost' : 'usage', message: withAgain(error) };
  }
  if (error instanceof Error && error.name === 'AbortError') return { reason: 'stopped', message: '' };
  return { reason: 'lost', message: error instanceof Error ? error.message : String(error) };
}

/** Says when to try again, where the server does and its words do not. */
function withAgain({ problem, retryAfterSeconds }: ApiProblem): string {
  const text = problemText(problem);
  if (retryAfterSeconds === null || new RegExp(`\\b${retryAfterSeconds}\\ss\\b`).test(text)) return text;
  return `${text} ${commandWords.fault.again({ time: formatLength(retryAfterSeconds * 1000) })}`;
}
