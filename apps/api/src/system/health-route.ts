/** Is the installation well? Asked by the first-run page and by container probes. */

import { healthSchema } from '@plimsoll/contracts/health';
import { api } from '@plimsoll/contracts/paths';
import type { Route } from '../http/schema.ts';
import { readHealth } from './read-health.ts';

export const health: Route = (context) => async (app) => {
  app.get(
    api.health,
    {
      config: { action: 'public' },
      // Probes ask all day long.
      logLevel: 'warn',
      schema: {
        summary: 'Database and its storage, queue and workers, and in words what is wrong. 503 while the database cannot be reached.',
        tags: ['system'],
        response: { 200: healthSchema, 503: healthSchema },
      },
    },
    async (_request, reply) => {
      const found = await readHealth(context);
      reply.code(found.database === 'down' ? 503 : 200);
      return found;
    },
  );
};
