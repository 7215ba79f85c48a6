/** How the times of a run spread, and the figures of some of its seconds. */
import { latencyQuerySchema, latencySchema } from '@plimsoll/contracts/latency';
import { api } from '@plimsoll/contracts/paths';
import { summarySchema } from '@plimsoll/contracts/run';
import { neededWindowSchema, windowOf } from '@plimsoll/contracts/window';
import { sendRunFigures } from '../figures/send-run-figures.ts';
import { errors, type Route, uuidParams, writtenJson } from '../http/schema.ts';

export const readLatency: Route = (context) => async (app) => {
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
        response: { 200: writtenJson(latencySchema, 'The spread of the times.'), ...errors(400, 401, 403, 404, 429) },
      },
    },
    async (request, reply) => {
      const runId = request.params.id;
      const { times } = request.query;
      return sendRunFigures(context, request, reply, runId, (teamId) => ({
        name: 'runLatency',
        question: { teamId, runId, times, window: windowOf(request.query) },
      }));
    },
  );
};

export const readWindowSummary: Route = (context) => async (app) => {
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
        response: { 200: writtenJson(summarySchema, 'The figures.'), ...errors(400, 401, 403, 404, 429) },
      },
    },
    async (request, reply) => {
      const runId = request.params.id;
      return sendRunFigures(context, request, reply, runId, (teamId) => ({
        name: 'windowSummary',
        question: { teamId, runId, window: request.query },
      }));
    },
  );
};
