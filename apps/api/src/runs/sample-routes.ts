/** A run's chart points, percentile curve and story, made from its samples. */

import { curveSchema } from '@plimsoll/contracts/curve';
import { api } from '@plimsoll/contracts/paths';
import { samplesQuerySchema, samplesSchema } from '@plimsoll/contracts/sample-points';
import { storySchema } from '@plimsoll/contracts/story';
import { windowOf, windowQuerySchema } from '@plimsoll/contracts/window';
import { sendRunFigures } from '../figures/send-run-figures.ts';
import { errors, type Route, uuidParams, writtenJson } from '../http/schema.ts';

export const readSamples: Route = (context) => async (app) => {
  app.get(
    api.samples(':id'),
    {
      config: { action: 'run.view' },
      schema: {
        summary: 'At most 600 points: seconds, or several merged in a long run.',
        tags: ['runs'],
        params: uuidParams,
        querystring: samplesQuerySchema,
        response: { 200: writtenJson(samplesSchema, 'The points.'), ...errors(400, 401, 403, 404, 429) },
      },
    },
    async (request, reply) => {
      const runId = request.params.id;
      const { after, resolution } = request.query;
      return sendRunFigures(context, request, reply, runId, () => ({
        name: 'chartJson',
        question: { runId, after, resolution, window: windowOf(request.query) },
      }));
    },
  );
};

export const readCurve: Route = (context) => async (app) => {
  app.get(
    api.curve(':id'),
    {
      config: { action: 'run.view' },
      schema: {
        summary: 'Percentile curve of the measured seconds, or of a window of them.',
        tags: ['runs'],
        params: uuidParams,
        querystring: windowQuerySchema,
        response: { 200: writtenJson(curveSchema, 'The curve.'), ...errors(400, 401, 403, 404, 429) },
      },
    },
    async (request, reply) => {
      const runId = request.params.id;
      return sendRunFigures(context, request, reply, runId, (teamId) => ({
        name: 'runCurve',
        question: { teamId, runId, window: windowOf(request.query) },
      }));
    },
  );
};

export const readStory: Route = (context) => async (app) => {
  app.get(
    api.story(':id'),
    {
      config: { action: 'run.view' },
      schema: {
        summary: 'The story of a run: findings with second and figures, and its stages; as far as known while it goes on.',
        tags: ['runs'],
        params: uuidParams,
        response: { 200: writtenJson(storySchema, 'The story.'), ...errors(401, 403, 404, 429) },
      },
    },
    async (request, reply) => {
      const runId = request.params.id;
      return sendRunFigures(context, request, reply, runId, (teamId) => ({ name: 'runStory', question: { teamId, runId } }));
    },
  );
};
