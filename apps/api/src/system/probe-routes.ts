/** For whoever runs the process: does it live, and may it take requests? Both answer from memory, so that nothing that hangs holds them up. */

import { liveSchema, readySchema } from '@plimsoll/contracts/health';
import { api } from '@plimsoll/contracts/paths';
import type { Route } from '../http/schema.ts';
import { troubleOf } from './dependency-watch.ts';

/** Probes ask all day long, and whoever they ask. */
const probe = { config: { action: 'public' }, logLevel: 'warn' } as const;

export const livez: Route = () => async (app) => {
  app.get(
    api.livez,
    {
      ...probe,
      schema: {
        summary: "The process's event loop turns: start it anew where this does not answer. Nothing else is looked at.",
        tags: ['system'],
        response: { 200: liveSchema },
      },
    },
    async () => ({ live: true as const }),
  );
};

export const readyz: Route =
  ({ dependencies, storage }) =>
  async (app) => {
    app.get(
      api.readyz,
      {
        ...probe,
        schema: {
          summary: 'May it take requests, and in words what is missing? 503 while the database cannot be written to.',
          description: 'What was found within the last seconds. Without Redis, or with a full disk, requests are taken all the same.',
          tags: ['system'],
          response: { 200: readySchema, 503: readySchema },
        },
      },
      async (_request, reply) => {
        const troubles = dependencies.troubles();
        const ready = troubles.every(({ part }) => part !== 'database');
        const missing = storage.full ? [...troubles, troubleOf('database', 'disk_full')] : troubles;
        reply.code(ready ? 200 : 503);
        return { ready, missing };
      },
    );
  };
