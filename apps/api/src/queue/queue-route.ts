/** The list of loads that wait for a worker, each with the reason. */
import { api } from '@plimsoll/contracts/paths';
import { queueQuerySchema, queueSchema } from '@plimsoll/contracts/queue';
import { readQueue } from '@plimsoll/store/queue';
import { teamCaller } from '../auth/access.ts';
import { errors, type Route } from '../http/schema.ts';
import { expectedStarts } from './queue-forecast.ts';
import { waitsFor } from './queue-words.ts';

export const readTeamQueue: Route =
  ({ db, config }) =>
  async (app) => {
    app.get(
      api.queue,
      {
        config: { action: 'run.view' },
        schema: {
          summary: 'What waits for a worker: position, why, and when it is expected to start.',
          description:
            "The team's runs and experiments, in the order of their turns. `position` counts over all teams; of other teams nothing else is told. " +
            'Teams take turns, then people; a run started by hand goes before an experiment of its team, of which at most three overtake it. ' +
            'An experiment has one row while it waits for its first run or its next one. Cancel with the stop of the run or experiment.',
          tags: ['queue'],
          querystring: queueQuerySchema,
          response: { 200: queueSchema, ...errors(400, 401, 403) },
        },
      },
      async (request) => {
        const queue = await readQueue(db, teamCaller(request).teamId, config.caps);
        const starts = expectedStarts(queue);
        return {
          items: queue.waiting.flatMap(({ ours }, place) =>
            ours
              ? [
                  {
                    ...ours,
                    position: place + 1,
                    waitsFor: waitsFor(queue, place, config.caps.maxConcurrentRuns, request.query.timezone),
                    expectedStart: starts[place]?.toISOString() ?? null,
                  },
                ]
              : [],
          ),
        };
      },
    );
  };
