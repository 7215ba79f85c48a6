/** A worker begins when the database is one that its version can work on. */
import { setTimeout as sleep } from 'node:timers/promises';
import { refusePooler } from '@plimsoll/queue/refuse-pooler';
import { isDatabaseAway } from '@plimsoll/store/database-outage';
import { openOutageReporter } from '@plimsoll/store/outage-reporter';
import { StoreError } from '@plimsoll/store/store-error';
import { requireSchema } from '@plimsoll/store/upgrade';
import type { WorkerConfig } from './config.ts';
import type { Logger } from './log.ts';

const everyMs = 500;

/**
 * Waits while the database is away or lacks what this version needs, and says so now and then. Throws what waiting would not mend: a schema of a
 * later version that this one cannot go on with, a pooler in the place of sessions. Resolves early when `signal` aborts.
 */
export async function prepareWorker(
  { databaseUrl, redisUrl }: Pick<WorkerConfig, 'databaseUrl' | 'redisUrl'>,
  log: Logger,
  signal: AbortSignal,
): Promise<void> {
  const waiting = openOutageReporter(
    (notice) => notice.kind === 'away' && log.warn({ reason: notice.reason }, 'the worker waits for the database'),
  );
  while (!signal.aborted) {
    try {
      if (!redisUrl) await refusePooler(databaseUrl);
      return await requireSchema(databaseUrl);
    } catch (error) {
      const isBehind = error instanceof StoreError && error.code === 'schema_behind';
      if (!isBehind && !isDatabaseAway(error)) throw error;
      waiting.failed(error);
      await sleep(everyMs, undefined, { signal }).catch(() => undefined);
    }
  }
}
