/** The load of the installation, over all teams: for its own metrics. Names nobody. */
import type { Db } from '../db.ts';
import { first } from '../query.ts';
import { activeRun } from '../runs/run-life.ts';
import { workerOnline } from './workers-online.ts';

export interface LoadFigures {
  /** Runs that are not over, by state; a state that none is in is absent. */
  readonly runs: Readonly<Record<string, number>>;
  readonly experiments: Readonly<Record<string, number>>;
  /** The time that the oldest queued run has waited, s; 0: none waits. */
  readonly longestWaitSeconds: number;
  /** The time since the database last heard of a running run, for the one that is silent longest, s; 0: none runs. */
  readonly longestSilenceSeconds: number;
  readonly workers: number;
  readonly slots: number;
  readonly draining: number;
  readonly held: boolean;
  /** Messages to who wants to be told that are due. */
  readonly deliveriesWaiting: number;
}

interface FiguresRow {
  runs: Record<string, number> | null;
  experiments: Record<string, number> | null;
  wait: number | null;
  silence: number | null;
  workers: number;
  slots: number;
  draining: number;
  held: boolean;
  deliveries: number;
}

const counted = (table: string, states: string) =>
  `(SELECT jsonb_object_agg(state, n) FROM (SELECT state, count(*)::int AS n FROM ${table} WHERE state IN (${states}) GROUP BY state) counts)`;

/** Reads what is not over only: the history may be long. */
export async function readLoadFigures(db: Db): Promise<LoadFigures> {
  const { rows } = await db.query<FiguresRow>(
    `SELECT ${counted('runs', `'queued', 'starting', 'running', 'stopping'`)} AS runs,
       ${counted('experiments', `'queued', 'running', 'stopping'`)} AS experiments,
       (SELECT extract(epoch FROM now() - min(created_at))::float8 FROM runs WHERE state = 'queued') AS wait,
       (SELECT extract(epoch FROM now() - min(heartbeat_at))::float8 FROM runs WHERE state IN ('running', 'stopping')) AS silence,
       online.workers, online.slots, online.draining, (SELECT load_held_at IS NOT NULL FROM installation) AS held,
       (SELECT count(*)::int FROM deliveries WHERE state = 'waiting' AND due_at <= now()) AS deliveries
     FROM (SELECT count(*)::int AS workers, coalesce(sum(w.concurrency) FILTER (WHERE w.draining_at IS NULL), 0)::int AS slots,
         count(w.draining_at)::int AS draining FROM workers_online w WHERE ${workerOnline('w')}) online`,
  );
  const row = first(rows);
  return {
    runs: row?.runs ?? {},
    experiments: row?.experiments ?? {},
    longestWaitSeconds: Math.max(0, row?.wait ?? 0),
    longestSilenceSeconds: Math.max(0, row?.silence ?? 0),
    workers: row?.workers ?? 0,
    slots: row?.slots ?? 0,
    draining: row?.draining ?? 0,
    held: row?.held ?? false,
    deliveriesWaiting: row?.deliveries ?? 0,
  };
}

/** Is any team's run or experiment being made, by whichever worker? */
export async function isLoadUnderWay(db: Db): Promise<boolean> {
  const { rows } = await db.query<{ busy: boolean }>(
    `SELECT EXISTS (SELECT FROM runs r WHERE ${activeRun('r')}) OR EXISTS (SELECT FROM experiments WHERE state IN ('running', 'stopping')) AS busy`,
  );
  return first(rows)?.busy ?? false;
}
