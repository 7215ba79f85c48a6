/** The sampled requests of a run that have a trace, with a link into the team's own backend. */
import { api } from '@plimsoll/contracts/paths';
import { runTracesSchema } from '@plimsoll/contracts/run-traces';
import { fillTraceUrl } from '@plimsoll/contracts/trace-url';
import { windowOf, windowQuerySchema } from '@plimsoll/contracts/window';
import { listRunTraces } from '@plimsoll/store/run-traces';
import { teamCaller } from '../auth/access.ts';
import { notFound } from '../http/api-error.ts';
import { errors, type Route, uuidParams } from '../http/schema.ts';

export const readTraces: Route =
  ({ db }) =>
  async (app) => {
    app.get(
      api.traces(':id'),
      {
        config: { action: 'run.view' },
        schema: {
          summary: 'The slowest sampled requests of a run, each with its trace.',
          description:
            'Of a plan with `tracing`: 50 at most of the measured seconds, or of a window of them, slowest first; 3 at most of each second of each generator. `url` is made from the `traceUrl` of PUT /api/v1/team; null where the team has none.',
          tags: ['runs'],
          params: uuidParams,
          querystring: windowQuerySchema,
          response: { 200: runTracesSchema, ...errors(400, 401, 403, 404) },
        },
      },
      async (request) => {
        const { teamId } = teamCaller(request);
        const found = await listRunTraces(db, teamId, request.params.id, windowOf(request.query));
        if (!found) throw notFound('run');
        const { traceUrl, traces } = found;
        return { items: traces.map((trace) => ({ ...trace, url: traceUrl && fillTraceUrl(traceUrl, trace.traceId) })) };
      },
    );
  };
