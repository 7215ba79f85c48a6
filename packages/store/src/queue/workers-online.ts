/** The workers that are online: each writes its row every few seconds. */
import type { PoolWorker } from '@plimsoll/contracts/generators';
import { silentSince } from '../clock-watch.ts';
import type { Db } from '../db.ts';
import { lostAfterMs } from '../runs/run-life.ts';
import { lastMigration } from '../schema/schema-state.ts';

/** SQL: is the worker of this alias of `workers_online` online? One that was not seen for as long as a lost run is offline. */
export function workerOnline(alias: string): string {
  return `NOT ${silentSince(`${alias}.seen_at`, String(lostAfterMs))}`;
}

/** SQL: is it online, and does it take new loads? One that drains does not. */
export function workerTakesLoads(alias: string): string {
  return `(${workerOnline(alias)} AND ${alias}.draining_at IS NULL)`;
}

/** SQL: does the worker with this id, an expression, drain? */
export function workerDrains(id: string): string {
  return `EXISTS (SELECT FROM workers_online d WHERE d.id = ${id} AND d.draining_at IS NOT NULL)`;
}

/** SQL: is the worker of this alias in a pool of this text of `poolsText` (contracts), an expression? Where it is null any worker is. */
export function hasLabel(alias: string, pools: string): string {
  return `(${pools} IS NULL OR ${alias}.labels && string_to_array(regexp_replace(${pools}, ':[0-9]+', '', 'g'), ','))`;
}

/** SQL: the same of the worker with this id, an expression. */
export function workerInPool(id: string, label: string): string {
  return `(${label} IS NULL OR EXISTS (SELECT FROM workers_online l WHERE l.id = ${id} AND ${hasLabel('l', label)}))`;
}

export interface WorkerOnline {
  readonly id: string;
  readonly hostname: string;
  readonly version: string;
  readonly pid: number;
  readonly concurrency: number;
  readonly cores: number;
  /** Load threads of one run, at most. */
  readonly threads: number;
  /** Pools it belongs to. */
  readonly labels: readonly string[];
  readonly startedAt: Date;
}

/** Writes the row, and forgets workers that have been away for a day. */
export async function workerSeen(db: Db, worker: WorkerOnline): Promise<void> {
  await db.query(
    `WITH old AS (DELETE FROM workers_online WHERE seen_at < now() - interval '1 day')
     INSERT INTO workers_online (id, hostname, version, pid, concurrency, started_at, cores, threads, labels, migration)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
     ON CONFLICT (id) DO UPDATE SET seen_at = now()`,
    [
      worker.id,
      worker.hostname,
      worker.version,
      worker.pid,
      worker.concurrency,
      worker.startedAt,
      worker.cores,
      worker.threads,
      worker.labels,
      lastMigration(),
    ],
  );
}

export async function workerGone(db: Db, id: string): Promise<void> {
  await db.query('DELETE FROM workers_online WHERE id = $1', [id]);
}

/** Does this worker take nothing new? */
export async function isDraining(db: Db, id: string): Promise<boolean> {
  const { rows } = await db.query<{ drains: boolean }>(`SELECT ${workerDrains('$1')} AS drains`, [id]);
  return rows[0]?.drains ?? false;
}

/** Counts the workers that are online and take new loads; with a label, those in its pool. */
export async function countWorkers(db: Db, label: string | null = null): Promise<number> {
  const { rows } = await db.query<{ online: number }>(
    `SELECT count(*)::int AS online FROM workers_online w WHERE ${workerTakesLoads('w')} AND ${hasLabel('w', '$1::text')}`,
    [label],
  );
  return rows[0]?.online ?? 0;
}

/** The workers that are online and take new loads, with their labels. */
export async function listPoolWorkers(db: Db): Promise<PoolWorker[]> {
  const { rows } = await db.query<PoolWorker>(
    `SELECT w.id, w.labels FROM workers_online w WHERE ${workerTakesLoads('w')} ORDER BY w.started_at, w.id`,
  );
  return rows;
}

/** Labels of the workers that are online and take new loads, in order: the pools a plan can choose now. */
export async function listWorkerLabels(db: Db): Promise<string[]> {
  const { rows } = await db.query<{ label: string }>(
    `SELECT DISTINCT unnest(w.labels) AS label FROM workers_online w WHERE ${workerTakesLoads('w')} ORDER BY label`,
  );
  return rows.map(({ label }) => label);
}
