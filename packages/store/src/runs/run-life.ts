/**
 * The life of a run as its worker sees it. Every write names the attempt (the fencing number) and touches active runs only:
 * what comes late, twice or from a worker that was given up on changes nothing and is answered `gone`.
 */

import type { BaselineVerdict } from '@plimsoll/contracts/baseline-verdict';
import { regionsOfShards } from '@plimsoll/contracts/generators';
import type { Plan } from '@plimsoll/contracts/plan';
import type { Generators } from '@plimsoll/contracts/planned-generators';
import { activeStates, type EndReason, type TerminalState } from '@plimsoll/contracts/run';
import type { RunEnding } from '@plimsoll/contracts/run-ending';
import type { Summary } from '@plimsoll/contracts/summary';
import type { ThresholdResult } from '@plimsoll/contracts/threshold';
import type { Validity } from '@plimsoll/contracts/validity';
import { type ClockWatch, clockColumn, databaseIsUp, openClockWatch, readClock, silentSince } from '../clock-watch.ts';
import type { Db } from '../db.ts';
import { first, inTransaction, jsonText } from '../query.ts';
import { keepBaseline } from './kept-comparison.ts';
import { keepValidity } from './kept-validity.ts';

/** The answer of Postgres to every write of a worker. */
export type Answer = 'continue' | 'stop' | 'gone';
/** `silent`: stop, since another shard of the run was not heard lately. */
export type ShardAnswer = Answer | 'silent';

/** A run is given up on after this long without a heartbeat. The generator has sent nothing for 4 s by then. */
export const lostAfterMs = 12_000;

/** One shard of a run, and by which attempt. */
export interface ShardKey {
  readonly runId: string;
  readonly attempt: number;
  readonly shard: number;
}

/** SQL: is the run of this alias claimed and not over? */
export function activeRun(alias: string): string {
  return `${alias}.state IN ('starting', 'running', 'stopping')`;
}

/**
 * A shard of which nothing was heard for so long has cut its own load (`dead-man-switch.ts` of the workers), so its run is lost, and the
 * others need not send until the reaper says so.
 */
export const silentShardMs = 8000;

/** SQL: columns `answer`, `silent` and `clock_ms` of a row of `runs r`, for its shard number `$3`. */
export const answerColumns = `CASE WHEN stop_requested_at IS NULL AND halted_at IS NULL THEN 'continue' ELSE 'stop' END AS answer,
  EXISTS (SELECT FROM run_shards other WHERE other.run_id = r.id AND other.attempt = r.attempt AND other.shard <> $3
    AND other.ended_at IS NULL AND ${silentSince('other.heartbeat_at', String(silentShardMs))}) AS silent, ${clockColumn} AS clock_ms`;

export interface AnswerRow {
  readonly answer: Answer;
  /** Another shard was not heard lately. */
  readonly silent: boolean;
  readonly clock_ms: number;
}

/** One shard that failed stops the others as a person does, and so does one that fell silent. `sentMs`: when it was asked, by the monotonic clock. */
export function toAnswer(row: AnswerRow | null, clock: ClockWatch, sentMs: number): ShardAnswer {
  if (!row) return 'gone';
  clock.read(row.clock_ms, sentMs, performance.now());
  return row.answer === 'continue' && row.silent && clock.isSteady() ? 'silent' : row.answer;
}

/** "I am alive", of the shard and so of its run; the answer says whether to go on. `clock`: the same one at every heartbeat of a shard. */
export async function heartbeat(db: Db, { runId, attempt, shard }: ShardKey, clock: ClockWatch = openClockWatch()): Promise<ShardAnswer> {
  const sentMs = performance.now();
  const { rows } = await db.query<AnswerRow>(
    `WITH run AS (
       UPDATE runs r SET heartbeat_at = now() WHERE id = $1 AND attempt = $2 AND ${activeRun('r')} RETURNING ${answerColumns}
     ), beat AS (
       UPDATE run_shards s SET heartbeat_at = now() FROM run WHERE s.run_id = $1 AND s.attempt = $2 AND s.shard = $3
     )
     SELECT answer, silent, clock_ms FROM run`,
    [runId, attempt, shard],
  );
  return toAnswer(first(rows), clock, sentMs);
}

