/**
 * The life of an experiment as its worker sees it. Each claim has a number; every write names it and changes nothing where
 * another worker has claimed since, so that two coordinators never drive one experiment.
 */
import { randomUUID } from 'node:crypto';
import { type Design, type DesignReason, designReasonSchema } from '@plimsoll/contracts/design';
import { type CreateExperiment, type Experiment, keepsUpByDefault } from '@plimsoll/contracts/experiment';
import type { ExperimentKind } from '@plimsoll/contracts/experiment-list';
import type { ExperimentRemark } from '@plimsoll/contracts/experiment-remark';
import type { Plan } from '@plimsoll/contracts/plan';
import type { TurnPlan } from '@plimsoll/contracts/turns';
import { type ClockWatch, databaseIsUp, readClock, silentSince } from '../clock-watch.ts';
import type { Db } from '../db.ts';
import { first, inTransaction, jsonText } from '../query.ts';
import { workerInPool } from '../queue/workers-online.ts';
import { readKept } from '../runs/read-kept.ts';
import { type Answer, lostAfterMs } from '../runs/run-life.ts';
import { insertRun, type NewRun } from '../runs/runs.ts';
import { seedOf } from '../runs/together.ts';
import { openPlan } from '../secrets.ts';
import { StoreError, unopenedEnding } from '../store-error.ts';
import { type ExperimentClaim, ours } from './experiment-claim.ts';
import { finishExperiment } from './experiment-end.ts';
import { type ExperimentResult, type ExperimentRow, keepResult } from './experiment-row.ts';
import { insertPlannedRuns, type PlannedRun } from './experiments.ts';

export interface ClaimedExperiment extends ExperimentClaim {
  readonly teamId: string;
  readonly userId: string | null;
  /** Id of the request that asked for it, where one did. */
  readonly requestId: string | null;
  /** The span in which it was asked for. */
  readonly traceParent: string | null;
  readonly kind: ExperimentKind;
  readonly planId: string | null;
  /** Plans with their secrets in the open. */
  readonly variants: readonly { readonly name: string; readonly plan: Plan }[];
  readonly repeats: number;
  readonly coolDown: string;
  readonly extendTo: number | null;
  readonly design: Design;
  readonly detect: number;
  /** What was foreseen of it. */
  readonly power: Experiment['power'];
  /** Null where an older version asked for it. */
  readonly designReason: DesignReason | null;
  /** The number of its final verdicts before more was asked for. */
  readonly judgedBefore: number;
  readonly search: CreateExperiment['search'];
  /** Its services are restarted by it between two rounds. */
  readonly restart: CreateExperiment['restart'];
}

/** SQL: is it under way without a worker: given up on after 12 s without a heartbeat, or released? */
const forsaken = `state IN ('running', 'stopping') AND ${databaseIsUp}
  AND (heartbeat_at IS NULL OR ${silentSince('heartbeat_at', String(lostAfterMs))})`;

/** An experiment under way that no worker drives any more and this one may; null where there is none. `clock`: the same one at every look. */
export async function forsakenExperiment(db: Db, clock: ClockWatch, workerId: string): Promise<string | null> {
  const sentMs = performance.now();
  return inTransaction(db, async (client) => {
    await readClock(client, clock, sentMs);
    if (!clock.isSteady()) return null;
    const { rows } = await client.query<{ id: string }>(
      `SELECT id FROM experiments WHERE ${forsaken} AND ${workerInPool('$1', 'worker_label')} ORDER BY ordinal LIMIT 1`,
      [workerId],
    );
    return first(rows)?.id ?? null;
  });
}

/** Experiments still queued after `olderThanMs`: their hint may have been lost with the queue. */
export async function queuedExperiments(db: Db, olderThanMs: number): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    `SELECT id FROM experiments WHERE state = 'queued' AND ${silentSince('created_at', '$1')} ORDER BY ordinal LIMIT 1000`,
    [olderThanMs],
  );
  return rows.map(({ id }) => id);
}

