/** Hands a request on to better-auth, with our errors in place of its own. */
import { accountWords } from '@plimsoll/wording/en/account';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ApiContext } from '../context.ts';
import { ApiError, invalid, notNow } from '../http/api-error.ts';
import { tooMany } from './account-limits.ts';
import { type Auth, addressHeader } from './auth.ts';

/** A request to better-auth in place of the caller's own. */
export interface AuthAsk {
  /** Path under /api/auth. */
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
  /** Sent in place of the request's own, by name. */
  readonly cookies?: Readonly<Record<string, string>>;
}

/** Asks better-auth; its cookies are copied, its answer is what comes back, and a refusal becomes one of our problems, with its words where we have none. */
export async function askAuth(auth: Auth, request: FastifyRequest, reply: FastifyReply, ask?: AuthAsk): Promise<unknown> {
  const answer = await auth.handler(authRequest(auth.origin, request, ask));
  if (answer.status >= 400) throw await refusal(answer, request);
  for (const cookie of answer.headers.getSetCookie()) reply.header('set-cookie', cookie);
  const text = await answer.text();
  return text === '' ? null : JSON.parse(text);
}

/** The same, with better-auth's answer as ours. `worked` runs before it is sent. */
export async function forwardToAuth(
  { auth }: ApiContext,
  request: FastifyRequest,
  reply: FastifyReply,
  worked?: (answer: unknown) => Promise<void>,
): Promise<FastifyReply> {
  const answer = await askAuth(auth, request, reply);
  await worked?.(answer);
  return reply.code(200).type('application/json').send(JSON.stringify(answer));
}

const writeCookies = (cookies: Readonly<Record<string, string>>) =>
  Object.entries(cookies)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('; ');

function authRequest(origin: string, request: FastifyRequest, ask: AuthAsk | undefined): Request {
  const headers = new Headers({ [addressHeader]: request.ip, origin });
  if (request.headers['user-agent']) headers.set('user-agent', request.headers['user-agent']);
  const cookie = ask?.cookies ? writeCookies(ask.cookies) : (request.headers.cookie ?? '');
  if (cookie !== '') headers.set('cookie', cookie);
  const body = request.method === 'POST' ? JSON.stringify(ask?.body ?? request.body ?? {}) : null;
  if (body !== null) headers.set('content-type', 'application/json');
  return new Request(new URL(ask ? `/api/auth${ask.path}` : request.url, origin), { method: request.method, headers, body });
}

async function refusal(answer: Response, request: FastifyRequest): Promise<Error> {
  const said = (await answer.json().catch(() => ({}))) as { message?: string; code?: string };
  const detail = said.message ?? accountWords.refused;
  const ofCode = said.code === undefined ? undefined : codeRefusals[said.code];
  if (ofCode) return ofCode();
  if (answer.status === 401) {
    const signIn = request.url.startsWith('/api/auth/sign-in');
    return new ApiError('not_signed_in', signIn ? accountWords.wrongPassword : accountWords.signInFirst);
  }
  if (answer.status === 403) return new ApiError('forbidden', detail);
  if (answer.status === 404) return new ApiError('not_found', detail);
  if (said.code?.startsWith('USER_ALREADY_EXISTS')) return new ApiError('conflict', accountWords.emailTaken);
  if (answer.status === 429) return notNow('too_many_requests', detail, 5);
  if (answer.status < 500) return new ApiError('invalid_input', detail);
  return new Error(`better-auth answered ${answer.status} ${said.code ?? ''}`);
}

/** A code that was typed is not the right one. */
export const wrongCode = () => invalid('/code', accountWords.wrongCode);
/** No sign-in waits for a code. */
export const signInAgain = () => new ApiError('not_signed_in', accountWords.signInAgain);

/** Answers for better-auth's refusals of codes, by its own names. */
const codeRefusals: Readonly<Record<string, () => ApiError>> = {
  INVALID_CODE: wrongCode,
  INVALID_BACKUP_CODE: wrongCode,
  INVALID_TWO_FACTOR_COOKIE: signInAgain,
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: signInAgain,
  ACCOUNT_TEMPORARILY_LOCKED: () => tooMany('tooManySignIns'),
};
