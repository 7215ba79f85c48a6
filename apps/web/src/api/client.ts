/** The one way to the API: JSON in, JSON out, every answer parsed with the contracts' schema, every refusal an {@link ApiProblem}. */
import { parseKnown } from '@plimsoll/contracts/known-keys';
import { type FieldProblem, type Problem, problemSchema } from '@plimsoll/contracts/problem';
import { serverWords } from '@plimsoll/wording/en/form';
import type { z } from 'zod';

/** An answer of the API that is a problem. `errors` carry JSON pointers, for the text beside a form's field. */
export class ApiProblem extends Error {
  readonly problem: Problem;
  constructor(problem: Problem) {
    super(problem.detail || problem.title);
    this.name = 'ApiProblem';
    this.problem = problem;
  }
  get errors(): readonly FieldProblem[] {
    const { errors, field, detail } = this.problem;
    return errors ?? (field === undefined ? [] : [{ field, message: detail }]);
  }
}

export function isProblem(error: unknown, code?: Problem['code']): error is ApiProblem {
  return error instanceof ApiProblem && (code === undefined || error.problem.code === code);
}

interface Options {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly body?: unknown;
  /** CSV, in place of a body. */
  readonly table?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  /** A status of 400 or above whose answer is what was asked for all the same. */
  readonly answersWith?: number;
}

async function send(path: string, options: Options): Promise<Response> {
  const { method = 'GET', body, table, headers, signal, answersWith } = options;
  const type = table !== undefined ? 'text/csv' : body === undefined ? null : 'application/json';
  let response: Response;
  try {
    response = await fetch(path, {
      method,
      credentials: 'same-origin',
      // A removal goes on after its page is left.
      keepalive: method === 'DELETE',
      headers: { accept: 'application/json', ...(type === null ? {} : { 'content-type': type }), ...headers },
      ...(type === null ? {} : { body: table ?? JSON.stringify(body) }),
      ...(signal ? { signal } : {}),
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new ApiProblem(unreachable());
  }
  if (!response.ok && !(response.status === answersWith && isJson(response))) throw new ApiProblem(await readProblem(response));
  return response;
}

/** The API answers with JSON: a proxy that finds it away answers with a page. */
function isJson({ headers }: Response): boolean {
  return headers.get('content-type')?.startsWith('application/json') ?? false;
}

/** Sends and parses. */
export async function request<S extends z.ZodType>(path: string, schema: S, options: Options = {}): Promise<z.output<S>> {
  const response = await send(path, options);
  // The server may have been brought to a newer version since this page was loaded.
  return parseKnown(schema, await response.json());
}

/** Sends where no answer matters. */
export async function command(path: string, options: Options): Promise<void> {
  await send(path, options);
}

/** The problem in an answer that is not a good one. */
export async function readProblem(response: Response): Promise<Problem> {
  const body: unknown = await response.json().catch(() => null);
  const parsed = problemSchema.safeParse(body);
  if (parsed.success) return parsed.data;
  const message = body !== null && typeof body === 'object' && 'message' in body ? String(body.message) : '';
  return made(response.status, codeForStatus(response.status), message || serverWords.answered({ status: response.status }));
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