/**
 * Takes an experiment that waits, or one whose worker was not heard for 12 s. Null: another took it, or it is over. One whose
 * plans or secrets cannot be read any more fails here.
 */
export async function claimExperiment(
  db: Db,
  experimentId: string,
  workerId: string,
  secretKey: string,
): Promise<ClaimedExperiment | null> {
  const { rows } = await db.query<ExperimentRow & { claim: number }>(
    `WITH next AS (
       SELECT id, worker_id AS previous FROM experiments WHERE id = $2 AND (state = 'queued' OR (${forsaken})) FOR UPDATE SKIP LOCKED
     )
     UPDATE experiments x SET state = CASE WHEN state = 'queued' THEN 'running' ELSE state END, worker_id = $1, claim = claim + 1,
       heartbeat_at = now(), started_at = coalesce(started_at, now()), incidents = CASE WHEN next.previous IS NULL THEN incidents
         ELSE incidents || jsonb_build_object('kind', 'workerLost', 'worker', next.previous, 'by', $1::text) END
     FROM next WHERE x.id = next.id RETURNING x.*`,
    [workerId, experimentId],
  );
  const row = first(rows);
  if (!row) return null;
  try {
    return toClaimedExperiment(row, secretKey);
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    await finishExperiment(db, row, { state: 'failed', remarks: [{ kind: 'ended', ending: unopenedEnding(error) }], result: null });
    return null;
  }
}

function toClaimedExperiment(row: ExperimentRow & { claim: number }, secretKey: string): ClaimedExperiment {
  const place = { teamId: row.team_id, rowId: row.id };
  return {
    id: row.id,
    claim: row.claim,
    teamId: row.team_id,
    userId: row.created_by,
    requestId: row.request_id,
    traceParent: row.trace_parent,
    kind: row.kind,
    planId: row.plan_id,
    variants: row.variants.map(({ name, plan }) => ({ name, plan: openPlan(secretKey, place, plan) })),
    repeats: row.repeats,
    coolDown: row.cool_down,
    extendTo: row.extend_to,
    design: row.design,
    detect: row.detect,
    power: row.result.power ?? null,
    designReason: readKept(designReasonSchema, row.design_reason),
    judgedBefore: row.judged_before,
    restart: row.restart,
    search: row.search && { ...row.search, keepsUp: row.search.keepsUp ?? keepsUpByDefault },
  };
}

/** "I am at it"; the answer says whether to go on. */
export async function experimentHeartbeat(db: Db, { id, claim }: ExperimentClaim): Promise<Answer> {
  const { rows } = await db.query<{ answer: Answer }>(
    `UPDATE experiments SET heartbeat_at = now() WHERE ${ours}
     RETURNING CASE WHEN stop_requested_at IS NULL THEN 'continue' ELSE 'stop' END AS answer`,
    [id, claim],
  );
  return first(rows)?.answer ?? 'gone';
}

/** Keeps that targets of its loads at once have one address. */
export async function noteDesignReason(db: Db, { id, claim }: ExperimentClaim, reason: DesignReason): Promise<void> {
  await db.query(`UPDATE experiments SET design_reason = $3 WHERE ${ours} AND design = 'together'`, [id, claim, JSON.stringify(reason)]);
}

/** Keeps what the first round found of its targets, once; where they disturb each other, the design is turns from now on, unless it was asked for. True: kept now. */
export async function noteDisturbance(
  db: Db,
  { id, claim }: ExperimentClaim,
  remark: Extract<ExperimentRemark, { readonly kind: 'disturbance' }>,
): Promise<boolean> {
  const reason: DesignReason = { kind: 'disturbed', share: remark.share };
  const { rowCount } = await db.query(
    `UPDATE experiments SET incidents = incidents || $3::jsonb, design = CASE WHEN $4 THEN 'turns' ELSE design END,
       design_reason = CASE WHEN $4 THEN $5::jsonb ELSE design_reason END
     WHERE ${ours} AND NOT incidents @> '[{"kind": "disturbance"}]'`,
    [id, claim, jsonText(remark), remark.disturbed && !remark.asked, jsonText(reason)],
  );
  return rowCount === 1;
}

