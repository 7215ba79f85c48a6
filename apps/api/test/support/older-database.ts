/** A database that ends before a migration, and rows of today written back into it the way the older version wrote them. */
import { cp, mkdtemp, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DbPool } from '@plimsoll/store/db';
import { migrate, migrationsDir } from '@plimsoll/store/migrate';
import { copyOf, type ThrowawayDatabase, throwawayDatabase } from '@plimsoll/testbed/postgres';

export type Json = null | string | number | boolean | Json[] | { [key: string]: Json };

/** A database that is brought forward migration by migration, and copied at each that is asked for. */
let growing: { readonly database: ThrowawayDatabase; readonly dir: string; readonly before: string } | null = null;

/** `migration`: the number of the first one that is left out, `012`. */
export async function databaseBefore(migration: string): Promise<ThrowawayDatabase> {
  if (!growing || growing.before > migration) {
    await growing?.database.drop();
    growing = { database: await throwawayDatabase(), dir: await mkdtemp(join(tmpdir(), 'plimsoll-migrations-')), before: '' };
  }
  const { database, dir } = growing;
  for (const file of await readdir(migrationsDir)) if (file < migration) await cp(join(migrationsDir, file), join(dir, file));
  await migrate(database.url, dir);
  growing = { database, dir, before: migration };
  return copyOf(database);
}

/** In the order in which one refers to another. */
const tables =
  'users teams accounts members sessions tokens plans runs run_shards samples comparisons experiments experiment_runs shares idempotency_keys';

/** `former`: the row as the older version wrote it. */
export async function copyRows(from: DbPool, to: DbPool, former: (table: string, row: Record<string, Json>) => unknown): Promise<void> {
  for (const table of tables.split(' ')) {
    const { rows: columns } = await to.query<{ name: string }>(
      `SELECT column_name AS name FROM information_schema.columns WHERE table_name = $1 AND is_generated = 'NEVER'`,
      [table],
    );
    // It came with a later migration.
    if (columns.length === 0) continue;
    const { rows } = await from.query<{ row: Record<string, Json> }>(`SELECT to_jsonb(t) AS row FROM ${table} t`);
    const list = columns.map(({ name }) => name).join(', ');
    await to.query(
      `INSERT INTO ${table} (${list}) OVERRIDING SYSTEM VALUE SELECT ${list} FROM jsonb_populate_recordset(null::${table}, $1)`,
      [JSON.stringify(rows.map(({ row }) => former(table, row)))],
    );
  }
}
