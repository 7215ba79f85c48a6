/** Signs a person in whose identity is known without a password. */
import type { DbPool } from '@plimsoll/store/db';
import { endIfProviderDid } from '@plimsoll/store/provider-sessions';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Auth, SessionToOpen, SignedIn } from './auth.ts';

type Asked = Omit<SessionToOpen, 'address' | 'userAgent'>;

const makeSession = (auth: Auth, request: FastifyRequest, session: Asked): Promise<string[]> =>
  auth.openSession({ ...session, address: request.ip, userAgent: request.headers['user-agent'] ?? '' });

/** The session of cookies as `set-cookie` has them. */
const sessionOf = (auth: Auth, cookies: readonly string[]): Promise<SignedIn | null> =>
  auth.sessionOf(cookies.map((cookie) => cookie.split(';', 1)[0]).join('; '));

function hand(reply: FastifyReply, cookies: readonly string[]): void {
  for (const cookie of cookies) reply.header('set-cookie', cookie);
}

/** Opens the session from where the request came, and sets its cookies on the answer. */
export async function openSession(auth: Auth, request: FastifyRequest, reply: FastifyReply, session: Asked): Promise<void> {
  hand(reply, await makeSession(auth, request, session));
}

/** The same by the provider. Null: nobody was signed in, for the provider ended its own session since the request came. */
export async function openProviderSession(
  { auth, db }: { readonly auth: Auth; readonly db: DbPool },
  request: FastifyRequest,
  reply: FastifyReply,
  session: Omit<Asked, 'by'>,
): Promise<SignedIn | null> {
  const cookies = await makeSession(auth, request, { ...session, by: 'oidc' });
  const opened = await sessionOf(auth, cookies);
  if (!opened || (await endIfProviderDid(db, opened.sessionId, () => reply.elapsedTime))) return null;
  hand(reply, cookies);
  return opened;
}

/** The session whose cookie is on the answer; null: none was opened. */
export async function openedSession(auth: Auth, reply: FastifyReply): Promise<SignedIn | null> {
  return sessionOf(auth, [reply.getHeader('set-cookie') ?? []].flat().map(String));
}
