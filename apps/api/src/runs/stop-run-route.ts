import { api } from '@plimsoll/contracts/paths';
import { runSchema } from '@plimsoll/contracts/run';
import { requestStop } from '@plimsoll/store/runs';
import { problemWords } from '@plimsoll/wording/en/problem';
import { askToStop } from '../budget/ask-to-stop.ts';
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
        const asked = await askToStop(db, request, 'run', requestStop);
        if (!asked) throw notFound('run');
        if (asked.outcome === 'finished') throw new ApiError('run_finished', problemWords.run.over({ state: asked.run.state }));
        return reply.code(202).send(asked.run);
      },
    );
  };
