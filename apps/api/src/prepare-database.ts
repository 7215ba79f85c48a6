/** Brings the database to this version's schema when the API starts, and says in one sentence why it cannot. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { TroubleKind } from '@plimsoll/contracts/health';
import { migrateQueue } from '@plimsoll/queue/migrate-queue';
import { refusePooler } from '@plimsoll/queue/refuse-pooler';
import { readTrouble } from '@plimsoll/store/connection-trouble';
import { isDatabaseAway } from '@plimsoll/store/database-outage';
import { migrate } from '@plimsoll/store/migrate';
import { openOutageReporter } from '@plimsoll/store/outage-reporter';
import { StoreError } from '@plimsoll/store/store-error';
import { refuseWorkersOfBefore } from '@plimsoll/store/upgrade';
import { troubleSentence } from '@plimsoll/wording/trouble-sentence';

const everyMs = 500;

export interface DatabaseToPrepare {
  readonly databaseUrl: string;
  /** As the role that may change the schema; absent: `databaseUrl`. */
  readonly migrateUrl?: string | undefined;
  /** Absent: the queue lives in the database, as `databaseUrl`. */
  readonly redisUrl?: string | undefined;
}

/**
 * Waits for as long as the database is away, another process works on its schema, or workers are online that could not go on with it, and says so now and
 * then. Throws at once what waiting would not mend: a wrong password, a newer schema, a pooler in the place of sessions; an AbortError when `signal` aborts.
 */
export async function prepareDatabase(
  { databaseUrl, migrateUrl = databaseUrl, redisUrl }: DatabaseToPrepare,
  say: (sentence: string) => void,
  signal?: AbortSignal,
): Promise<void> {
  let kind: TroubleKind = 'other';
  const outage = openOutageReporter((notice) =>
    say(
      notice.kind === 'back'
        ? 'The database is there.'
        : `The database cannot be used: ${notice.reason}. ${troubleSentence('database', kind)} Waiting for it.`,
    ),
  );
  const waiting = openOutageReporter((notice) => notice.kind === 'away' && say(notice.reason));
  for (;;) {
    try {
      if (!redisUrl) await refusePooler(databaseUrl);
      await refuseWorkersOfBefore(migrateUrl);
      await migrate(migrateUrl, undefined, { onWait: waiting.failed });
      if (!redisUrl) await migrateQueue(databaseUrl);
      return outage.answered();
    } catch (error) {
      if (error instanceof StoreError && error.code === 'workers_of_before') waiting.failed(error);
      else if (isDatabaseAway(error)) {
        kind = readTrouble(error);
        outage.failed(error);
      } else throw error;
      await sleep(everyMs, undefined, signal && { signal });
    }
  }
}
