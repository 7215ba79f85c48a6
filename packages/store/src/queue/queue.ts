/** The whole queue of an installation, as one team may know it. */
import { durationSchema } from '@plimsoll/contracts/duration';
import { loadSchema, runLengthMs } from '@plimsoll/contracts/plan';
import { z } from 'zod';
import type { Db } from '../db.ts';
import { activeRun } from '../runs/run-life.ts';
import { fairOrder } from './fair-order.ts';
import { capValues, type HeldBack, heldBack, type LoadCaps } from './load-caps.ts';
import { scaleSecondsOf, workersDueSince } from './worker-pools.ts';
import { hasLabel, workerOnline, workerTakesLoads } from './workers-online.ts';

/** A load that waits, in its place. */
export interface WaitingLoad {
  /** Its name; null where it is another team's. */
  readonly ours: { readonly kind: 'run' | 'experiment'; readonly id: string; readonly name: string; readonly by: string | null } | null;
  /** The workers that are to make it, those of its experiment; null: any of its pool. */
  readonly crew: readonly string[] | null;
  /** The label of the pool that may make it; null: any worker may. */
  readonly label: string | null;
  /** Its pool brings up the workers that it lacks, within so many seconds. `late`: it has waited for longer. Null: nothing brings any. */
  readonly scales: { readonly seconds: number; readonly late: boolean } | null;
  /** Workers it needs at once. */
  readonly generators: number;
  /** Null where only a number of requests ends it. */
  readonly expectedDurationMs: number | null;
  /** No worker takes new loads of its pool, or each of them drives another experiment of the same person, which must be over first. */
  readonly blocked: boolean;
  /** That experiment's name; null where it is another team's. */
  readonly behind: string | null;
  /** The cap that keeps it from beginning now. */
  readonly heldBack: HeldBack | null;
}

export interface LoadUnderWay {
  readonly workers: readonly string[];
  readonly ours: boolean;
  /** Null: no time ends it. */
  readonly endsAt: Date | null;
}

export interface WaitedForWorker {
  readonly id: string;
  readonly slots: number;
  readonly labels: readonly string[];
  /** Takes nothing new, but goes on with its experiments. */
  readonly draining: boolean;
}

export interface QueueState {
  /** The database's clock. */
  readonly now: Date;
  /** The loads in the order in which they get their turn. */
  readonly waiting: readonly WaitingLoad[];
  readonly underWay: readonly LoadUnderWay[];
  readonly workers: readonly WaitedForWorker[];
  /** Does the owner of the installation hold all load? */
  readonly held: boolean;
}

const takesLoads = `${workerTakesLoads('o')} AND ${hasLabel('o', 'w.worker_label')}`;
const samePerson = `x.state IN ('running', 'stopping') AND x.team_id = w.team_id AND x.created_by IS NOT DISTINCT FROM w.created_by`;

/** A load whose pool has no worker, and an experiment for which every worker of it already drives one of the same person. */
const blocked = `(w.worker_label IS NOT NULL AND w.crew IS NULL AND NOT EXISTS (SELECT FROM workers_online o WHERE ${takesLoads})
  OR w.kind = 'experiment' AND EXISTS (SELECT FROM experiments x WHERE ${samePerson}) AND NOT EXISTS (
  SELECT FROM workers_online o WHERE ${takesLoads} AND NOT EXISTS (SELECT FROM experiments x WHERE (x.worker_id = o.id OR o.id = ANY(x.crew)) AND ${samePerson})))`;

interface WaitingRow {
  kind: 'run' | 'experiment';
  id: string;
  name: string | null;
  by: string | null;
  crew: string[] | null;
  worker_label: string | null;
  scale_seconds: number | null;
  waited_seconds: number;
  generators: number;
  expected_duration_ms: number | null;
  first_plan: unknown;
  blocked: boolean;
  behind: string | null;
  held_back: HeldBack | null;
}

