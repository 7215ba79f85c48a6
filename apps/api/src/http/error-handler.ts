/** The one place where errors become answers: `application/problem+json`, bad input never a 500, our own faults never in detail. */
import { AnalysisError } from '@plimsoll/analysis/analysis-error';
import { type FieldProblem, maskedSecret, type Problem, type ProblemCode } from '@plimsoll/contracts/problem';
import { isDatabaseAway } from '@plimsoll/store/database-outage';
import { isReadOnly } from '@plimsoll/store/read-only';
import { StoreError } from '@plimsoll/store/store-error';
import { problemWords } from '@plimsoll/wording/en/problem';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { ApiError, invalidInput, notFound, notNow, statusOf } from './api-error.ts';
import { isTooLarge, tooLarge } from './body-limit.ts';
import { revisionTag } from './if-match.ts';
import { requestIdHeader } from './request-id.ts';

/** A URL's user name and password, and its secret query values, never come back in an error. */
function withoutUrlSecrets(text: string): string {
  return text
    .replace(/\/\/[^/@\s]*@/g, `//${maskedSecret}@`)
    .replace(/([?&][^=&#\s]*(?:token|secret|pass|key|auth)[^=&#\s]*=)[^&#\s"]*/gi, `$1${maskedSecret}`);
}

/** Contents of bodies, files and data rows are not told back at all: a secret may stand anywhere in them. */
const contents = /\/(?:body|base64|data\/text)$/;

function withoutSecrets({ got, ...error }: FieldProblem): FieldProblem {
  return got === undefined || contents.test(error.field) ? error : { ...error, got: withoutUrlSecrets(got) };
}

export function buildProblem(
  code: ProblemCode,
  detail: string,
  options: { errors?: readonly FieldProblem[]; requestId?: string; status?: number } = {},
): Problem {
  const problem: Problem = {
    type: `urn:plimsoll:problem:${code}`,
    title: problemWords.title[code],
    status: options.status ?? statusOf(code),
    code,
    detail,
  };
  const errors = (options.errors ?? []).map(withoutSecrets);
  const first = errors[0];
  if (first) {
    problem.field = first.field;
    if (first.got !== undefined) problem.got = first.got;
    if (first.allowed !== undefined) problem.allowed = first.allowed;
    if (first.hint !== undefined) problem.hint = first.hint;
    problem.errors = errors;
  }
  if (options.requestId) problem.requestId = options.requestId;
  return problem;
}

export function sendProblem(reply: FastifyReply, problem: Problem): FastifyReply {
  return reply
    .code(problem.status)
    .header('content-type', 'application/problem+json; charset=utf-8')
    .header('cache-control', 'no-store')
    .serializer((body: unknown) => JSON.stringify(body))
    .send(problem);
}

/** An input that a route's schema refused; Fastify gives the part of the request it is about as `validationContext`. */
export class InputError extends Error {
  readonly zod: z.ZodError;
  readonly input: unknown;
  validationContext?: string;

  constructor(zod: z.ZodError, input: unknown) {
    super('the input does not fit the schema');
    this.name = 'InputError';
    this.zod = zod;
    this.input = input;
  }
}

function fromInput(error: InputError): ApiError {
  // An id of the wrong shape is as unknown as any other.
  if (error.validationContext === 'params') return new ApiError('not_found', problemWords.notFound.anything);
  return invalidInput(error.zod, error.input);
}

const byFastifyCode = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ['unsupported_content_type', () => problemWords.body.sendJson],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: ['invalid_input', () => problemWords.body.wrongLength],
  FST_ERR_CTP_INVALID_JSON_BODY: ['invalid_json', () => problemWords.body.notJson],
  FST_ERR_BAD_URL: ['invalid_input', () => problemWords.general.unreadablePath],
} as const;
const isFastifyCode = (code: string): code is keyof typeof byFastifyCode => Object.hasOwn(byFastifyCode, code);
/** No room: for a file of ours, or for Postgres (SQLSTATE disk_full). */
const fullDisks = new Map([
  ['ENOSPC', () => problemWords.general.serverDiskFull],
  ['53100', () => problemWords.general.diskFull],
]);
/** Text that Postgres cannot keep, should one slip past the schemas. */
const badTextStates = new Set(['22021', '22P05', '22P02']);

function fromStore(error: StoreError): ApiError {
  switch (error.code) {
    case 'runs_over_cap':
    case 'person_over_cap':
    case 'installation_over_cap':
    case 'experiments_over_cap':
    case 'person_experiments_over_cap':
    case 'installation_experiments_over_cap':
      return new ApiError('over_cap', error.message, [], { 'retry-after': '10' }, 429);
    case 'imports_often':
      return notNow('too_many_requests', error.message, Number(error.values.retryAfterSeconds));
    case 'import_rows':
    case 'import_seconds':
    case 'import_bytes': {
      const { retryAfterSeconds } = error.values;
      // Nobody waits for room that there never is.
      if (retryAfterSeconds === 0) return new ApiError('too_large', error.message);
      return notNow('over_cap', error.message, Number(retryAfterSeconds));
    }
    case 'archive_away':
    case 'file_away':
      return notNow('unavailable', error.message, 5);
    case 'archive_missing':
    case 'archive_damaged':
    case 'archive_newer':
    case 'archive_not_set':
    case 'file_not_kept':
    case 'file_missing':
    case 'file_damaged':
    case 'export_no_archive':
    case 'export_not_ready':
      return new ApiError('conflict', error.message);
    case 'bad_cursor':
      return new ApiError('invalid_input', error.message, [{ field: '/cursor', message: error.message }]);
    case 'idempotency_key_reused':
      return new ApiError('idempotency_key_reused', error.message);
    case 'last_owner':
      return new ApiError('last_owner', error.message);
    case 'owners_only':
    case 'invitation_of_another':
    case 'other_teams':
    case 'own_reset':
      return new ApiError('forbidden', error.message);
    case 'already_member':
    case 'account_exists':
    case 'load_held':
    case 'unreadable_secret':
      return new ApiError('conflict', error.message);
    case 'plan_changed': {
      const { asked, kept } = error.values;
      const versions = { field: '/revision', message: error.message, got: String(asked), allowed: String(kept) };
      return new ApiError('conflict', error.message, [versions], { etag: revisionTag(Number(kept)) });
    }
    case 'unreadable_plan': {
      const errors = error.problems.map((problem) => ({ ...problem, field: `/plan${problem.field}` }));
      return new ApiError('conflict', error.message, errors);
    }
    default:
      return new ApiError('internal', problemWords.general.internal);
  }
}

function fromAnalysis({ code, message, place, values }: AnalysisError): ApiError {
  switch (code) {
    case 'no_such_region':
    case 'no_such_request':
    case 'not_kept_by_request':
      return new ApiError('invalid_input', message, place ? [{ ...place, message }] : []);
    case 'unknown_run':
      return notFound('run');
    case 'run_not_over':
    case 'samples_gone':
      return new ApiError('conflict', message);
    case 'too_many_questions':
      return notNow('too_many_requests', message, Number(values.seconds));
    case 'closed':
    case 'asker_gone':
      return new ApiError('unavailable', message);
    case 'run_given_up':
    case 'comparison_given_up':
    case 'live_given_up':
      return new ApiError('internal', message);
    case 'import_given_up':
      return new ApiError('too_large', message);
  }
}

export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof InputError) return fromInput(error);
  if (error instanceof StoreError) return fromStore(error);
  if (error instanceof AnalysisError) return fromAnalysis(error);
  const fault = error as FastifyError & { statusCode?: number };
  const code = String(fault?.code ?? '');
  if (isFastifyCode(code)) {
    const [known, word] = byFastifyCode[code];
    return new ApiError(known, word());
  }
  if (badTextStates.has(code)) return new ApiError('invalid_input', problemWords.body.unkeepableSomewhere);
  const fullDisk = fullDisks.get(code);
  if (fullDisk) return new ApiError('unavailable', fullDisk(), [], { 'retry-after': '60' });
  if (isReadOnly(error)) return notNow('unavailable', problemWords.general.databaseReadOnly, 5);
  if (isDatabaseAway(error)) return notNow('unavailable', problemWords.general.databaseAway, 2);
  const status = fault?.statusCode ?? 500;
  if (status === 404) return new ApiError('not_found', problemWords.notFound.anything);
  if (status >= 400 && status < 500) return new ApiError('invalid_input', problemWords.general.unreadableRequest);
  return new ApiError('internal', problemWords.general.internal);
}

/** Nobody is told, and nothing is wrong. */
function hasGone(error: unknown): boolean {
  return error instanceof AnalysisError && error.code === 'asker_gone';
}

export function handleError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const known = isTooLarge(error) ? tooLarge(request) : toApiError(error);
  if (known.code === 'internal') request.log.error({ err: error }, 'request failed');
  else if (known.code === 'unavailable' && !hasGone(error)) request.log.warn({ err: error }, 'not available');
  // A path that cannot be read came past no hook.
  reply.header(requestIdHeader, request.id);
  for (const [name, value] of Object.entries(known.headers)) reply.header(name, value);
  return sendProblem(reply, buildProblem(known.code, known.message, { errors: known.errors, requestId: request.id, status: known.status }));
}
