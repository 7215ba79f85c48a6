/** The sessions of a person: listed and ended, one or all. */
import { sessionListSchema } from '@plimsoll/contracts/password-resets';
import { api } from '@plimsoll/contracts/paths';
import { writeAuditOfPerson } from '@plimsoll/store/audited';
import { endSessions, listSessions } from '@plimsoll/store/sessions';
import { z } from 'zod';
import { auditPlace, shortAgent } from '../audit/audit-actor.ts';
import { signedIn } from '../auth/access.ts';
import { notFound } from '../http/api-error.ts';
import { errors, type Route } from '../http/schema.ts';

export const readOwnSessions: Route =
  ({ db }) =>
  async (app) => {
    app.get(
      api.sessions,
      {
        config: { action: 'person', beforeSecondFactor: true },
        schema: { summary: 'Where you are signed in.', tags: ['accounts'], response: { 200: sessionListSchema, ...errors(401) } },
      },
      async (request) => {
        const { user, sessionId } = signedIn(request);
        const sessions = await listSessions(db, user.id);
        return {
          items: sessions.map(({ userAgent, ...session }) => ({
            ...session,
            agent: shortAgent(userAgent ?? undefined),
            current: session.id === sessionId,
          })),
        };
      },
    );
  };

export const endOwnSession: Route =
  ({ db }) =>
  async (app) => {
    app.delete(
      api.ownSession(':id'),
      {
        config: { action: 'person', beforeSecondFactor: true },
        schema: {
          summary: 'Sign out one session of yours. Its open streams end within 5 s.',
          tags: ['accounts'],
          params: z.strictObject({ id: z.string().max(100) }),
          response: { 204: z.undefined(), ...errors(401, 404) },
        },
      },
      async (request, reply) => {
        const { user } = signedIn(request);
        if ((await endSessions(db, user.id, request.params.id)) === 0) throw notFound('session');
        await writeAuditOfPerson(db, user.email, auditPlace(request), 'session.end');
        return reply.code(204).send();
      },
    );
    app.delete(
      api.sessions,
      {
        config: { action: 'person', beforeSecondFactor: true },
        schema: {
          summary: 'Sign out everywhere, here too.',
          tags: ['accounts'],
          response: { 204: z.undefined(), ...errors(401) },
        },
      },
      async (request, reply) => {
        const { user } = signedIn(request);
        await endSessions(db, user.id);
        await writeAuditOfPerson(db, user.email, auditPlace(request), 'session.end_all');
        return reply.code(204).send();
      },
    );
  };
