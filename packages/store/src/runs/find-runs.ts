/**
 * Looks for runs in steps, so that no search reads a long history whole: among the newest runs one by one, where what many runs have is
 * found at once; one by one among the rest where that is short; else by the indexes of what is looked for, where what few runs have is found. What many
 * runs have and none of the newest, an index finds slowly: the rest is sampled for the place where it begins, and only what is newer than that is read.
 * Postgres by itself chooses one of these for all, by how often it thinks that something is found.
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

/** A sample is every so many runs: a prime, or what comes around every tenth run would be missed by each sample or by none. */
const sampled = 257;
/** More matches than this are sampled for: an index finds fewer in a few hundredths of a second. */
const many = 8_000;

/** Matches up to `edge`, as Postgres estimates them. */
async function estimate(db: Db, { where, values }: RunFilter, edge: string): Promise<number> {
  const { rows } = await db.query<{ 'QUERY PLAN': readonly [{ Plan: { 'Plan Rows': number } }] }>(
    `EXPLAIN (FORMAT JSON) SELECT FROM runs r WHERE ${where} AND r.ordinal <= $${values.length + 1}`,
    [...values, edge],
  );
  return first(rows)?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0;
}

/** The ordinal beyond which, up to `edge`, probably more than `wanted` runs match; null: the sample has too few. */
async function findFloor(db: Db, { where, values }: RunFilter, edge: string, wanted: number): Promise<string | null> {
  const n = values.length;
  const { rows } = await db.query<{ ordinal: string }>(
    `SELECT r.ordinal FROM generate_series($${n + 1}::bigint, 1, -${sampled}) WITH ORDINALITY AS sample(place, nth)
       CROSS JOIN LATERAL (SELECT * FROM runs WHERE team_id = $1 AND ordinal <= sample.place ORDER BY ordinal DESC LIMIT 1) r
     WHERE ${where} ORDER BY sample.nth OFFSET $${n + 2} LIMIT 1`,
    [...values, edge, Math.ceil(wanted / sampled) * 2 + 8],
  );
  return first(rows)?.ordinal ?? null;
}

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

/** The indexes of the filter and that of the history are put together before a run is read: a page of the table costs as much as many of an index. */
function byIndexesTogether<T>(db: Db, work: (client: Db) => Promise<T>): Promise<T> {
  return byIndexes(db, async (client) => {
    await client.query('SET LOCAL random_page_cost = 1000; SET LOCAL seq_page_cost = 1000');
    const found = await work(client);
    await client.query('SET LOCAL random_page_cost TO DEFAULT; SET LOCAL seq_page_cost TO DEFAULT');
    return found;
  });
}

function planned<T>(db: Db, settings: string, work: (client: Db) => Promise<T>): Promise<T> {
  return inTransaction(db, async (client) => {
    await client.query(settings);
    const found = await work(client);
    await client.query('SET LOCAL enable_seqscan = on; SET LOCAL enable_indexscan = on; SET LOCAL enable_bitmapscan = on');
    return found;
  });
}

export interface FoundRuns {
  /** Newest first. */
  readonly rows: readonly RunListRow[];
  /** Matches, no more than asked for. */
  readonly matched: number;
}

/** The conditions that a run has to meet. */
interface Asked {
  readonly filter: RunFilter;
  /** The runs before this ordinal; null: all. */
  readonly after: string | null;
  readonly limit: number;
  readonly most: number;
}

const nothing: FoundRuns = { rows: [], matched: 0 };

/** Adds the matches of a range to what was found before it. A range names its edges `$first`, `$second`. */
async function find(
  db: Db,
  { filter, after, limit, most }: Asked,
  range: string,
  edges: readonly string[],
  before = nothing,
): Promise<FoundRuns> {
  const n = filter.values.length;
  const placed = range.replace('$first', `$${n + 4}`).replace('$second', `$${n + 5}`);
  const { rows } = await db.query<RunListRow & { matched: number }>(
    `WITH found AS MATERIALIZED (SELECT r.id, r.ordinal FROM runs r
       WHERE ${filter.where} AND r.ordinal < coalesce($${n + 1}, ${lastOrdinal}) AND ${placed} ORDER BY r.ordinal DESC LIMIT $${n + 2})
     SELECT ${runListColumns}, (SELECT count(*)::int FROM found) AS matched
     ${fromRuns} JOIN (SELECT id FROM found ORDER BY ordinal DESC LIMIT $${n + 3}) page ON page.id = r.id ORDER BY r.ordinal DESC`,
    [...filter.values, after, most - before.matched, Math.max(1, limit - before.rows.length), ...edges],
  );
  return { rows: [...before.rows, ...rows].slice(0, limit), matched: before.matched + (first(rows)?.matched ?? 0) };
}

/** An index has the matches in their order: they are counted without a look at the runs. */
async function findInOrder(db: Db, asked: Asked): Promise<FoundRuns> {
  const { filter, after, limit, most } = asked;
  const page = await find(db, { ...asked, most: limit }, 'r.ordinal > $first', ['0']);
  if (page.matched < limit || most <= limit) return page;
  const n = filter.values.length;
  const { rows } = await db.query<{ matched: number }>(
    `SELECT count(*)::int AS matched FROM (SELECT FROM runs r WHERE ${filter.where} AND r.ordinal < coalesce($${n + 1}, ${lastOrdinal}) LIMIT $${n + 2}) x`,
    [...filter.values, after, most],
  );
  return { rows: page.rows, matched: first(rows)?.matched ?? 0 };
}

/** The newest `limit` runs that match before the ordinal `after`, and how many match, counted up to `most`. */
export async function findRuns(db: Db, asked: Asked): Promise<FoundRuns> {
  const { filter, after, most } = asked;
  if (!filter.scattered) return findInOrder(db, asked);
  const edge = await findEdge(db, filter, filter.onlyNewest ? null : after);
  const newer = await oneByOne(db, (client) => find(client, asked, 'r.ordinal > $first', [edge]));
  if (newer.matched === most || filter.onlyNewest) return newer;
  const older = (client: Db) => find(client, asked, 'r.ordinal <= $first', [edge], newer);
  if (await isShort(db, filter, edge)) return older(db);
  const isCommon = (await estimate(db, filter, edge)) > many;
  const floor = isCommon ? await findFloor(db, filter, edge, most - newer.matched) : null;
  if (floor !== null) {
    const found = await byIndexesTogether(db, (client) =>
      find(client, asked, 'r.ordinal <= $first AND r.ordinal > $second', [edge, floor], newer),
    );
    if (found.matched === most) return found;
  }
  return byIndexes(db, older);
}
