/**
 * The shards of a run: joined, ready, started at one time, ended. Where a run's row and its shards' rows change together, the
 * run's is locked first: it makes the order in which shards are ready and end.
 */
import type { EndReason, Environment, TerminalState } from '@plimsoll/contracts/run';
import type { ShardEnding } from '@plimsoll/contracts/run-ending';
import type { Db } from '../db.ts';
import { first, inTransaction, jsonText } from '../query.ts';
import { activeRun, type ShardKey } from './run-life.ts';

export interface StartBarrier {
  /** The number of the run's shards. */
  readonly generators: number;
  /** Load threads of each shard that joined, by shard. */
  readonly threads: readonly number[];
  /** The number of shards that are set up and wait for the start. */
  readonly ready: number;
  /** The time 0 they share, µs since 1970 on the database's clock; null until all are ready. */
  readonly startUs: bigint | null;
}

/** Reads which shards have come so far. Null: the run is over. */
export async function readStartBarrier(db: Db, { runId, attempt }: ShardKey): Promise<StartBarrier | null> {
  const { rows } = await db.query<{ generators: number; threads: number[]; ready: number; start_us: string | null }>(
    `SELECT r.generators, array_agg(s.threads ORDER BY s.shard) AS threads, count(s.ready_at)::int AS ready,
       (extract(epoch FROM r.started_at) * 1000000)::bigint::text AS start_us
     FROM runs r JOIN run_shards s ON s.run_id = r.id AND s.attempt = r.attempt
     WHERE r.id = $1 AND r.attempt = $2 AND ${activeRun('r')} GROUP BY r.id`,
    [runId, attempt],
  );
  const row = first(rows);
  if (!row) return null;
  const { generators, threads, ready, start_us } = row;
  return { generators, threads, ready, startUs: start_us === null ? null : BigInt(start_us) };
}

/** A shard that is set up. */
export interface ReadyShard extends ShardKey {
  readonly environment: Environment;
}

export function readyShard(db: Db, shard: ShardKey, environment: Environment, leadMs: number): Promise<void> {
  return readyShards(db, [{ ...shard, environment }], leadMs);
}

/**
 * These shards are set up, one of each run that is made together, in their environments; the first shard's is its run's. The ones that make all of all runs ready fix
 * one start for all, `leadMs` from then, in the same transaction; not if a run was stopped meanwhile. The hard deadline counts from the start.
 */
export async function readyShards(db: Db, shards: readonly ReadyShard[], leadMs: number): Promise<void> {
  await inTransaction(db, async (client) => {
    for (const shard of shards) await ready(client, shard);
    await client.query(
      `WITH start AS MATERIALIZED (SELECT clock_timestamp() AS at)
       UPDATE runs r SET state = 'running', started_at = start.at + $2 * interval '1 ms',
         hard_deadline_at = hard_deadline_at + (start.at - claimed_at)
       FROM start WHERE (r.id, r.attempt) IN (SELECT * FROM unnest($1::uuid[], $3::int[])) AND ${startable('r')}
         AND NOT EXISTS (SELECT FROM runs o WHERE o.id = ANY($1) AND NOT (${startable('o')}))`,
      [shards.map(({ runId }) => runId), leadMs, shards.map(({ attempt }) => attempt)],
    );
  });
}

/** SQL: has the run of this alias all its shards ready, and no start yet? */
function startable(run: string): string {
  return `${run}.state = 'starting' AND ${run}.started_at IS NULL AND ${run}.halted_at IS NULL AND ${run}.generators =
    (SELECT count(s.ready_at) FROM run_shards s WHERE s.run_id = ${run}.id AND s.attempt = ${run}.attempt AND s.ended_at IS NULL)`;
}

