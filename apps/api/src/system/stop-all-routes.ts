/** The kill switch: for the owners of the installation. */
import { api } from '@plimsoll/contracts/paths';
import { type Hold, holdSchema, stopAllSchema, stoppedAllSchema } from '@plimsoll/contracts/stop-all';
import { audited } from '@plimsoll/store/audited';
import type { Db } from '@plimsoll/store/db';
import { readHold, releaseLoad } from '@plimsoll/store/load-hold';
import { stopAllLoad } from '@plimsoll/store/stop-all-load';
import { z } from 'zod';
import { auditActor } from '../audit/audit-actor.ts';
import { teamCaller } from '../auth/access.ts';
import { errors, type Route } from '../http/schema.ts';

async function describeHold(db: Db): Promise<Hold> {
  const hold = await readHold(db);
  return { heldSince: hold?.since.toISOString() ?? null, heldBy: hold?.by ?? null };
}

export const stopAll: Route =
  ({ db }) =>
  async (app) => {
    app.post(
      api.stopAll,
      {
        config: { action: 'operator' },
        schema: {
          summary: 'Stop every run and experiment of every team; with "hold" nothing starts until it is released.',
          description: 'For the owners of the team that was made with the installation.',
          tags: ['system'],
          body: stopAllSchema,
          response: { 200: stoppedAllSchema, ...errors(400, 401, 403) },
        },
      },
      async (request) => {
        const { userId } = teamCaller(request);
        const hold = request.body?.hold ?? false;
        const asked = await audited(
          db,
          auditActor(request),
          { action: 'load.stop_all' },
          (client) => stopAllLoad(client, { userId, hold }),
          (counts) => ({ details: { ...counts, hold } }),
        );
        request.log.warn({ userId, ...asked, hold }, 'all load was stopped');
        return { ...asked, ...(await describeHold(db)) };
      },
    );
    app.get(
      api.stopAll,
      {
        config: { action: 'operator' },
        schema: { summary: 'Is all load held?', tags: ['system'], response: { 200: holdSchema, ...errors(401, 403) } },
      },
      () => describeHold(db),
    );
    app.delete(
      api.stopAll,
      {
        config: { action: 'operator' },
        schema: { summary: 'Let loads start again.', tags: ['system'], response: { 204: z.undefined(), ...errors(401, 403) } },
      },
      async (request, reply) => {
        await audited(db, auditActor(request), { action: 'load.release' }, releaseLoad);
        request.log.warn({ userId: teamCaller(request).userId }, 'load may start again');
        return reply.code(204).send();
      },
    );
  };
