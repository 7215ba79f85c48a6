/** The server of a data directory while somebody else runs it. */
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { databaseUrl } from './database-url.ts';

/** Its URL, or null where none answers. */
export async function findRunningPostgres(dir: string): Promise<string | null> {
  const [portFile, passwordFile] = ['postgres-port', 'postgres-password'].map((name) => join(resolve(dir), name));
  if (!portFile || !passwordFile || !existsSync(portFile) || !existsSync(passwordFile)) return null;
  const url = databaseUrl(readFileSync(passwordFile, 'utf8').trim(), Number(readFileSync(portFile, 'utf8')));
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 3000 });
  client.on('error', () => undefined);
  const answers = await client.connect().then(
    () => true,
    () => false,
  );
  await client.end().catch(() => undefined);
  return answers ? url : null;
}
