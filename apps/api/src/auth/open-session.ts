/** Signs a person in whose identity is known without a password. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Auth, SessionToOpen, SignedIn } from './auth.ts';

/** Opens the session from where the request came, and sets its cookies on the answer. */
export async function openSession(
  auth: Auth,
  request: FastifyRequest,
  reply: FastifyReply,
  session: Omit<SessionToOpen, 'address' | 'userAgent'>,
): Promise<void> {
  const cookies = await auth.openSession({ ...session, address: request.ip, userAgent: request.headers['user-agent'] ?? '' });
  for (const cookie of cookies) reply.header('set-cookie', cookie);
}

/** The session whose cookie is on the answer; null: none was opened. */
export async function openedSession(auth: Auth, reply: FastifyReply): Promise<SignedIn | null> {
  const cookies = [reply.getHeader('set-cookie') ?? []].flat();
  return auth.sessionOf(cookies.map((cookie) => String(cookie).split(';', 1)[0]).join('; '));
}
