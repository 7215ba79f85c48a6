/** A worker begins when the database is one that its version can work on. */
import { setTimeout as sleep } from 'node:timers/promises';
import { refusePooler } from '@plimsoll/queue/refuse-pooler';
import { readTrouble } from '@plimsoll/store/connection-trouble';
import { isDatabaseAway } from '@plimsoll/store/database-outage';
import { openOutageReporter } from '@plimsoll/store/outage-reporter';
import { openPartOutage } from '@plimsoll/store/part-outage';
import { StoreError } from '@plimsoll/store/store-error';
import { requireSchema } from '@plimsoll/store/upgrade';
import type { WorkerConfig } from './config.ts';
import type { Logger } from './log.ts';

const everyMs = 500;

/**
 * Waits while the database is away, refuses the password, or lacks what this version needs, and says so now and then. Throws what waiting would not mend: a schema of a
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
  const outage = openPartOutage(log, 'database');
  while (!signal.aborted) {
    try {
      if (!redisUrl) await refusePooler(databaseUrl);
      await requireSchema(databaseUrl);
      return outage.answered();
    } catch (error) {
      if (error instanceof StoreError && error.code === 'schema_behind') waiting.failed(error);
      else if (isDatabaseAway(error) || readTrouble(error) !== 'other') outage.failed(error);
      else throw error;
      await sleep(everyMs, undefined, { signal }).catch(() => undefined);
    }
  }
}
