/** Runs found, listed, tagged, deleted. */
import { api } from '@plimsoll/contracts/paths';
import { runListQuerySchema, runListSchema, runSchema, updateRunSchema } from '@plimsoll/contracts/run';
import { audited } from '@plimsoll/store/audited';
import { listRuns } from '@plimsoll/store/list-runs';
import { deleteRun, findRun, updateRun } from '@plimsoll/store/runs';
import { problemWord } from '@plimsoll/wording/problem-words';
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

export const readRun: Route =
  ({ db }) =>
  async (app) => {
    app.get(
      api.run(':id'),
      {
        config: { action: 'run.view' },
        schema: { summary: 'One run.', tags: ['runs'], params: uuidParams, response: { 200: runSchema, ...errors(401, 403, 404) } },
      },
      async (request) => {
        const run = await findRun(db, teamCaller(request).teamId, request.params.id);
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
        if (outcome === 'active') throw new ApiError('conflict', problemWord('problem.run.notOver'));
        return reply.code(204).send();
      },
    );
  };