/** Lets go of it, so that another worker goes on without waiting. `incident` says why. */
export async function releaseExperiment(db: Db, { id, claim }: ExperimentClaim, incident: ExperimentRemark): Promise<void> {
  await db.query(`UPDATE experiments SET heartbeat_at = NULL, worker_id = NULL, incidents = incidents || $3::jsonb WHERE ${ours}`, [
    id,
    claim,
    jsonText(incident),
  ]);
}

/** A run and its place in the experiment. */
export interface StepOfRun extends Omit<NewRun, 'experimentId' | 'caps' | 'together' | 'turns'> {
  readonly position: number;
  readonly crew: readonly string[];
}

/**
 * Puts the runs of these positions in the queue, for their crew; several are made together, in the turns that are given. Their claim waits where the team is at its cap of runs. `stop`
 * and `gone` as with a heartbeat: nothing was inserted. Answers the first of them, which stands for all.
 */
export async function insertExperimentRuns(
  db: Db,
  { id, claim }: ExperimentClaim,
  runs: readonly [StepOfRun, ...StepOfRun[]],
  turns: Omit<TurnPlan, 'sides' | 'seed'> | null = null,
): Promise<{ runId: string; attempt: number } | Exclude<Answer, 'continue'>> {
  return inTransaction(db, async (client) => {
    const { rows } = await client.query<{ stop: boolean }>(
      `SELECT stop_requested_at IS NOT NULL AS stop FROM experiments WHERE ${ours} FOR UPDATE`,
      [id, claim],
    );
    const row = first(rows);
    if (!row || row.stop) return row ? 'stop' : 'gone';
    const together = runs.length > 1 ? randomUUID() : undefined;
    const inserted: { runId: string; attempt: number }[] = [];
    for (const [side, { position, ...run }] of runs.entries()) {
      const ofSide = turns && together ? { ...turns, side, sides: runs.length, seed: seedOf(together) } : undefined;
      const made = await insertRun(client, { ...run, experimentId: id, caps: null, together, turns: ofSide });
      const { rowCount } = await client.query(
        'UPDATE experiment_runs SET run_id = $3, inserted_at = now() WHERE experiment_id = $1 AND position = $2 AND inserted_at IS NULL',
        [id, position, made.id],
      );
      if (rowCount !== 1) throw new Error(`position ${position} of experiment ${id} has its run already`);
      inserted.push({ runId: made.id, attempt: made.attempt });
    }
    return inserted[0] as (typeof inserted)[number];
  });
}

/** Plans further runs. False: the experiment is no longer ours. */
export async function planRuns(db: Db, { id, claim }: ExperimentClaim, position: number, runs: readonly PlannedRun[]): Promise<boolean> {
  return inTransaction(db, async (client) => {
    const { rowCount } = await client.query(`SELECT FROM experiments WHERE ${ours} FOR UPDATE`, [id, claim]);
    if (rowCount !== 1) return false;
    await insertPlannedRuns(client, id, position, runs);
    return true;
  });
}

/** Writes how it stands. */
export async function saveProgress(
  db: Db,
  { id, claim }: ExperimentClaim,
  progress: { readonly remarks: readonly ExperimentRemark[]; readonly result?: ExperimentResult },
): Promise<boolean> {
  const { rowCount } = await db.query(
    `UPDATE experiments SET remarks = $3, state_reason = NULL, result = coalesce($4, result) WHERE ${ours}`,
    [id, claim, jsonText(progress.remarks), progress.result === undefined ? null : JSON.stringify(keepResult(progress.result))],
  );
  return rowCount === 1;
}

/** Writes what its first seconds tell of it, beside what is found so far. */
export async function savePower(db: Db, { id, claim }: ExperimentClaim, power: Experiment['power']): Promise<void> {
  await db.query(`UPDATE experiments SET result = result || jsonb_build_object('power', $3::jsonb) WHERE ${ours}`, [
    id,
    claim,
    JSON.stringify(power),
  ]);
}