async function ready(client: Db, { runId, attempt, shard, environment }: ReadyShard): Promise<void> {
  await client.query(
    `UPDATE runs r SET heartbeat_at = now(), environment = CASE WHEN $3 = 0 THEN $4 ELSE environment END
       WHERE id = $1 AND attempt = $2 AND ${activeRun('r')}`,
    [runId, attempt, shard, jsonText(environment)],
  );
  await client.query(
    `UPDATE run_shards SET ready_at = coalesce(ready_at, clock_timestamp()), heartbeat_at = now(), environment = $4
       WHERE run_id = $1 AND attempt = $2 AND shard = $3 AND ended_at IS NULL`,
    [runId, attempt, shard, jsonText(environment)],
  );
}

/** The database's clock, µs since 1970. */
export async function databaseClockUs(db: Db): Promise<bigint> {
  const { rows } = await db.query<{ us: string }>('SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint::text AS us');
  return BigInt(first(rows)?.us ?? 0);
}

export interface ShardEnd {
  /** The run's state if this shard is the one that ends it. */
  readonly state: TerminalState;
  readonly reason: EndReason;
  readonly ending: ShardEnding;
}

/** Reasons by which a shard is only through with its own share; any other ends the run for all. */
const natural: readonly EndReason[] = ['requests', 'duration', 'stages'];

/**
 * Ends a shard; what is no natural end stops the others, too. Answers how the run ends when this was its last shard, `others`
 * while some go on, `gone` if the run was over before. A repeat answers the same again.
 */
export async function endShard(db: Db, { runId, attempt, shard }: ShardKey, end: ShardEnd): Promise<ShardEnd | 'others' | 'gone'> {
  return inTransaction(db, async (client) => {
    const { rows } = await client.query<{ generators: number }>(
      `SELECT generators FROM runs r WHERE r.id = $1 AND r.attempt = $2 AND ${activeRun('r')} FOR UPDATE`,
      [runId, attempt],
    );
    const run = first(rows);
    if (!run) return 'gone';
    await client.query(
      `UPDATE run_shards SET ended_at = clock_timestamp(), end_state = $4, end_reason = $5, ending = $6, end_message = ''
       WHERE run_id = $1 AND attempt = $2 AND shard = $3 AND ended_at IS NULL`,
      [runId, attempt, shard, end.state, end.reason, jsonText(end.ending)],
    );
    // A worker of a version before says its end as a sentence.
    const { rows: shards } = await client.query<{ state: TerminalState | null; reason: EndReason; ending: ShardEnding }>(
      `SELECT end_state AS state, end_reason AS reason,
         coalesce(ending, jsonb_build_object('kind', 'legacy', 'text', coalesce(end_message, ''))) AS ending FROM run_shards
       WHERE run_id = $1 AND attempt = $2 ORDER BY ended_at, shard`,
      [runId, attempt],
    );
    const ends = shards.filter((each): each is ShardEnd => each.state !== null);
    const cause = ends.find(({ reason }) => !natural.includes(reason));
    if (cause)
      await client.query('UPDATE runs SET halted_at = coalesce(halted_at, now()) WHERE id = $1 AND attempt = $2', [runId, attempt]);
    if (ends.length < shards.length || (!cause && shards.length < run.generators)) return 'others';
    // Its time ended the run if it cut any shard short.
    return cause ?? ends.find(({ reason }) => reason !== 'requests') ?? end;
  });
}

export interface LostShard {
  readonly shard: number;
  /** Null: a version before codes ended it. */
  readonly ending: ShardEnding | null;
}

/** The shards of a run whose generator failed while its worker lives, the first one first. */
export async function lostShards(db: Db, runId: string): Promise<LostShard[]> {
  const { rows } = await db.query<LostShard>(
    `SELECT s.shard, s.ending FROM run_shards s JOIN runs r ON r.id = s.run_id AND r.attempt = s.attempt
     WHERE r.id = $1 AND s.end_state = 'worker_lost' ORDER BY s.ended_at, s.shard`,
    [runId],
  );
  return rows;
}
