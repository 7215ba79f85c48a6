/** Stopping everything: a team's admins stop what is its own, the owners of the installation all there is. */
import { api } from '@plimsoll/contracts/paths';
import { type Hold, holdSchema, stopAllSchema, stoppedAllSchema } from '@plimsoll/contracts/stop-all';
import { audited } from '@plimsoll/store/audited';
import type { Db } from '@plimsoll/store/db';
import { holdLoad, readHold, releaseLoad } from '@plimsoll/store/load-hold';
import { stopAllLoad } from '@plimsoll/store/stop-all-load';
import { accountWords } from '@plimsoll/wording/en/account';
import { z } from 'zod';
import { auditActor } from '../audit/audit-actor.ts';
import { actsAsOperator, mayDo, teamCaller } from '../auth/access.ts';
import { ApiError } from '../http/api-error.ts';
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
        config: { action: 'team.stop', orOperator: true },
        schema: {
          summary: 'Stop every run and experiment of the team, or of every team.',
          description:
            'Admins stop what their team runs. The owners of the team that was made with the installation stop every team\'s, unless "scope" is "team"; with "hold" nothing starts until it is released, and with "hold" and "stop": false what is under way goes on: maintenance.',
          tags: ['system'],
          body: stopAllSchema,
          response: { 200: stoppedAllSchema, ...errors(400, 401, 403) },
        },
      },
      async (request) => {
        const caller = teamCaller(request);
        const { scope, hold = false, stop = true } = request.body ?? {};
        const operator = await actsAsOperator(db, caller);
        const everybody = scope === 'installation' || hold || (scope === undefined && operator);
        if (everybody && !operator) throw new ApiError('forbidden', accountWords.operatorOnly);
        // Owners of the installation may ask as viewers of another team.
        if (!everybody && !mayDo(caller, 'team.stop'))
          throw new ApiError('forbidden', accountWords.roleForbids({ role: caller.role, action: 'team.stop' }));
        const { teamId, userId } = caller;
        const asked = await audited(
          db,
          auditActor(request),
          { action: stop ? 'load.stop_all' : 'load.hold' },
          async (client) => {
            if (stop) return stopAllLoad(client, { ...(everybody ? {} : { teamId }), ...(hold ? { heldBy: userId } : {}) });
            await holdLoad(client, userId);
            return { runs: 0, experiments: 0 };
          },
          (counts) => ({ details: stop ? { ...counts, hold, scope: everybody ? 'installation' : 'team' } : {} }),
        );
        request.log.warn({ userId, teamId, ...asked, hold, stop, everybody }, stop ? 'load was stopped' : 'load is held');
        const held = await describeHold(db);
        return { ...asked, ...(operator ? held : { ...held, heldBy: null }) };
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
