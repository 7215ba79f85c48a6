/** The work on the database that is left once the API answers, and that may take minutes with a long history: nobody waits for it. */
import { setTimeout as sleep } from 'node:timers/promises';
import { keepJitOff, openPool } from '@plimsoll/store/database';
import type { Db } from '@plimsoll/store/db';
import { makeLargeIndexes } from '@plimsoll/store/large-indexes';
import { numberEarlierRuns } from '@plimsoll/store/run-numbers';
import type { FastifyBaseLogger } from 'fastify';
import type { ApiConfig } from '../config.ts';

const againMs = 60_000;
/** An index of some million rows. */
const longestMs = 3_600_000;

/**
 * Tries again until it is done. The answer lets go of the connection: Postgres goes on with an index that it makes, and the next start looks whether it is whole.
 * `migrateUrl`: as the role that owns the tables, where ours does not.
 */
export function settleDatabase(
  { databaseUrl, migrateUrl = databaseUrl }: Pick<ApiConfig, 'databaseUrl' | 'migrateUrl'>,
  log: FastifyBaseLogger,
): () => Promise<void> {
  const closing = new AbortController();
  const onConnection = async (url: string, use: (client: Db, isReleased: () => boolean) => Promise<void>) => {
    const db = openPool(url, { applicationName: 'plimsoll indexes', max: 1, queryTimeoutMs: longestMs });
    const client = await db.connect();
    let released = false;
    const release = () => {
      if (!released) client.release(true);
      released = true;
    };
    closing.signal.addEventListener('abort', release, { once: true });
    try {
      await use(client, () => released);
    } finally {
      closing.signal.removeEventListener('abort', release);
      release();
      await db.end();
    }
  };
  const settle = async () => {
    await onConnection(databaseUrl, async (client, isReleased) => {
      await keepJitOff(client).catch((error: unknown) =>
        log.warn({ err: error }, 'our role cannot be given jit = off; set it in Postgres'),
      );
      await numberEarlierRuns(client, isReleased);
    });
    closing.signal.throwIfAborted();
    await onConnection(migrateUrl, async (client) => {
      for (const index of await makeLargeIndexes(client)) log.info({ index }, 'made an index that a long history needs');
    });
  };
  const running = (async () => {
    while (!closing.signal.aborted) {
      try {
        return await settle();
      } catch (error) {
        if (closing.signal.aborted) return;
        log.warn({ err: error }, 'the database is not settled yet; trying again in a minute');
        await sleep(againMs, undefined, { signal: closing.signal }).catch(() => undefined);
      }
    }
  })();
  return async () => {
    closing.abort();
    await running;
  };
}
