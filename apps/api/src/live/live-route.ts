/** A run as it happens: Server-Sent Events `snapshot`, `sample`, `state`, `end`; `id` is the sequence number to resume from. */
import { api } from '@plimsoll/contracts/paths';
import { findRun } from '@plimsoll/store/runs';
import { z } from 'zod';
import { mayDo, teamCaller } from '../auth/access.ts';
import { findCaller } from '../auth/caller.ts';
import { ApiError, notFound } from '../http/api-error.ts';
import { errors, type Route, uuidParams } from '../http/schema.ts';
import { LiveViewer } from './live-viewer.ts';

const sequence = z.coerce.number().int().nonnegative().max(Number.MAX_SAFE_INTEGER);

export const live: Route =
  ({ auth, db, analysis, feeds }) =>
  async (app) => {
    const viewers = new Set<LiveViewer>();
    app.addHook('preClose', async () => {
      for (const viewer of viewers) viewer.close();
    });
    app.get(
      api.live(':id'),
      {
        config: { action: 'run.view' },
        schema: {
          summary: 'Server-Sent Events: snapshot, sample, state, end. Resumes by Last-Event-ID.',
          tags: ['runs'],
          params: uuidParams,
          querystring: z.strictObject({ after: sequence.optional() }),
          response: errors(400, 401, 403, 404),
        },
      },
      async (request, reply) => {
        const { teamId } = teamCaller(request);
        const runId = request.params.id;
        if (!(await findRun(db, teamId, runId))) throw notFound('run');
        const resumed = sequence.safeParse(request.headers['last-event-id'] ?? request.query.after);
        const { headers } = request;
        reply.hijack();
        reply.raw.writeHead(200, {
          ...(reply.getHeaders() as Record<string, string>),
          'content-type': 'text/event-stream; charset=utf-8',
          'cache-control': 'no-store',
          'x-accel-buffering': 'no',
          // A stream is the last thing on its connection: a server that closes need not wait for it.
          connection: 'close',
        });
        const viewer = new LiveViewer({
          db,
          analysis,
          feeds,
          raw: reply.raw,
          teamId,
          runId,
          after: resumed.success ? resumed.data : null,
          mayWatch: () =>
            findCaller(auth, db, headers).then(
              (caller) => caller.teamId === teamId && mayDo(caller, 'run.view'),
              // Only a "no" ends it: a database that is away for a moment does not.
              (error: unknown) => !(error instanceof ApiError),
            ),
          onClose: (closed) => viewers.delete(closed),
        });
        viewers.add(viewer);
        return reply;
      },
    );
  };
