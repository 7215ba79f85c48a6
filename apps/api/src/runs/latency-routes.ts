/** How the times of a run spread, and the figures of some of its seconds. */
import { latencyQuerySchema, latencySchema } from '@plimsoll/contracts/latency';
import { api } from '@plimsoll/contracts/paths';
import { summarySchema } from '@plimsoll/contracts/run';
import { neededWindowSchema, windowOf } from '@plimsoll/contracts/window';
import { findRun } from '@plimsoll/store/runs';
import { teamCaller } from '../auth/access.ts';
import { notFound } from '../http/api-error.ts';
import { errors, type Route, uuidParams, written } from '../http/schema.ts';

const jsonType = 'application/json';

export const readLatency: Route =
  ({ db, analysis }) =>
  async (app) => {
    app.get(
      api.latency(':id'),
      {
        config: { action: 'run.view' },
        schema: {
          summary: 'How one of the times of a run spreads: percentile table, histograms and a map over the seconds.',
          description:
            'Of the measured seconds, or of a window of them. Counts of the map, of both histograms and of the table are of the same times.',
          tags: ['runs'],
          params: uuidParams,
          querystring: latencyQuerySchema,
          response: { 200: written(jsonType, latencySchema, 'The spread of the times.'), ...errors(400, 401, 403, 404) },
        },
      },
      async (request, reply) => {
        const { teamId } = teamCaller(request);
        if (!(await findRun(db, teamId, request.params.id))) throw notFound('run');
        const { times } = request.query;
        const text = await analysis.runLatency({ teamId, runId: request.params.id, times, window: windowOf(request.query) });
        return reply.type(jsonType).send(text);
      },
    );
  };

export const readWindowSummary: Route =
  ({ analysis }) =>
  async (app) => {
    app.get(
      api.windowSummary(':id'),
      {
        config: { action: 'run.view' },
        schema: {
          summary: 'The figures of some seconds of a run.',
          description:
            'As `summary` of the run, of the measured seconds in the window alone. Thresholds and validity are judged of the whole run.',
          tags: ['runs'],
          params: uuidParams,
          querystring: neededWindowSchema,
          response: { 200: summarySchema, ...errors(400, 401, 403, 404) },
        },
      },
      async (request) => analysis.windowSummary({ teamId: teamCaller(request).teamId, runId: request.params.id, window: request.query }),
    );
  };
