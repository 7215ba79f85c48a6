/** Global setup of vitest: one Postgres for the whole run, whichever projects it has. Each file makes its databases there. */
import { migrateQueue } from '@plimsoll/queue/migrate-queue';
import { migrate } from '@plimsoll/store/migrate';
import { startSharedPostgres } from '@plimsoll/testbed/postgres';

let stop: (() => Promise<void>) | undefined;

/** Projects are set up one after the other and torn down the other way round: the first one starts the server for all. */
export async function setup(): Promise<void> {
  if (process.env.PLIMSOLL_TEST_POSTGRES) return;
  const shared = await startSharedPostgres(async (url) => {
    await migrate(url);
    await migrateQueue(url);
  });
  stop = shared.stop;
  process.env.PLIMSOLL_TEST_POSTGRES = shared.url;
}

export async function teardown(): Promise<void> {
  await stop?.();
}
