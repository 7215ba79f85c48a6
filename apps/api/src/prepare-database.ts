/** Brings the database to this version's schema when the API starts, and says in one sentence why it cannot. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { TroubleKind } from '@plimsoll/contracts/system';
import { migrateQueue } from '@plimsoll/queue/migrate-queue';
import { readTrouble } from '@plimsoll/store/connection-trouble';
import { isDatabaseAway } from '@plimsoll/store/database-outage';
import { migrate } from '@plimsoll/store/migrate';
import { openOutageReporter } from '@plimsoll/store/outage-reporter';
import { troubleSentence } from '@plimsoll/wording/trouble-sentence';
import type { ApiConfig } from './config.ts';

const everyMs = 500;

/** Waits for as long as the database is away, and says so now and then. Throws at once what waiting would not mend: a wrong password, a newer schema. */
export async function prepareDatabase(
  { databaseUrl, redisUrl }: Pick<ApiConfig, 'databaseUrl' | 'redisUrl'>,
  say: (sentence: string) => void,
): Promise<void> {
  let kind: TroubleKind = 'other';
  const outage = openOutageReporter((notice) =>
    say(
      notice.kind === 'back'
        ? 'The database is there.'
        : `The database cannot be used: ${notice.reason}. ${troubleSentence('database', kind)} Waiting for it.`,
    ),
  );
  for (;;) {
    try {
      await migrate(databaseUrl);
      if (!redisUrl) await migrateQueue(databaseUrl);
      return outage.answered();
    } catch (error) {
      if (!isDatabaseAway(error)) throw error;
      kind = readTrouble(error);
      outage.failed(error);
      await sleep(everyMs);
    }
  }
}
