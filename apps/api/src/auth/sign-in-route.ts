/** The few paths of better-auth that we open, with our limits, our errors and our sign-up rule in front of them. */

import { api } from '@plimsoll/contracts/paths';
import { refused } from '@plimsoll/contracts/refusal';
import { isInvited, markVerified } from '@plimsoll/store/accounts';
import { accountWord } from '@plimsoll/wording/account-words';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { ApiContext } from '../context.ts';
import { ApiError } from '../http/api-error.ts';
import type { Route } from '../http/schema.ts';
import { addressHeader } from './auth.ts';
import { beginLogin, deviceMark, isKnownDevice } from './login-limit.ts';

const posts = [
  'sign-out',
  'change-password',
  'organization/invite-member',
  'organization/cancel-invitation',
  'organization/accept-invitation',
] as const;
const gets = ['get-session', 'organization/get-invitation'] as const;
const deviceCookie = 'plimsoll.device';

/** Asks better-auth; its answer is copied, and a refusal becomes one of our problems, with its words where we have none. `worked` runs before the answer is sent. */
async function forward(
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

const signInBody = z.strictObject({ email: z.string().max(320), password: z.string().max(1000), rememberMe: z.boolean().optional() });
const signUpBody = z.strictObject({
  name: z.string().trim().min(1).max(100),
  email: z.email().max(320),
  password: z.string().min(10, refused('password_too_short')).max(128, refused('password_too_long')),
  /** Id of the invitation, from its link. */
  invitation: z.string().max(100).optional(),
});

export const signIn: Route = (context) => async (app) => {
  const { config, db } = context;
  app.post(api.signIn, { config: { action: 'public' }, schema: { hide: true, body: signInBody } }, async (request, reply) => {
    const { email } = request.body;
    const known = isKnownDevice(config.secretKey, email, request.cookies[deviceCookie]);
    const attempt = await beginLogin(context.logins, email, request.ip, known);
    return forward(context, request, reply, async () => {
      await attempt.worked();
      reply.setCookie(deviceCookie, deviceMark(config.secretKey, email), {
        path: '/api/auth',
        httpOnly: true,
        sameSite: 'strict',
        secure: context.auth.origin.startsWith('https:'),
        maxAge: 180 * 86_400,
      });
    });
  });
  app.post(
    '/api/auth/sign-up/email',
    { config: { action: 'public' }, schema: { hide: true, body: signUpBody } },
    async (request, reply) => {
      const { invitation, ...person } = request.body;
      const invited = invitation !== undefined && (await isInvited(db, invitation, person.email));
      if (!invited && config.signup !== 'open') throw new ApiError('forbidden', accountWord('account.invitationNeeded'));
      request.body = person;
      return forward(context, request, reply, async () => {
        if (invited) await markVerified(db, person.email);
      });
    },
  );
  for (const path of posts)
    app.post(`/api/auth/${path}`, { config: { action: 'public' }, schema: { hide: true } }, (request, reply) =>
      forward(context, request, reply),
    );
  for (const path of gets)
    app.get(`/api/auth/${path}`, { config: { action: 'public' }, schema: { hide: true } }, (request, reply) =>
      forward(context, request, reply),
    );
};
