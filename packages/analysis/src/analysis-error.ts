/**
 * Why a question was not answered, as a code with its values: the API maps codes to HTTP statuses, and wording makes the sentence,
 * which is the message, too.
 */
import type { FieldProblem } from '@plimsoll/contracts/problem';
import { type AnalysisFailure, analysisSentence, type FailureValues } from '@plimsoll/wording/failure-sentence';

/**
 * `no_such_region`, `no_such_request`, `not_kept_by_request`: what was asked makes no sense; `place` says where. `unknown_run`: none of the team's.
 * `run_not_over`: it has no figures yet. `samples_gone`: its team keeps them no longer. `…_given_up`: the thread ended before it had the answer. `closed`: asked of an analysis that is
 * closed. `too_many_questions`: whoever asks has so many waiting; `asker_gone`: nobody waits for the answer any more.
 */
export type AnalysisErrorCode = AnalysisFailure;

/** Where in the request, as a JSON pointer, and what was there. */
export type QuestionPlace = Omit<FieldProblem, 'message'>;

export class AnalysisError extends Error {
  readonly code: AnalysisErrorCode;
  readonly values: FailureValues;
  readonly place: QuestionPlace | null;

  constructor(code: AnalysisErrorCode, values: FailureValues = {}, place: QuestionPlace | null = null) {
    super(analysisSentence(code, values));
    this.name = 'AnalysisError';
    this.code = code;
    this.values = values;
    this.place = place;
  }
}

/** An unknown id, a deleted one and another team's are not told apart. */
export function unknownRun(): AnalysisError {
  return new AnalysisError('unknown_run');
}
