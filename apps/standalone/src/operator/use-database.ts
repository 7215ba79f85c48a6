/** The database an operator means: the one that DATABASE_URL names, else that of the data directory, started for the while if it does not run. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { StandaloneConfig } from '../config.ts';

/** `existing`: a data directory that is not there is refused. `new`: it is made. */
export async function useDatabase<T>(
  { databaseUrl, dataDir }: Pick<StandaloneConfig, 'databaseUrl' | 'dataDir'>,
  kind: 'existing' | 'new',
  use: (url: string) => Promise<T>,
): Promise<T> {
  if (databaseUrl) return use(databaseUrl);
  if (kind === 'existing' && !existsSync(join(dataDir, 'postgres')))
    throw new Error(`There is no database in ${dataDir}. Set PLIMSOLL_DATA_DIR, or DATABASE_URL for a Postgres of your own.`);
  // Not where the image has a Postgres elsewhere and no binaries of one.
  const { findRunningPostgres } = await import('@plimsoll/postgres/running-postgres');
  const running = await findRunningPostgres(dataDir);
  if (running !== null) return use(running);
  const { startEmbeddedPostgres } = await import('@plimsoll/postgres/embedded-postgres');
  const started = await startEmbeddedPostgres(dataDir);
  try {
    return await use(started.url);
  } finally {
    await started.stop();
  }
}
