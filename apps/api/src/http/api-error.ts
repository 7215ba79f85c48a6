/** An error as a value with a code; error-handler.ts writes it as `application/problem+json`. */
import { type FieldProblem, fieldProblems, type ProblemCode } from '@plimsoll/contracts/problem';
import type { Missing } from '@plimsoll/wording/en/problem';
import { problemWords } from '@plimsoll/wording/en/problem';
import { issueSentence } from '@plimsoll/wording/refusal-sentence';
import { formatLength } from '@plimsoll/wording/time';
import type { z } from 'zod';

const statuses: Readonly<Record<ProblemCode, number>> = {
  invalid_input: 400,
  invalid_json: 400,
  unsupported_content_type: 415,
  too_large: 413,
  not_signed_in: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  last_owner: 409,
  idempotency_key_reused: 409,
  run_finished: 409,
  target_refused: 400,
  over_cap: 400,
  not_enough_workers: 409,
  too_many_requests: 429,
  unavailable: 503,
  internal: 500,
};

export function statusOf(code: ProblemCode): number {
  return statuses[code];
}

export class ApiError extends Error {
  readonly code: ProblemCode;
  readonly errors: readonly FieldProblem[];
  readonly headers: Readonly<Record<string, string>>;
  readonly status: number;

  constructor(
    code: ProblemCode,
    detail: string,
    errors: readonly FieldProblem[] = [],
    headers: Readonly<Record<string, string>> = {},
    status: number = statusOf(code),
  ) {
    super(detail);
    this.name = 'ApiError';
    this.code = code;
    this.errors = errors;
    this.headers = headers;
    this.status = status;
  }
}

/** A refusal for now: its sentence and `Retry-After` say after how many whole seconds to try again. */
export function notNow(code: 'too_many_requests' | 'over_cap' | 'unavailable', reason: string, seconds: number): ApiError {
  const detail = problemWords.general.again({ reason, time: formatLength(seconds * 1000) });
  const status = statusOf(code === 'over_cap' ? 'too_many_requests' : code);
  return new ApiError(code, detail, [], { 'retry-after': String(seconds) }, status);
}

/** The one 404: an unknown id, a deleted one and another team's are not told apart. */
export function notFound(what: Missing): ApiError {
  return new ApiError('not_found', problemWords.notFound[what]);
}

/** The error for an input that a schema refused. */
export function invalidInput(refused: z.ZodError, input: unknown): ApiError {
  const errors = fieldProblems(refused, input, issueSentence);
  return new ApiError('invalid_input', errors[0]?.message ?? problemWords.general.invalidInput, errors);
}

/** Bad input at one field. */
export function invalid(field: string, message: string, more: Omit<FieldProblem, 'field' | 'message'> = {}): ApiError {
  return new ApiError('invalid_input', message, [{ field, message, ...more }]);
}
