/** A run as it happens: Server-Sent Events `snapshot`, `sample`, `state`, `end`; `id` is the sequence number to resume from. */
import { queriedSequence } from '@plimsoll/contracts/bounds';
import { api } from '@plimsoll/contracts/paths';
import { findLiveState } from '@plimsoll/store/live-state';
import { liveWords } from '@plimsoll/wording/en/live';
import { z } from 'zod';
import { mayDo, teamCaller } from '../auth/access.ts';
import { findCaller } from '../auth/caller.ts';
import { ApiError, notFound } from '../http/api-error.ts';
import { errors, type Route, uuidParams } from '../http/schema.ts';
import { openLiveSnapshots } from './live-snapshots.ts';
import { mostStreamsPerPerson, openLiveViewers } from './live-viewers.ts';

export const live: Route = (context) => async (app) => {
  const { db, analysis, feeds } = context;
  const viewers = openLiveViewers({ feeds, snapshots: openLiveSnapshots(db, analysis) });
  app.addHook('preClose', async () => viewers.close());
  app.get(
    api.live(':id'),
    {
      config: { action: 'run.view' },
      schema: {
        summary: 'Server-Sent Events: snapshot, sample, state, end. Resumes by Last-Event-ID.',
        tags: ['runs'],
        params: uuidParams,
        querystring: z.strictObject({ after: queriedSequence.optional() }),
        response: errors(400, 401, 403, 404, 429),
      },
    },
    async (request, reply) => {
      const { teamId, userId } = teamCaller(request);
      const runId = request.params.id;
      if (!(await findLiveState(db, teamId, runId))) throw notFound('run');
      if (viewers.isFull(userId))
        throw new ApiError('too_many_requests', liveWords.tooManyStreams({ most: mostStreamsPerPerson }), [], {
          'retry-after': '10',
        });
      const resumed = queriedSequence.safeParse(request.headers['last-event-id'] ?? request.query.after);
      const { headers } = request;
      const credential = headers.authorization ?? headers.cookie ?? '';
      const mayWatch = () =>
        findCaller(context, headers).then(
          (caller) => caller.teamId === teamId && mayDo(caller, 'run.view'),
          // Only a "no" ends it: a database that is away for a moment does not.
          (error: unknown) => !(error instanceof ApiError),
        );
      reply.hijack();
      reply.raw.writeHead(200, {
        ...(reply.getHeaders() as Record<string, string>),
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store',
        'x-accel-buffering': 'no',
        // A stream is the last thing on its connection: a server that closes need not wait for it.
        connection: 'close',
      });
      viewers.open({ userId, credential, mayWatch }, { raw: reply.raw, teamId, runId, after: resumed.success ? resumed.data : null });
      return reply;
    },
  );
};
