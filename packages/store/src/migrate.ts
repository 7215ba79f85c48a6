/** Brings a database to this version's schema: plain SQL files, forward only, under a lock that ends with its transaction. */
import { setTimeout as sleep } from 'node:timers/promises';
import { storeWait } from '@plimsoll/wording/failure-sentence';
import type { Client } from 'pg';
import { makeIndexesOfSmallTables } from './large-indexes.ts';
import { numberRunsOfSmallTables } from './runs/run-numbers.ts';
import {
  listAppliedMigrations,
  listKnownMigrations,
  listPending,
  type Migration,
  migrationsDir,
  migrationsTable,
} from './schema/schema-state.ts';
import { withClient } from './schema/with-client.ts';

export { migrationsDir };

export interface MigrateOptions {
  /** The next few only. */
  readonly most?: number;
  /** Told in a sentence, again and again, what it waits for. */
  readonly onWait?: (sentence: string) => void;
}

/** The number that versions before 0.3 lock, too, for their session. */
const migrationLock = '7241865325823964';
/** Whoever comes to a table after us waits as long as we do: a load goes silent after 8 s without the database. */
const lockTimeout = '2s';
const againAfterMs = 500;
const silentAfterMs = 5000;
/** SQLSTATE lock_not_available. */
const lockNotAvailable = '55P03';

/**
 * Applies what is missing, all of it or nothing; several processes may call it at once, one works and the others wait. All of it is one
 * transaction, and so is its lock: a pooler may hand out another session to each. Throws StoreError `newer_schema` and `schema_gap`.
 */
export async function migrate(url: string, dir: string = migrationsDir, options: MigrateOptions = {}): Promise<{ applied: string[] }> {
  const { most = Number.POSITIVE_INFINITY, onWait = () => undefined } = options;
  const known = await listKnownMigrations(dir);
  return withClient(url, 'plimsoll migrations', async (client) => {
    const silent = setInterval(() => onWait(storeWait('silent', {})), silentAfterMs);
    await client.query('SELECT').finally(() => clearInterval(silent));
    for (;;) {
      const done = await tryToMigrate(client, known, most, most === Number.POSITIVE_INFINITY && dir === migrationsDir);
      if (Array.isArray(done)) return { applied: done };
      onWait(done.sentence);
      await sleep(againAfterMs);
    }
  });
}

/** Applies the migrations, or says what has to be waited for. */
async function tryToMigrate(
  client: Client,
  known: readonly Migration[],
  most: number,
  whole: boolean,
): Promise<string[] | { sentence: string }> {
  if (listPending(known, await listAppliedMigrations(client)).length === 0) return [];
  try {
    await client.query('BEGIN');
    await client.query(
      `SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0; SET LOCAL lock_timeout = '${lockTimeout}'`,
    );
    const { rows } = await client.query<{ ours: boolean }>(`SELECT pg_try_advisory_xact_lock(${migrationLock}) AS ours`);
    if (!rows[0]?.ours) {
      await client.query('ROLLBACK');
      return { sentence: storeWait('migrated', { by: await nameOldest(client, `application_name = 'plimsoll migrations'`) }) };
    }
    const pending = listPending(known, await listAppliedMigrations(client)).slice(0, most);
    await apply(client, pending);
    // Older schemas, which tests stop at, do not have the columns.
    if (whole) {
      await makeIndexesOfSmallTables(client);
      await numberRunsOfSmallTables(client);
    }
    await keepKinds(client, known);
    await client.query('COMMIT');
    return pending.map(({ name }) => name);
  } catch (error) {
    await client.query('ROLLBACK');
    if ((error as { code?: unknown }).code !== lockNotAvailable) throw error;
    return { sentence: storeWait('locked', { by: await nameOldest(client, 'true') }) };
  }
}

async function apply(client: Client, pending: readonly Migration[]): Promise<void> {
  await client.query(
    `CREATE TABLE IF NOT EXISTS ${migrationsTable} (id serial PRIMARY KEY, name varchar(255) NOT NULL, run_on timestamp NOT NULL)`,
  );
  for (const { name, sql } of pending) {
    await client.query(sql);
    await client.query(`INSERT INTO ${migrationsTable} (name, run_on) VALUES ($1, now())`, [name]);
  }
}

/** A version that does not know them then knows whether it may go on. */
async function keepKinds(client: Client, known: readonly Migration[]): Promise<void> {
  const { rowCount } = await client.query(
    `SELECT FROM pg_attribute WHERE attrelid = $1::regclass AND attname = 'kind' AND NOT attisdropped`,
    [`public.${migrationsTable}`],
  );
  if (rowCount === 0) return;
  await client.query(
    `UPDATE ${migrationsTable} m SET kind = k.kind FROM unnest($1::text[], $2::text[]) AS k(name, kind) WHERE m.name = k.name AND m.kind IS NULL`,
    [known.map(({ name }) => name), known.map(({ kind }) => kind)],
  );
}

/** The oldest transaction of others, as `plimsoll backup (process 4711, since 09:30:00 UTC)`: the same words for as long as it is the same one. */
async function nameOldest(client: Client, which: string): Promise<string> {
  const { rows } = await client.query<{ name: string; pid: number; since: string }>(
    `SELECT application_name AS name, pid, to_char(xact_start AT TIME ZONE 'UTC', 'HH24:MI:SS "UTC"') AS since FROM pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid() AND xact_start IS NOT NULL AND ${which} ORDER BY xact_start LIMIT 1`,
  );
  const [oldest] = rows;
  return oldest ? storeWait('by', { name: oldest.name || '?', pid: String(oldest.pid), since: oldest.since }) : storeWait('somebody', {});
}
