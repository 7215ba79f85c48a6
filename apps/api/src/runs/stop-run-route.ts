/** Asks a run to stop. Written to Postgres only, so it works while the queue is down. */
import { api } from '@plimsoll/contracts/paths';
import { runSchema } from '@plimsoll/contracts/run';
import { audited } from '@plimsoll/store/audited';
import { requestStop } from '@plimsoll/store/runs';
import { problemWords } from '@plimsoll/wording/en/problem';
import { auditActor } from '../audit/audit-actor.ts';
import { teamCaller } from '../auth/access.ts';
import { refuseForeignLoad } from '../budget/hold-to-budget.ts';
import { ApiError, notFound } from '../http/api-error.ts';
import { errors, type Route, uuidParams } from '../http/schema.ts';

export const stopRun: Route =
  ({ db }) =>
  async (app) => {
    app.post(
      api.stopRun(':id'),
      {
        config: { action: 'run.stop' },
        schema: {
          summary: 'Stop a run.',
          tags: ['runs'],
          params: uuidParams,
          response: { 202: runSchema, ...errors(401, 403, 404, 409) },
        },
      },
      async (request, reply) => {
        const { id } = request.params;
        const asked = await audited(
          db,
          auditActor(request),
          { action: 'run.stop', what: { kind: 'run', id } },
          async (client) => {
            await refuseForeignLoad(client, teamCaller(request), id);
            return requestStop(client, teamCaller(request).teamId, id);
          },
          (answer) => (answer?.outcome === 'asked' ? {} : null),
        );
        if (!asked) throw notFound('run');
        if (asked.outcome === 'finished') throw new ApiError('run_finished', problemWords.run.over({ state: asked.run.state }));
        return reply.code(202).send(asked.run);
      },
    );
  };
