/** Signs a person in whose account was made a moment ago. */
import { api } from '@plimsoll/contracts/paths';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Auth, addressHeader, type SignedIn } from './auth.ts';
import { openedSession } from './open-session.ts';

/** Sets the session's cookies on the answer; null where it did not work, and the person can sign in as anybody else. */
export async function signInNow(
  auth: Auth,
  request: FastifyRequest,
  reply: FastifyReply,
  { email, password }: { readonly email: string; readonly password: string },
): Promise<SignedIn | null> {
  const answer = await auth.handler(
    new Request(new URL(api.signIn, auth.origin), {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        origin: auth.origin,
        [addressHeader]: request.ip,
        'user-agent': request.headers['user-agent'] ?? '',
      },
      body: JSON.stringify({ email, password }),
    }),
  );
  for (const cookie of answer.headers.getSetCookie()) reply.header('set-cookie', cookie);
  return openedSession(auth, reply);
}
