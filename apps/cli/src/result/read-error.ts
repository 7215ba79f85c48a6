/** What an error that ends a command says, and by which exit code it ends. */
import { isProblem, problemText } from '@plimsoll/client/api-problem';
import { ImportError } from '@plimsoll/import/import-error';
import { commandWords } from '@plimsoll/wording/command-words';
import { refusalSentence } from '@plimsoll/wording/refusal-sentence';
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
    if (error.silent !== null) return { reason: 'lost', message: commandWords.fault.noAnswer({ server: error.silent }) };
    const { status } = error.problem;
    // A server that takes no more for now is none that finds the call wrong.
    const isAway = status === 0 || status === 429 || status >= 500;
    const message = problemText(error.problem);
    if (error.problem.code === 'not_signed_in') return { reason: 'usage', message: `${message} ${commandWords.fault.otherToken}` };
    return { reason: isAway ? 'lost' : 'usage', message };
  }
  if (error instanceof Error && error.name === 'AbortError') return { reason: 'stopped', message: '' };
  return { reason: 'lost', message: error instanceof Error ? error.message : String(error) };
}
