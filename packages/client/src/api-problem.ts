/** A refusal of the API as an error, and the problem that stands for an answer which is none of the API's. */
import type { FieldProblem, Problem } from '@plimsoll/contracts/problem';
import { serverWords } from '@plimsoll/wording/en/form';

/** An answer of the API that is a problem. `errors` carry JSON pointers, for the text beside a form's field. */
export class ApiProblem extends Error {
  readonly problem: Problem;
  /** The server that did not answer; null where one did, or where it is that of the page. */
  readonly silent: string | null;
  constructor(problem: Problem, silent: string | null = null) {
    super(problem.detail || problem.title);
    this.name = 'ApiProblem';
    this.problem = problem;
    this.silent = silent;
  }
  get errors(): readonly FieldProblem[] {
    const { errors, field, detail } = this.problem;
    return errors ?? (field === undefined ? [] : [{ field, message: detail }]);
  }
}

export function isProblem(error: unknown, code?: Problem['code']): error is ApiProblem {
  return error instanceof ApiProblem && (code === undefined || error.problem.code === code);
}

/** The problem in an answer that is not a good one. */
export async function readProblem(response: Response): Promise<Problem> {
  const body: unknown = await response.json().catch(() => null);
  if (isOurs(body)) return body;
  const message = body !== null && typeof body === 'object' && 'message' in body ? String(body.message) : '';
  return made(response.status, codeForStatus(response.status), message || serverWords.answered({ status: response.status }));
}

/** Not by its schema: the page of a stranger does without schemas. */
function isOurs(body: unknown): body is Problem {
  const { code, detail, errors = [] } = (body ?? {}) as Readonly<Record<string, unknown>>;
  return typeof code === 'string' && typeof detail === 'string' && Array.isArray(errors);
}

/** All that a server has against what it was sent. */
export function problemText({ detail, title, errors, hint }: Problem): string {
  const fields = (errors ?? []).map(({ field, message }) => `${field || '/'}: ${message}`);
  return [detail || title, ...fields.filter((one) => !one.endsWith(detail)), hint].filter(Boolean).join('\n');
}

/** No answer came. */
export function unreachable(): Problem {
  return made(0, 'unavailable', serverWords.unreachable);
}

function codeForStatus(status: number): Problem['code'] {
  if (status === 401) return 'not_signed_in';
  if (status === 403) return 'forbidden';
  if (status === 404) return 'not_found';
  if (status === 429) return 'too_many_requests';
  return status >= 500 ? 'unavailable' : 'invalid_input';
}

function made(status: number, code: Problem['code'], detail: string): Problem {
  return { type: 'about:blank', title: detail, status, code, detail };
}
