/** Why a question was not answered, as a value with a code. The API maps codes to HTTP statuses. */
import type { FieldProblem } from '@plimsoll/contracts/problem';

/**
 * `bad_question`: what was asked makes no sense; `problem` says where. `unknown_run`: none of the team's. `run_not_over`: it has
 * no figures yet. `given_up`: the thread ended before it had the answer. `closed`: asked of an analysis that is closed.
 */
export type AnalysisErrorCode = 'bad_question' | 'unknown_run' | 'run_not_over' | 'given_up' | 'closed';

export class AnalysisError extends Error {
  readonly code: AnalysisErrorCode;
  readonly problem: FieldProblem | null;

  constructor(code: AnalysisErrorCode, message: string, problem: FieldProblem | null = null) {
    super(message);
    this.name = 'AnalysisError';
    this.code = code;
    this.problem = problem;
  }
}

/** What was asked makes no sense at one field, a JSON pointer into the request. */
export function badQuestion(field: string, message: string, more: Omit<FieldProblem, 'field' | 'message'> = {}): AnalysisError {
  return new AnalysisError('bad_question', message, { field, message, ...more });
}

/** An unknown id, a deleted one and another team's are not told apart. */
export function unknownRun(): AnalysisError {
  return new AnalysisError('unknown_run', 'There is no such run.');
}
