/**
 * Indexes of tables that may be large. A migration would make them in its transaction, and nobody could write to the table meanwhile: with a
 * million runs for longer than a worker waits for its heartbeat. So they are made beside the migrations: at once where the table is
 * small, else by the API while the product goes on (`CREATE INDEX CONCURRENTLY`). Without them all is right, and slower.
 */
import type { Db } from './db.ts';

interface LargeIndex {
  readonly name: string;
  readonly on: string;
}

const largeIndexes: readonly LargeIndex[] = [
  // The last completed runs of a plan, however many of its runs failed since.
  { name: 'runs_completed_idx', on: `runs (plan_id, ordinal DESC) WHERE state = 'completed' AND summary IS NOT NULL` },
];

/** A table of this size is read, and an index of it made, within a fraction of a second. */
export const smallBytes = 64 * 1024 * 1024;

/** Those that are missing, and those that a process left unfinished. None is named while somebody makes it. */
async function listMissing(client: Db): Promise<(LargeIndex & { unfinished: boolean; small: boolean })[]> {
  const { rows } = await client.query<{ name: string; unfinished: boolean; small: boolean }>(
    `SELECT w.name, i.indexrelid IS NOT NULL AS unfinished, pg_relation_size('runs') <= $2 AS small
     FROM unnest($1::text[]) AS w(name) LEFT JOIN pg_index i ON i.indexrelid = to_regclass(w.name)
     WHERE NOT coalesce(i.indisvalid, false) AND NOT EXISTS (SELECT FROM pg_stat_progress_create_index p WHERE p.relid = 'runs'::regclass)`,
    [largeIndexes.map(({ name }) => name), smallBytes],
  );
  return rows.flatMap((row) => {
    const on = largeIndexes.find(({ name }) => name === row.name)?.on;
    return on === undefined ? [] : [{ ...row, on }];
  });
}

/** Makes the missing ones where that takes no time. For the connection of the migrations. */
export async function makeIndexesOfSmallTables(client: Db): Promise<void> {
  for (const { name, on, small, unfinished } of await listMissing(client))
    if (small && !unfinished) await client.query(`CREATE INDEX IF NOT EXISTS ${name} ON ${on}`);
}

/** Makes the missing ones while others write; answers their names. `db`: its queries may take an hour. */
export async function makeLargeIndexes(db: Db): Promise<string[]> {
  const made: string[] = [];
  for (const { name, on, unfinished } of await listMissing(db)) {
    if (unfinished) await db.query(`DROP INDEX CONCURRENTLY IF EXISTS ${name}`);
    await db.query(`CREATE INDEX CONCURRENTLY IF NOT EXISTS ${name} ON ${on}`);
    made.push(name);
  }
  return made;
}
