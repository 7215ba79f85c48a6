/** The workers as people see them, and whether each may take new loads. */
import type { Worker } from '@plimsoll/contracts/workers';
import type { Db } from '../db.ts';
import { activeRun } from '../runs/run-life.ts';
import { workerOnline } from './workers-online.ts';

interface WorkerRow {
  id: string;
  hostname: string;
  version: string;
  cores: number | null;
  threads: number | null;
  labels: string[];
  concurrency: number;
  started_at: Date;
  seen_at: Date;
  online: boolean;
  draining_at: Date | null;
  runs_under_way: number;
  runs: { id: string; name: string }[];
  experiments_under_way: number;
}

const runsOf = (workerId: string) => `FROM run_shards s JOIN runs r ON r.id = s.run_id AND r.attempt = s.attempt
  WHERE s.worker_id = ${workerId} AND s.ended_at IS NULL AND ${activeRun('r')}`;
const experimentsOf = (workerId: string) => `FROM experiments x WHERE x.worker_id = ${workerId} AND x.state IN ('running', 'stopping')`;

/** Does it make a run, or drive an experiment? */
export async function isAtWork(db: Db, workerId: string): Promise<boolean> {
  const { rows } = await db.query<{ busy: boolean }>(
    `SELECT EXISTS (SELECT ${runsOf('$1')}) OR EXISTS (SELECT ${experimentsOf('$1')}) AS busy`,
    [workerId],
  );
  return rows[0]?.busy ?? false;
}

/** Those seen in the last hour, by host. Other teams' runs are told as a number only. */
export async function listWorkers(db: Db, teamId: string): Promise<Worker[]> {
  const { rows } = await db.query<WorkerRow>(
    `SELECT w.id, w.hostname, w.version, w.cores, w.threads, w.labels, w.concurrency, w.started_at, w.seen_at, ${workerOnline('w')} AS online,
       w.draining_at, coalesce(u.under_way, 0) AS runs_under_way, coalesce(u.runs, '[]') AS runs,
       (SELECT count(*)::int ${experimentsOf('w.id')}) AS experiments_under_way
     FROM workers_online w LEFT JOIN LATERAL (
       SELECT count(*)::int AS under_way,
         jsonb_agg(jsonb_build_object('id', r.id, 'name', r.name) ORDER BY r.ordinal) FILTER (WHERE r.team_id = $1) AS runs
       ${runsOf('w.id')}
     ) u ON true
     WHERE w.seen_at > now() - interval '1 hour' ORDER BY w.hostname, w.started_at, w.id`,
    [teamId],
  );
  return rows.map((row) => ({
    id: row.id,
    host: row.hostname,
    version: row.version,
    labels: row.labels,
    cores: row.cores,
    threads: row.threads,
    slots: row.concurrency,
    startedAt: row.started_at.toISOString(),
    lastSeenAt: row.seen_at.toISOString(),
    online: row.online,
    drainingSince: row.draining_at?.toISOString() ?? null,
    runsUnderWay: row.runs_under_way,
    runs: row.runs,
    experimentsUnderWay: row.experiments_under_way,
  }));
}

/** Lets a worker take new loads or not. Answers its host; null: there is no such worker. A repeat changes nothing. */
export async function drainWorker(db: Db, id: string, drains: boolean): Promise<string | null> {
  const { rows } = await db.query<{ hostname: string }>(
    'UPDATE workers_online SET draining_at = CASE WHEN $2 THEN coalesce(draining_at, now()) END WHERE id = $1 RETURNING hostname',
    [id, drains],
  );
  return rows[0]?.hostname ?? null;
}
