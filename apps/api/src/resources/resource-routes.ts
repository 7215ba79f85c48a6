/** The target's own resources: read, brought as a file, told by agents. */
import { api } from '@plimsoll/contracts/paths';
import {
  agentAnswerSchema,
  agentPointsSchema,
  resourcesQuerySchema,
  resourcesSchema,
  uploadedSchema,
  uploadQuerySchema,
} from '@plimsoll/contracts/resources';
import { keepAgentPoints, readResources } from '@plimsoll/store/resources';
import { findRun } from '@plimsoll/store/runs';
import { problemWords } from '@plimsoll/wording/en/problem';
import { refusalSentence } from '@plimsoll/wording/refusal-sentence';
import { z } from 'zod';
import { teamCaller } from '../auth/access.ts';
import { askerOf } from '../figures/asker-of.ts';
import { ApiError, notFound } from '../http/api-error.ts';
import { errors, type Route, uuidParams } from '../http/schema.ts';

export const readRunResources: Route =
  ({ db }) =>
  async (app) => {
    app.get(
      api.runResources(':id'),
      {
        config: { action: 'run.view' },
        schema: {
          summary: "The target's own resources in each second of the run: who told them, and what.",
          description:
            '`cpu` is a fraction of all cores. At most 600 points a source: of a longer run each is the mean of several seconds.',
          tags: ['resources'],
          params: uuidParams,
          querystring: resourcesQuerySchema,
          response: { 200: resourcesSchema, ...errors(400, 401, 403, 404) },
        },
      },
      async (request) => {
        const { teamId } = teamCaller(request);
        if (!(await findRun(db, teamId, request.params.id))) throw notFound('run');
        return readResources(db, teamId, request.params.id, request.query);
      },
    );
  };

export const uploadRunResources: Route =
  ({ analysis }) =>
  async (app) => {
    app.post(
      api.runResources(':id'),
      {
        config: { action: 'resources.add', takesTable: true },
        schema: {
          summary: "Keep a file of the target's resources with the run.",
          description:
            'The body is what typeperf, sar, vmstat -t, pidstat or dstat wrote, or any CSV or TSV with a column of times. Rows outside the run are left out. A file of the same source takes the place of the one before.',
          tags: ['resources'],
          params: uuidParams,
          querystring: uploadQuerySchema,
          consumes: ['text/csv', 'text/tab-separated-values'],
          body: z.string(),
          response: { 200: uploadedSchema, ...errors(400, 401, 403, 404, 409, 413, 415, 429) },
        },
      },
      async (request, reply) => {
        const { teamId } = teamCaller(request);
        const answer = await analysis.keepUpload(
          { teamId, runId: request.params.id, text: request.body, ...request.query },
          askerOf(request, reply),
        );
        switch (answer.kind) {
          case 'kept':
            return { source: answer.source, seconds: answer.seconds, outside: answer.outside };
          case 'unknown':
            throw notFound('run');
          case 'not_started':
            throw new ApiError('conflict', problemWords.resources.notStarted);
          case 'name_taken':
            throw new ApiError('conflict', problemWords.resources.nameTaken({ name: request.query.source }));
          case 'refused': {
            const message = refusalSentence(answer.reason);
            const field = answer.reason.code === 'no_timezone' ? '/timezone' : '';
            throw new ApiError('invalid_input', message, [{ field, message }]);
          }
        }
      },
    );
  };

export const takeAgentResources: Route =
  ({ db }) =>
  async (app) => {
    app.post(
      api.resources,
      {
        config: { action: 'resources.add' },
        schema: {
          summary: "What an agent saw of the target's resources.",
          description:
            'Each point is kept with the runs of the team that were under way at that moment; one that was sent before changes nothing. A token needs the scope `resources:write`.',
          tags: ['resources'],
          body: agentPointsSchema,
          response: { 200: agentAnswerSchema, ...errors(400, 401, 403, 413, 415) },
        },
      },
      async (request) => ({ kept: await keepAgentPoints(db, teamCaller(request).teamId, request.body) }),
    );
  };