export interface Finish {
  readonly state: TerminalState;
  readonly ending: RunEnding;
  readonly endReason: EndReason | null;
  readonly summary: Summary | null;
  readonly validity: Validity | null;
  readonly thresholds: readonly ThresholdResult[];
  /** The verdict against the plan's baseline, where it has one. */
  readonly baseline?: BaselineVerdict | null;
}

/** Ends a run exactly once. False: it was over before (the reaper came first), and this changed nothing. */
export async function finishRun(db: Db, id: string, attempt: number, finish: Finish): Promise<boolean> {
  const { rowCount } = await db.query(
    `UPDATE runs r SET state = $3, ending = $4, state_reason = NULL, end_reason = $5, summary = $6, validity = $7, thresholds = $8, vs_baseline = $9,
       ended_at = now()
     WHERE id = $1 AND attempt = $2 AND ${activeRun('r')}`,
    [id, attempt, ...ended(finish)],
  );
  return rowCount === 1;
}

/**
 * The worker of this shard is back and says how its load ended, of a run that was given up on for silence: that was a guess. The samples
 * that are kept stay as they are. False: the run ended otherwise, or was corrected before.
 */
export async function correctLostRun(db: Db, { runId, attempt, shard }: ShardKey, finish: Finish): Promise<boolean> {
  const { rowCount } = await db.query(
    `WITH told AS (
       UPDATE run_shards s SET ended_at = clock_timestamp(), end_state = $4, end_reason = $6, ending = $5, end_message = ''
       FROM runs r WHERE r.id = $1 AND r.attempt = $2 AND r.state = 'worker_lost' AND r.end_reason IS NULL
         AND s.run_id = r.id AND s.attempt = r.attempt AND s.shard = $3 AND s.ended_at IS NULL
       RETURNING s.run_id
     )
     UPDATE runs r SET state = $4, ending = $5, state_reason = NULL, end_reason = $6, summary = $7, validity = $8, thresholds = $9, vs_baseline = $10
     FROM told WHERE r.id = told.run_id AND r.state = 'worker_lost' AND r.end_reason IS NULL`,
    [runId, attempt, shard, ...ended(finish)],
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

function ended({ state, ending, endReason, baseline, ...of }: Finish): (string | null)[] {
  return [state, jsonText(ending), endReason, ...figures(of), json(baseline ? keepBaseline(baseline) : null)];
}

function figures(of: Pick<Finish, 'summary' | 'validity' | 'thresholds'>): (string | null)[] {
  return [json(of.summary), json(of.validity && keepValidity(of.validity)), json(of.thresholds)];
}

function json(value: unknown): string | null {
  return value === null ? null : jsonText(value);
}

/** Are all of these over, or deleted? */
export async function areRunsOver(db: Db, ids: readonly string[]): Promise<boolean> {
  const { rows } = await db.query(`SELECT FROM runs WHERE id = ANY($1) AND state = ANY($2)`, [ids, activeStates]);
  return rows.length === 0;
}

export interface ReapedRun {
  readonly id: string;
  readonly attempt: number;
  /** Id of the request that asked for it, where one did. */
  readonly requestId: string | null;
  /** The span in which it was asked for. */
  readonly traceParent: string | null;
}

/**
 * Gives up on runs of which a worker was not heard for 12 s, or that are 25 s past their hard deadline. Nothing is given up on
 * while Postgres itself is back for less than 15 s, or its clock was stepped less than 15 s ago: a worker that could not reach it is no lost
 * worker. A deadline that was set before the step says nothing after it. Runs that are made together are lost together. Runs of the workers in `except` are left alone. The ending names the
 * regions of workers that were not heard. Several callers at once reap each run once. `clock`: the same one at every look.
 */
export async function reapLostRuns(db: Db, except: readonly string[] = [], clock: ClockWatch = openClockWatch()): Promise<ReapedRun[]> {
  const sentMs = performance.now();
  return inTransaction(db, async (client) => {
    await readClock(client, clock, sentMs);
    return clock.isSteady() ? reap(client, except, clock.steadyMs()) : [];
  });
}

async function reap(db: Db, except: readonly string[], steadyMs: number): Promise<ReapedRun[]> {
  const silent = (row: string) => silentSince(`${row}.heartbeat_at`, '$1');
  const theirs = `NOT (coalesce(r.worker_id, '') = ANY($2))`;
  const shard = `SELECT FROM run_shards s WHERE s.run_id = r.id AND s.attempt = r.attempt AND s.ended_at IS NULL`;
  const { rows } = await db.query<ReapedRun & { readonly generators: Generators | null; readonly silent: readonly number[] }>(
    `WITH lost AS (
       SELECT r.id, r.together, (${silent('r')} OR EXISTS (${shard} AND ${silent('s')})) AS silent FROM runs r
       WHERE ${activeRun('r')} AND ${databaseIsUp}
         AND (${theirs} AND (${silent('r')} OR r.hard_deadline_at < now() - interval '25 s' AND ($3::float8 IS NULL OR r.claimed_at > now() - $3 * interval '1 ms'))
           OR EXISTS (${shard} AND ${silent('s')} AND NOT (s.worker_id = ANY($2)))) FOR UPDATE OF r
     ), cause AS (
       SELECT o.id, bool_or(lost.silent) AS silent FROM lost JOIN runs o ON o.id = lost.id OR o.together = lost.together
       WHERE ${activeRun('o')} GROUP BY o.id
     )
     UPDATE runs r SET state = 'worker_lost', ended_at = now(), state_reason = NULL, ending = CASE WHEN cause.silent
         THEN jsonb_build_object('kind', 'workerLost', 'of', generators) ELSE jsonb_build_object('kind', 'deadlineMissed') END
     FROM cause WHERE r.id = cause.id AND ${activeRun('r')}
     RETURNING r.id, attempt, request_id AS "requestId", trace_parent AS "traceParent", plan -> 'generators' AS generators,
       ARRAY(SELECT s.shard FROM run_shards s JOIN runs o ON o.id = s.run_id AND o.attempt = s.attempt
         WHERE (o.id = r.id OR o.together = r.together) AND s.ended_at IS NULL AND ${silent('s')} AND NOT (s.worker_id = ANY($2))) AS silent`,
    [lostAfterMs, except, Number.isFinite(steadyMs) ? steadyMs : null],
  );
  for (const { id, generators, silent: shards } of rows) {
    const lost = regionsOfShards(generators ?? 1).filter((_, shard) => shards.includes(shard));
    if (lost.length > 0)
      await db.query(
        `UPDATE runs SET ending = ending || jsonb_build_object('regions', $2::jsonb) WHERE id = $1 AND ending ->> 'kind' = 'workerLost'`,
        [id, jsonText([...new Set(lost)])],
      );
  }
  return rows.map(({ generators: _, silent: __, ...run }) => run);
}

/** A run that was given up on, and that nobody has computed the figures of. Null: it has them, or was told otherwise since. */
export async function findRunWithoutFigures(db: Db, id: string, attempt: number): Promise<{ readonly plan: Plan } | null> {
  const { rows } = await db.query<{ plan: Plan }>(
    `SELECT plan FROM runs WHERE id = $1 AND attempt = $2 AND state = 'worker_lost' AND summary IS NULL`,
    [id, attempt],
  );
  return first(rows);
}

/** Runs still queued after `olderThanMs`: their hint may have been lost with the queue. */
export async function queuedRuns(db: Db, olderThanMs: number): Promise<{ runId: string; attempt: number; generators: number }[]> {
  const { rows } = await db.query<{ id: string; attempt: number; generators: number }>(
    `SELECT id, attempt, generators FROM runs WHERE state = 'queued' AND ${silentSince('created_at', '$1')}
     ORDER BY created_at LIMIT 1000`,
    [olderThanMs],
  );
  return rows.map(({ id, attempt, generators }) => ({ runId: id, attempt, generators }));
}
