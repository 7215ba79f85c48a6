/**
 * The life of a run as its worker sees it. Every write names the attempt (the fencing number) and touches active runs only:
 * what comes late, twice or from a worker that was given up on changes nothing and is answered `gone`.
 */
import { hardDeadlineMs } from '@plimsoll/contracts/caps';
import type { Plan } from '@plimsoll/contracts/plan';
import type { EndReason, Environment, Summary, TerminalState, Validity } from '@plimsoll/contracts/run';
import type { ThresholdResult } from '@plimsoll/contracts/threshold';
import type { BaselineVerdict } from '@plimsoll/contracts/verdict';
import { type Db, first, jsonText, plainText } from './db.ts';
import { openPlan } from './secrets.ts';

/** What Postgres tells the worker with every write. */
export type Answer = 'continue' | 'stop' | 'gone';

/** A run is given up on after this long without a heartbeat. The generator has sent nothing for 4 s by then. */
export const lostAfterMs = 12_000;

export interface Claim {
  readonly plan: Plan;
  readonly teamId: string;
  /** From the start of the load until it must be over whatever happens. */
  readonly hardDeadlineMs: number;
}

/** Takes a queued run, or null: it was taken, stopped or deleted before, or is pinned to another worker, and this delivery is to be dropped. */
export async function claimRun(db: Db, id: string, attempt: number, workerId: string, secretKey: string): Promise<Claim | null> {
  const { rows } = await db.query<{ plan: Plan; team_id: string }>(
    `UPDATE runs SET state = 'starting', worker_id = $3, claimed_at = now(), heartbeat_at = now()
     WHERE id = $1 AND attempt = $2 AND state = 'queued' AND (pinned_worker IS NULL OR pinned_worker = $3) RETURNING plan, team_id`,
    [id, attempt, workerId],
  );
  const row = first(rows);
  if (!row) return null;
  const limit = hardDeadlineMs(row.plan);
  await db.query(`UPDATE runs SET hard_deadline_at = claimed_at + $3 * interval '1 ms' WHERE id = $1 AND attempt = $2`, [
    id,
    attempt,
    limit + 10_000,
  ]);
  return { plan: openPlan(secretKey, { teamId: row.team_id, rowId: id }, row.plan), teamId: row.team_id, hardDeadlineMs: limit };
}

const active = `state IN ('starting', 'running', 'stopping')`;
const answer = `CASE WHEN stop_requested_at IS NULL THEN 'continue' ELSE 'stop' END AS answer`;

/** The load begins now. */
export async function markRunning(db: Db, id: string, attempt: number): Promise<Answer> {
  const { rows } = await db.query<{ answer: Answer }>(
    `UPDATE runs SET started_at = coalesce(started_at, now()), heartbeat_at = now(),
       state = CASE WHEN state = 'starting' THEN 'running' ELSE state END
     WHERE id = $1 AND attempt = $2 AND ${active} RETURNING ${answer}`,
    [id, attempt],
  );
  return first(rows)?.answer ?? 'gone';
}

/** "I am alive"; the answer says whether to go on. */
export async function heartbeat(db: Db, run: { runId: string; attempt: number }): Promise<Answer> {
  const { rows } = await db.query<{ answer: Answer }>(
    `UPDATE runs SET heartbeat_at = now() WHERE id = $1 AND attempt = $2 AND ${active} RETURNING ${answer}`,
    [run.runId, run.attempt],
  );
  return first(rows)?.answer ?? 'gone';
}

export interface Finish {
  readonly state: TerminalState;
  /** One plain sentence. */
  readonly stateReason: string;
  readonly endReason: EndReason | null;
  readonly summary: Summary | null;
  readonly validity: Validity | null;
  readonly thresholds: readonly ThresholdResult[];
  readonly environment: Environment | null;
  /** The verdict against the plan's baseline, where it has one. */
  readonly baseline?: BaselineVerdict | null;
}

