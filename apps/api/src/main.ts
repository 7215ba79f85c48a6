/** The API as a process of its own. Wants DATABASE_URL and PLIMSOLL_SECRET_KEY; migrates the database first. */
import { migrateQueue } from '@plimsoll/queue/migrate-queue';
import { migrate } from '@plimsoll/store/migrate';
import { readConfig } from './config.ts';
import { startApi } from './start-api.ts';

const config = readConfig();
await migrate(config.databaseUrl);
if (!config.redisUrl) await migrateQueue(config.databaseUrl);
const api = await startApi(config);

async function stop(): Promise<void> {
  for (const signal of signals) process.off(signal, stop);
  await api.close();
  process.exit(0);
}
const signals = ['SIGINT', 'SIGTERM'] as const;
for (const signal of signals) process.on(signal, stop);
