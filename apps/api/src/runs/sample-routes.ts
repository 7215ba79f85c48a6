/** A run's chart points, percentile curve and story, made from its samples. */

import { curveSchema } from '@plimsoll/contracts/curve';
import { api } from '@plimsoll/contracts/paths';
import { samplesQuerySchema, samplesSchema } from '@plimsoll/contracts/sample-points';
import { storySchema } from '@plimsoll/contracts/story';
import { windowOf, windowQuerySchema } from '@plimsoll/contracts/window';
import { findRun } from '@plimsoll/store/runs';
import { teamCaller } from '../auth/access.ts';
import { notFound } from '../http/api-error.ts';
import { errors, type Route, uuidParams, written } from '../http/schema.ts';

/** Megabytes of points are written, and held to their schema, in the analysis thread. */
const jsonType = 'application/json';

export const readSamples: Route =
  ({ db, analysis }) =>
  async (app) => {
    app.get(
      api.samples(':id'),
      {
        config: { action: 'run.view' },
        schema: {
          summary: 'At most 600 points: seconds, or several merged in a long run.',
          tags: ['runs'],
          params: uuidParams,
          querystring: samplesQuerySchema,
          response: { 200: written(jsonType, samplesSchema, 'The points.'), ...errors(400, 401, 403, 404) },
        },
      },
      async (request, reply) => {
        const { id } = request.params;
        if (!(await findRun(db, teamCaller(request).teamId, id))) throw notFound('run');
        const { after, resolution } = request.query;
        const window = windowOf(request.query);
        const { pointsJson, ...rest } = await analysis.chartPoints({ runId: id, after, resolution, window });
        const more = JSON.stringify(rest);
        return reply.type(jsonType).send(`{"points":${pointsJson},${more.slice(1)}`);
      },
    );
  };

export const readCurve: Route =
  ({ db, analysis }) =>
  async (app) => {
    app.get(
      api.curve(':id'),
      {
        config: { action: 'run.view' },
        schema: {
          summary: 'Percentile curve of the measured seconds, or of a window of them.',
          tags: ['runs'],
          params: uuidParams,
          querystring: windowQuerySchema,
          response: { 200: curveSchema, ...errors(400, 401, 403, 404) },
        },
      },
      async (request) => {
        const { teamId } = teamCaller(request);
        if (!(await findRun(db, teamId, request.params.id))) throw notFound('run');
        return analysis.runCurve({ teamId, runId: request.params.id, window: windowOf(request.query) });
      },
    );
  };

export const readStory: Route =
  ({ db, analysis }) =>
  async (app) => {
    // All seconds of the run are read for it, and every viewer of a live run asks again and again: one reading serves all who ask meanwhile.
    const underWay = new Map<string, ReturnType<typeof analysis.runStory>>();
    app.get(
      api.story(':id'),
      {
        config: { action: 'run.view' },
        schema: {
          summary: 'The story of a run: findings with second and figures, and its stages; as far as known while it goes on.',
          tags: ['runs'],
          params: uuidParams,
          response: { 200: storySchema, ...errors(401, 403, 404) },
        },
      },
      async (request) => {
        const { teamId } = teamCaller(request);
        const run = await findRun(db, teamId, request.params.id);
        if (!run) throw notFound('run');
        // Who asks after the end does not get what was begun before it.
        const key = `${run.id} ${run.state}`;
        const known = underWay.get(key);
        if (known) return known;
        const made = analysis.runStory({ teamId, runId: run.id }).finally(() => underWay.delete(key));
        underWay.set(key, made);
        return made;
      },
    );
  };
