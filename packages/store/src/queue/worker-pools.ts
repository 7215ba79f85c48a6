/** Pools of workers that something outside scales by what waits for them. They stand in the database, so that workers need no setting for them. */
import type { Db, DbPool } from '../db.ts';
import { first, inTransaction } from '../query.ts';

export interface WorkerPool {
  /** '': of loads that any worker may make. */
  readonly label: string;
  /** The most workers it may be scaled to. */
  readonly mostWorkers: number;
}

/** The workers that a pool needs now. */
export interface PoolNeed {
  readonly pool: string;
  readonly waiting: number;
  readonly underWay: number;
  /** What waits and what is under way; while all load is held what is under way. */
  readonly workers: number;
}

/** As the settings of an API that starts say: those of before are gone. `scaleSeconds`: how long workers may take to come. */
export async function setWorkerPools(db: DbPool, pools: readonly WorkerPool[], scaleSeconds: number): Promise<void> {
  await inTransaction(db, async (client) => {
    await client.query('DELETE FROM worker_pools WHERE label <> ALL($1)', [pools.map(({ label }) => label)]);
    await client.query(
      `INSERT INTO worker_pools (label, most_workers, scale_seconds) SELECT label, most, $3 FROM unnest($1::text[], $2::int[]) AS p(label, most)
       ON CONFLICT (label) DO UPDATE SET most_workers = excluded.most_workers, scale_seconds = excluded.scale_seconds`,
      [pools.map(({ label }) => label), pools.map(({ mostWorkers }) => mostWorkers), scaleSeconds],
    );
  });
}

/** SQL: for how long the pools of a load's `worker_label`, an expression, may take to bring their workers, s; null where none is scaled. */
export function scaleSecondsOf(label: string): string {
  return `(SELECT max(p.scale_seconds) FROM worker_pools p WHERE p.label = ANY(
    CASE WHEN ${label} IS NULL THEN ARRAY[''] ELSE string_to_array(regexp_replace(${label}, ':[0-9]+', '', 'g'), ',') END))`;
}

/** SQL: since when something that waits since then, an expression, could have had its workers: while all load is held no pool brings any. */
export function workersDueSince(since: string): string {
  return `greatest(${since}, (SELECT load_released_at FROM installation))`;
}

/** May the pool of this run still bring the workers that it lacks? The first ask counts from now. */
export async function mayBringWorkers(db: Db, runId: string): Promise<boolean> {
  const { rows } = await db.query<{ asked: boolean; may: boolean }>(
    `SELECT r.workers_awaited_since IS NOT NULL AS asked,
       coalesce(${workersDueSince('coalesce(r.workers_awaited_since, now())')} > now() - s.seconds * interval '1 s', false) AS may
     FROM runs r, LATERAL (SELECT ${scaleSecondsOf('r.worker_label')} AS seconds) s WHERE r.id = $1`,
    [runId],
  );
  const { asked = true, may = false } = first(rows) ?? {};
  if (may && !asked) await db.query('UPDATE runs SET workers_awaited_since = now() WHERE id = $1', [runId]);
  return may;
}

/** How long the pools of this experiment may take to bring workers, s; 0 where they are not scaled. */
export async function crewScaleSeconds(db: Db, experimentId: string): Promise<number> {
  const { rows } = await db.query<{ seconds: number | null }>(
    `SELECT ${scaleSecondsOf('x.worker_label')} AS seconds FROM experiments x WHERE x.id = $1`,
    [experimentId],
  );
  return first(rows)?.seconds ?? 0;
}

/** What the view `queue_by_pool` says, which KEDA reads, by pool. A pool that is scaled is named with 0, too. */
export async function listPoolNeeds(db: Db): Promise<PoolNeed[]> {
  const { rows } = await db.query<PoolNeed>(
    `SELECT pool, coalesce(q.waiting, 0) AS waiting, coalesce(q.under_way, 0) AS "underWay", coalesce(q.workers, 0) AS workers
     FROM queue_by_pool q FULL JOIN (SELECT label AS pool FROM worker_pools) p USING (pool) ORDER BY pool`,
  );
  return rows;
}
