/** A run's chart points and percentile curve, made from its samples. */
import { api } from '@plimsoll/contracts/paths';
import { curveSchema, samplesQuerySchema, samplesSchema } from '@plimsoll/contracts/run';
import { curveOf } from '@plimsoll/statistics/curve';
import { findRun } from '@plimsoll/store/runs';
import { samplesOf } from '@plimsoll/store/samples';
import { teamCaller } from '../auth/access.ts';
import { notFound } from '../http/api-error.ts';
import { errors, type Route, uuidParams } from '../http/schema.ts';
import { chartPoints } from './chart-points.ts';

export const readSamples: Route =
  ({ db }) =>
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
          response: { 200: samplesSchema, ...errors(400, 401, 403, 404) },
        },
      },
      async (request) => {
        const { id } = request.params;
        if (!(await findRun(db, teamCaller(request).teamId, id))) throw notFound('run');
        const { after, resolution } = request.query;
        return chartPoints(db, id, after, resolution);
      },
    );
  };

export const readCurve: Route =
  ({ db }) =>
  async (app) => {
    app.get(
      api.curve(':id'),
      {
        config: { action: 'run.view' },
        schema: {
          summary: 'Percentile curve of the measured seconds.',
          tags: ['runs'],
          params: uuidParams,
          response: { 200: curveSchema, ...errors(401, 403, 404) },
        },
      },
      async (request) => {
        const { teamId } = teamCaller(request);
        if (!(await findRun(db, teamId, request.params.id))) throw notFound('run');
        return curveOf(await samplesOf(db, teamId, request.params.id, { measuredOnly: true, withoutRequests: true }));
      },
    );
  };
