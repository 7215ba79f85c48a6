/**
 * Looks for runs in three steps, so that no search reads a long history whole: among the newest runs one by one, where what many runs have is
 * found at once; one by one among the rest where that is short; else by the indexes of what is looked for, where what few runs have is found. What Postgres
 * chooses by itself is one of these for all, by how often it thinks that something is found.
 */
import type { Db } from '../db.ts';
import { first, inTransaction } from '../query.ts';
import type { RunFilter } from './run-filter.ts';
import { fromRuns, type RunListRow, runListColumns } from './run-row.ts';

/** Runs of all teams: they lie side by side. An index finds matches rarer than 1 in 300 as quickly in a million, where each lies elsewhere. */
const newest = 16_000;
/** Runs of the team. */
const short = 30_000;

/** The ordinal that ends the newest runs, of those before `after`. */
async function findEdge(db: Db, { values: [teamId] }: RunFilter, after: string | null): Promise<string> {
  const { rows } = await db.query<{ edge: string | null }>(
    `SELECT max(ordinal) - ${newest} AS edge FROM runs WHERE team_id = $1 AND ordinal < coalesce($2, ${lastOrdinal})`,
    [teamId, after],
  );
  return first(rows)?.edge ?? '0';
}

const lastOrdinal = '9223372036854775807::bigint';

async function isShort(db: Db, { values: [teamId] }: RunFilter, edge: string): Promise<boolean> {
  const { rowCount } = await db.query(
    `SELECT FROM runs WHERE team_id = $1 AND ordinal <= $2 ORDER BY ordinal DESC OFFSET ${short} LIMIT 1`,
    [teamId, edge],
  );
  return rowCount === 0;
}

/** One after the other, in the order of an index. */
function oneByOne<T>(db: Db, work: (client: Db) => Promise<T>): Promise<T> {
  return planned(db, 'SET LOCAL enable_seqscan = off; SET LOCAL enable_bitmapscan = off', work);
}

/** Each run is found by the conditions of the filter alone, and put in order afterwards. */
function byIndexes<T>(db: Db, work: (client: Db) => Promise<T>): Promise<T> {
  return planned(db, "SET LOCAL enable_seqscan = off; SET LOCAL enable_indexscan = off; SET LOCAL work_mem = '32MB'", work);
}

function planned<T>(db: Db, settings: string, work: (client: Db) => Promise<T>): Promise<T> {
  return inTransaction(db, async (client) => {
    await client.query(settings);
    const found = await work(client);
    await client.query('SET LOCAL enable_seqscan = on; SET LOCAL enable_indexscan = on; SET LOCAL enable_bitmapscan = on');
    return found;
  });
}

/** The newest runs that match, before the ordinal `after`. */
export async function findPage(db: Db, filter: RunFilter, after: string | null, limit: number): Promise<RunListRow[]> {
  const n = filter.values.length;
  const page = async (client: Db, range: string, edge: string, most: number) => {
    const { rows } = await client.query<RunListRow>(
      `WITH found AS MATERIALIZED (SELECT r.id FROM runs r WHERE ${filter.where} AND r.ordinal < coalesce($${n + 1}, ${lastOrdinal}) AND ${range}
         ORDER BY r.ordinal DESC LIMIT $${n + 3})
       SELECT ${runListColumns} ${fromRuns} JOIN found ON found.id = r.id ORDER BY r.ordinal DESC`,
      [...filter.values, after, edge, most],
    );
    return rows;
  };
  if (!filter.scattered) return page(db, `r.ordinal > $${n + 2}`, '0', limit);
  const edge = await findEdge(db, filter, filter.onlyNewest ? null : after);
  const found = await oneByOne(db, (client) => page(client, `r.ordinal > $${n + 2}`, edge, limit));
  if (found.length === limit || filter.onlyNewest) return found;
  const older = (client: Db) => page(client, `r.ordinal <= $${n + 2}`, edge, limit - found.length);
  return [...found, ...((await isShort(db, filter, edge)) ? await older(db) : await byIndexes(db, older))];
}

/** Counts the runs that match; more than `most` are `most + 1`. */
export async function countFound(db: Db, filter: RunFilter, most: number): Promise<number> {
  const n = filter.values.length;
  const count = async (client: Db, range: string, edge: string, limit: number, how = '') => {
    const { rows } = await client.query<{ total: number }>(
      `WITH found AS ${how} (SELECT FROM runs r WHERE ${filter.where} AND ${range})
       SELECT count(*)::int AS total FROM (SELECT FROM found LIMIT $${n + 2}) AS counted`,
      [...filter.values, edge, limit],
    );
    return first(rows)?.total ?? 0;
  };
  if (!filter.scattered) return count(db, `r.ordinal > $${n + 1}`, '0', most + 1);
  const edge = await findEdge(db, filter, null);
  const found = await oneByOne(db, (client) => count(client, `r.ordinal > $${n + 1}`, edge, most + 1));
  if (found > most || filter.onlyNewest) return found;
  const range = `r.ordinal <= $${n + 1}`;
  if (await isShort(db, filter, edge)) return found + (await count(db, range, edge, most + 1 - found));
  // As if all were asked for: Postgres must not walk through the runs for being asked for some.
  return found + (await byIndexes(db, (client) => count(client, range, edge, most + 1 - found, 'MATERIALIZED')));
}
