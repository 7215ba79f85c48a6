/** Which workers are online: each writes its row every few seconds. */
import { silentSince } from '../clock-watch.ts';
import type { Db } from '../db.ts';

/** A worker not seen for this long is offline. */
const offlineAfterMs = 12_000;

/** SQL: is the worker of this alias of `workers_online` online? */
export function workerOnline(alias: string): string {
  return `NOT ${silentSince(`${alias}.seen_at`, String(offlineAfterMs))}`;
}

export interface WorkerOnline {
  readonly id: string;
  readonly hostname: string;
  readonly version: string;
  readonly pid: number;
  readonly concurrency: number;
  readonly startedAt: Date;
}

/** Writes the row, and forgets workers that have been away for a day. */
export async function workerSeen(db: Db, worker: WorkerOnline): Promise<void> {
  await db.query(
    `WITH old AS (DELETE FROM workers_online WHERE seen_at < now() - interval '1 day')
     INSERT INTO workers_online (id, hostname, version, pid, concurrency, started_at) VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (id) DO UPDATE SET seen_at = now()`,
    [worker.id, worker.hostname, worker.version, worker.pid, worker.concurrency, worker.startedAt],
  );
}

export async function workerGone(db: Db, id: string): Promise<void> {
  await db.query('DELETE FROM workers_online WHERE id = $1', [id]);
}

export async function countWorkers(db: Db): Promise<number> {
  const { rows } = await db.query<{ online: number }>(`SELECT count(*)::int AS online FROM workers_online w WHERE ${workerOnline('w')}`);
  return rows[0]?.online ?? 0;
}