const planTiming = z.object({ warmup: durationSchema, load: loadSchema });

/** The loads that wait, for whom, and for what. Names and people of other teams are not read. */
export async function readQueue(db: Db, teamId: string, caps: LoadCaps): Promise<QueueState> {
  const waiting = await db.query<WaitingRow>(
    `SELECT CASE WHEN w.experiment_id IS NULL THEN 'run' ELSE 'experiment' END AS kind, coalesce(w.experiment_id, w.id) AS id,
       CASE WHEN w.team_id = $1 THEN coalesce(x.name, r.name) END AS name, CASE WHEN w.team_id = $1 THEN u.name END AS by,
       w.crew, w.worker_label, ${scaleSecondsOf('w.worker_label')} AS scale_seconds, extract(epoch FROM now() - ${workersDueSince('w.waits_since')})::float8 AS waited_seconds, w.blocked, w.generators, w.expected_duration_ms, ${heldBack('w', 2)} AS held_back,
       CASE WHEN w.kind = 'experiment' THEN jsonb_build_object('warmup', x.variants #> '{0,plan,warmup}', 'load', x.variants #> '{0,plan,load}') END AS first_plan,
       CASE WHEN w.blocked AND w.team_id = $1 THEN (SELECT x.name FROM experiments x WHERE ${samePerson} ORDER BY x.ordinal LIMIT 1) END AS behind
     FROM (${fairOrder('true', blocked)}) w LEFT JOIN experiments x ON x.id = w.experiment_id
       LEFT JOIN runs r ON w.kind = 'run' AND r.id = w.id LEFT JOIN users u ON u.id = w.created_by ORDER BY w.place`,
    [teamId, ...capValues(caps)],
  );
  const workers = await db.query<WaitedForWorker>(
    `SELECT o.id, o.concurrency AS slots, o.labels, o.draining_at IS NOT NULL AS draining FROM workers_online o
     WHERE ${workerOnline('o')} ORDER BY o.started_at`,
  );
  const underWay = await db.query<{ workers: string[]; ours: boolean; ends_at: Date | null }>(
    `SELECT array_agg(DISTINCT s.worker_id) AS workers, r.team_id = $1 AS ours,
       max(coalesce(r.started_at, now()) + r.expected_duration_ms * interval '1 ms') AS ends_at
     FROM runs r JOIN run_shards s ON s.run_id = r.id AND s.attempt = r.attempt AND s.ended_at IS NULL WHERE ${activeRun('r')} GROUP BY coalesce(r.together, r.id), r.team_id`,
    [teamId],
  );
  const clock = await db.query<{ now: Date; held: boolean }>('SELECT now() AS now, load_held_at IS NOT NULL AS held FROM installation');
  return {
    now: clock.rows[0]?.now ?? new Date(),
    waiting: waiting.rows.map(toWaitingLoad),
    underWay: underWay.rows.map((row) => ({ workers: row.workers, ours: row.ours, endsAt: row.ends_at })),
    workers: workers.rows,
    held: clock.rows[0]?.held ?? false,
  };
}

function toWaitingLoad(row: WaitingRow): WaitingLoad {
  return {
    ours: row.name === null ? null : { kind: row.kind, id: row.id, name: row.name, by: row.by },
    crew: row.crew,
    label: row.worker_label,
    scales: row.scale_seconds === null ? null : { seconds: row.scale_seconds, late: row.waited_seconds > row.scale_seconds },
    generators: row.generators,
    expectedDurationMs: row.first_plan === null ? row.expected_duration_ms : lengthMs(row.first_plan),
    blocked: row.blocked,
    behind: row.behind,
    heldBack: row.held_back,
  };
}

/** Null where only a number of requests ends it, and where the kept plan cannot be read: it fails as soon as it begins. */
function lengthMs(plan: unknown): number | null {
  const timing = planTiming.safeParse(plan);
  return timing.success ? runLengthMs(timing.data) : null;
}
