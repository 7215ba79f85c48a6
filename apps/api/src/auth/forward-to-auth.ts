/** Hands a request on to better-auth, with our errors in place of its own. */
import { accountWord } from '@plimsoll/wording/account-words';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ApiContext } from '../context.ts';
import { ApiError } from '../http/api-error.ts';
import { addressHeader } from './auth.ts';

/** Asks better-auth; its answer is copied, and a refusal becomes one of our problems, with its words where we have none. `worked` runs before the answer is sent. */
export async function forwardToAuth(
  { auth }: ApiContext,
  request: FastifyRequest,
  reply: FastifyReply,
  worked?: () => Promise<void>,
): Promise<FastifyReply> {
  const answer = await auth.handler(authRequest(auth.origin, request));
  if (answer.status >= 400) throw await refusal(answer, request);
  for (const cookie of answer.headers.getSetCookie()) reply.header('set-cookie', cookie);
  const text = await answer.text();
  await worked?.();
  return reply
    .code(answer.status)
    .header('cache-control', 'no-store')
    .type('application/json')
    .send(text === '' ? 'null' : text);
}

function authRequest(origin: string, request: FastifyRequest): Request {
  const headers = new Headers({ [addressHeader]: request.ip, origin });
  for (const name of ['cookie', 'user-agent'] as const) if (request.headers[name]) headers.set(name, request.headers[name]);
  const body = request.method === 'POST' ? JSON.stringify(request.body ?? {}) : null;
  if (body !== null) headers.set('content-type', 'application/json');
  return new Request(new URL(request.url, origin), { method: request.method, headers, body });
}

async function refusal(answer: Response, request: FastifyRequest): Promise<Error> {
  const said = (await answer.json().catch(() => ({}))) as { message?: string; code?: string };
  const detail = said.message ?? accountWord('account.refused');
  if (answer.status === 401) {
    const signIn = request.url.startsWith('/api/auth/sign-in');
    return new ApiError('not_signed_in', accountWord(signIn ? 'account.wrongPassword' : 'account.signInFirst'));
  }
  if (answer.status === 403) return new ApiError('forbidden', detail);
  if (answer.status === 404) return new ApiError('not_found', detail);
  if (said.code?.startsWith('USER_ALREADY_EXISTS')) return new ApiError('conflict', accountWord('account.emailTaken'));
  if (answer.status === 429) return new ApiError('too_many_requests', detail);
  if (answer.status < 500) return new ApiError('invalid_input', detail);
  return new Error(`better-auth answered ${answer.status} ${said.code ?? ''}`);
}
