/** Is the installation well? Asked by the first-run page and by container probes. */
import { api } from '@plimsoll/contracts/paths';
import { healthSchema } from '@plimsoll/contracts/system';
import { countWorkers } from '@plimsoll/store/workers-online';
import type { Route } from '../http/schema.ts';

async function within<T>(work: Promise<T>, ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('no answer in time')), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

export const health: Route =
  ({ db, queue, storage }) =>
  async (app) => {
    app.get(
      api.health,
      {
        config: { action: 'public' },
        // Probes ask all day long.
        logLevel: 'warn',
        schema: {
          summary: 'Database and its storage, queue and workers. 503 while the database cannot be reached.',
          tags: ['system'],
          response: { 200: healthSchema, 503: healthSchema },
        },
      },
      async (_request, reply) => {
        const [counted, pinged] = await Promise.allSettled([within(countWorkers(db), 3000), within(queue.ping(), 3000)]);
        const database = counted.status === 'fulfilled' ? 'ok' : 'down';
        const answered = pinged.status === 'fulfilled' ? 'ok' : 'down';
        const workers = counted.status === 'fulfilled' ? counted.value : 0;
        reply.code(database === 'ok' ? 200 : 503).header('cache-control', 'no-store');
        return {
          status: database === 'ok' && !storage.full && answered === 'ok' && workers > 0 ? 'ok' : 'degraded',
          database,
          storage: storage.full ? 'full' : 'ok',
          queue: answered,
          workers,
        } as const;
      },
    );
  };