/** Ends a run exactly once. False: it was over before (the reaper came first), and this changed nothing. */
export async function finishRun(db: Db, id: string, attempt: number, finish: Finish): Promise<boolean> {
  const { rowCount } = await db.query(
    `UPDATE runs SET state = $3, state_reason = $4, end_reason = $5, summary = $6, validity = $7, thresholds = $8,
       environment = coalesce($9, environment), vs_baseline = $10, ended_at = now()
     WHERE id = $1 AND attempt = $2 AND ${active}`,
    [
      id,
      attempt,
      finish.state,
      plainText(finish.stateReason),
      finish.endReason,
      ...figures(finish),
      json(finish.environment),
      json(finish.baseline ?? null),
    ],
  );
  return rowCount === 1;
}

/** The figures of a run that was reaped, computed from the samples it left. Written once. */
export async function fillFigures(
  db: Db,
  id: string,
  attempt: number,
  of: Pick<Finish, 'summary' | 'validity' | 'thresholds'>,
): Promise<boolean> {
  const { rowCount } = await db.query(
    `UPDATE runs SET summary = $3, validity = $4, thresholds = $5
     WHERE id = $1 AND attempt = $2 AND state = 'worker_lost' AND summary IS NULL`,
    [id, attempt, ...figures(of)],
  );
  return rowCount === 1;
}

function figures(of: Pick<Finish, 'summary' | 'validity' | 'thresholds'>): (string | null)[] {
  return [json(of.summary), json(of.validity), json(of.thresholds)];
}

function json(value: unknown): string | null {
  return value === null ? null : jsonText(value);
}

export interface ReapedRun {
  readonly id: string;
  readonly teamId: string;
  readonly attempt: number;
  readonly plan: Plan;
}

/**
 * Gives up on runs whose worker was not heard for 12 s, or that are 25 s past their hard deadline. Nothing is given up on
 * while Postgres itself is back for less than 15 s: a worker that could not reach it is no lost worker. Runs of the workers
 * in `except` are left alone. Several callers at once reap each run once.
 */
export async function reapLostRuns(db: Db, except: readonly string[] = []): Promise<ReapedRun[]> {
  const { rows } = await db.query<{ id: string; team_id: string; attempt: number; plan: Plan }>(
    `UPDATE runs SET state = 'worker_lost', ended_at = now(), state_reason = CASE WHEN heartbeat_at < now() - $1 * interval '1 ms'
         THEN 'The worker that made the load was not heard for 12 s and is lost. What it had measured until then is kept; the run was not repeated.'
         ELSE 'The worker did not end the run at its deadline and was given up on. What it had measured until then is kept.' END
     WHERE ${active} AND NOT (coalesce(worker_id, '') = ANY($2)) AND pg_postmaster_start_time() < now() - interval '15 s'
       AND (heartbeat_at < now() - $1 * interval '1 ms' OR hard_deadline_at < now() - interval '25 s')
     RETURNING id, team_id, attempt, plan`,
    [lostAfterMs, except],
  );
  return rows.map((row) => ({ id: row.id, teamId: row.team_id, attempt: row.attempt, plan: row.plan }));
}

/** Runs reaped without figures, should the process that reaped them have died in between. */
export async function reapedWithoutFigures(db: Db): Promise<ReapedRun[]> {
  const { rows } = await db.query<{ id: string; team_id: string; attempt: number; plan: Plan }>(
    `SELECT id, team_id, attempt, plan FROM runs
     WHERE state = 'worker_lost' AND summary IS NULL AND ended_at > now() - interval '1 day' AND ended_at < now() - interval '5 s' LIMIT 20`,
  );
  return rows.map((row) => ({ id: row.id, teamId: row.team_id, attempt: row.attempt, plan: row.plan }));
}

/** Runs still queued after `olderThanMs`: their hint may have been lost with the queue. Pinned ones never had a hint. */
export async function queuedRuns(db: Db, olderThanMs: number): Promise<{ runId: string; attempt: number }[]> {
  const { rows } = await db.query<{ id: string; attempt: number }>(
    `SELECT id, attempt FROM runs WHERE state = 'queued' AND pinned_worker IS NULL AND created_at < now() - $1 * interval '1 ms' ORDER BY created_at LIMIT 1000`,
    [olderThanMs],
  );
  return rows.map((row) => ({ runId: row.id, attempt: row.attempt }));
}
