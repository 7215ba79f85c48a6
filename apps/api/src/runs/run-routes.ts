/** Runs found, listed, tagged, deleted. */
import { api } from '@plimsoll/contracts/paths';
import { runSchema, updateRunSchema } from '@plimsoll/contracts/run';
import { runListQuerySchema, runListSchema } from '@plimsoll/contracts/run-list';
import { audited } from '@plimsoll/store/audited';
import { listRuns } from '@plimsoll/store/list-runs';
import { findRunByNumber } from '@plimsoll/store/run-numbers';
import { deleteRun, findRun, updateRun } from '@plimsoll/store/runs';
import { problemWords } from '@plimsoll/wording/en/problem';
import { z } from 'zod';
import { auditActor } from '../audit/audit-actor.ts';
import { teamCaller } from '../auth/access.ts';
import { ApiError, notFound } from '../http/api-error.ts';
import { errors, type Route, uuidParams } from '../http/schema.ts';

export const listTeamRuns: Route =
  ({ db }) =>
  async (app) => {
    app.get(
      api.runs,
      {
        config: { action: 'run.view' },
        schema: {
          summary: 'The history, newest first.',
          description:
            'Long contents of plans (bodies, body files, data rows) are left out and named in `plan.leftOut`; a run by itself has them.',
          tags: ['runs'],
          querystring: runListQuerySchema,
          response: { 200: runListSchema, ...errors(400, 401, 403) },
        },
      },
      async (request) => listRuns(db, teamCaller(request).teamId, request.query),
    );
  };

const number = /^[1-9]\d{0,8}$/;
const idOrNumber = z.strictObject({
  id: z.union([z.uuid(), z.string().regex(number)]).meta({ description: 'Its id, or its number in the team: `58`.' }),
});

export const readRun: Route =
  ({ db }) =>
  async (app) => {
    app.get(
      api.run(':id'),
      {
        config: { action: 'run.view' },
        schema: { summary: 'One run.', tags: ['runs'], params: idOrNumber, response: { 200: runSchema, ...errors(401, 403, 404) } },
      },
      async (request) => {
        const { teamId } = teamCaller(request);
        const { id: given } = request.params;
        const id = number.test(given) ? await findRunByNumber(db, teamId, Number(given)) : given;
        const run = id && (await findRun(db, teamId, id));
        if (!run) throw notFound('run');
        return run;
      },
    );
  };

export const editRun: Route =
  ({ db }) =>
  async (app) => {
    app.patch(
      api.run(':id'),
      {
        config: { action: 'run.edit' },
        schema: {
          summary: "Set a run's tags or note.",
          tags: ['runs'],
          params: uuidParams,
          body: updateRunSchema,
          response: { 200: runSchema, ...errors(400, 401, 403, 404) },
        },
      },
      async (request) => {
        const run = await updateRun(db, teamCaller(request).teamId, request.params.id, request.body);
        if (!run) throw notFound('run');
        return run;
      },
    );
  };

export const removeRun: Route =
  ({ db }) =>
  async (app) => {
    app.delete(
      api.run(':id'),
      {
        config: { action: 'run.delete' },
        schema: {
          summary: 'Delete a finished run with its samples and shares.',
          tags: ['runs'],
          params: uuidParams,
          response: { 204: z.undefined(), ...errors(401, 403, 404, 409) },
        },
      },
      async (request, reply) => {
        const { id } = request.params;
        const outcome = await audited(
          db,
          auditActor(request),
          { action: 'run.delete', what: { kind: 'run', id } },
          (client) => deleteRun(client, teamCaller(request).teamId, id),
          (answer) => (answer === 'deleted' ? {} : null),
        );
        if (outcome === 'not_found') throw notFound('run');
        if (outcome === 'active') throw new ApiError('conflict', problemWords.run.notOver);
        return reply.code(204).send();
      },
    );
  };
