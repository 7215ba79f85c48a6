/** Brings a database to this version's schema: plain SQL files, forward only, under an advisory lock. */
import { readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { runner } from 'node-pg-migrate';
import pg from 'pg';
import { makeIndexesOfSmallTables } from './large-indexes.ts';
import { StoreError } from './store-error.ts';

export const migrationsDir = fileURLToPath(new URL('../../../migrations', import.meta.url));
const table = 'schema_migrations';

/** Names of the migrations of this version, in order. */
export async function listKnownMigrations(dir: string = migrationsDir): Promise<string[]> {
  return (await readdir(dir))
    .filter((file) => file.endsWith('.sql'))
    .map((file) => file.slice(0, -4))
    .sort();
}

/**
 * Applies what is missing; several processes may call it at once, one works and the others wait. Throws StoreError
 * `newer_schema` where the database holds migrations this version does not know. `count`: the next few only.
 */
export async function migrate(url: string, dir: string = migrationsDir, count?: number): Promise<{ applied: string[] }> {
  const client = new pg.Client({ connectionString: url, application_name: 'plimsoll migrations', connectionTimeoutMillis: 10_000 });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await refuseNewerSchema(client, dir);
    const applied = await runner({
      dbClient: client,
      dir,
      direction: 'up',
      ...(count === undefined ? {} : { count }),
      migrationsTable: table,
      advisoryLockMode: 'wait',
      singleTransaction: true,
      ignorePattern: '.*\\.(?!sql$)[^.]*',
      logger: { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined },
    });
    // Older schemas, which tests stop at, do not have the columns.
    if (count === undefined && dir === migrationsDir) await makeIndexesOfSmallTables(client);
    return { applied: applied.map((migration) => migration.name) };
  } finally {
    await client.end();
  }
}

async function refuseNewerSchema(client: pg.Client, dir: string): Promise<void> {
  const exists = await client.query<{ found: string | null }>('SELECT to_regclass($1)::text AS found', [`public.${table}`]);
  if (!exists.rows[0]?.found) return;
  const known = new Set(await listKnownMigrations(dir));
  const { rows } = await client.query<{ name: string }>(`SELECT name FROM ${table} ORDER BY run_on, id`);
  const unknown = rows.map((row) => row.name).filter((name) => !known.has(name));
  if (unknown.length > 0) throw new StoreError('newer_schema', { migration: unknown[0] ?? '' });
}
