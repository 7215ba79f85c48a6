/** Runs as people see them: asked for, found, tagged, stopped, deleted. Every function is scoped by team. */
import { randomUUID } from 'node:crypto';
import type { Caps } from '@plimsoll/contracts/caps';
import { poolsText } from '@plimsoll/contracts/generators';
import { type Plan, peakConnections, peakRate } from '@plimsoll/contracts/plan';
import { planUrl } from '@plimsoll/contracts/requests';
import { activeStates, isTerminal, type Run, terminalStates } from '@plimsoll/contracts/run';
import { targetHost } from '@plimsoll/contracts/target-host';
import type { Turns } from '@plimsoll/contracts/turns';
import type { Db } from '../db.ts';
import { refuseWhileHeld } from '../installation/load-hold.ts';
import { first, inTransaction, jsonText } from '../query.ts';
import { openPlan, sealPlan } from '../secrets.ts';
import { StoreError } from '../store-error.ts';
import { lockInserts } from './load-locks.ts';
import { fromRuns, type RunRow, runColumns, toComparedRun, toRun } from './run-row.ts';
import { stoppedBefore, stopRunColumns } from './stop-columns.ts';
import { countLoads, withOthers } from './together.ts';

const selectRun = `SELECT ${runColumns} ${fromRuns}`;

export type RunCaps = Pick<Caps, 'maxConcurrentRuns' | 'maxRunsOfPerson' | 'maxRunsInAll'>;

export interface NewRun {
  readonly teamId: string;
  readonly userId: string | null;
  /** With its secrets in the open; they are sealed before they are written. */
  readonly plan: Plan;
  readonly planId: string | null;
  readonly tags?: Record<string, string> | undefined;
  readonly note?: string | undefined;
  /** Warm-up and load, ms; null where only a number of requests ends it. */
  readonly expectedDurationMs: number | null;
  /** The most runs that may be queued or under way at once: of the team, of the person over all teams, in all. Null: any number. */
  readonly caps: RunCaps | null;
  /** PLIMSOLL_SECRET_KEY. */
  readonly secretKey: string;
  readonly experimentId?: string | undefined;
  /** Id of the request that asked for it. */
  readonly requestId?: string | undefined;
  /** The span in which it was asked for, as W3C's `traceparent`. */
  readonly traceParent?: string | null | undefined;
  /** Made at once with all other runs that have the same, by the same workers. */
  readonly together?: string | undefined;
  /** In turns with them. */
  readonly turns?: Turns | undefined;
  /** The workers that are to make it, one a generator, each in its place; left out: any. */
  readonly crew?: readonly string[] | undefined;
  /** Of a drill: ms by which a relay holds each answer; 0 is its reference. */
  readonly plantedDelayMs?: number | undefined;
}

/**
 * Queues a run. Starts are counted one at a time, so that the caps hold under any number of parallel calls; over one: StoreError
 * `runs_over_cap`, `person_over_cap` or `installation_over_cap`. Runs of experiments that only wait do not count: a claim holds
 * them to the caps. While all load is held: StoreError `load_held`; the next run of an experiment under way waits in the queue.
 */
export async function insertRun(db: Db, run: NewRun): Promise<Run> {
  return inTransaction(db, async (client) => {
    await lockInserts(client);
    if (run.experimentId === undefined) await refuseWhileHeld(client);
    if (run.caps) await refuseOverCap(client, run, run.caps);
    const id = randomUUID();
    const { plan, teamId } = run;
    await client.query(
      `INSERT INTO runs (id, team_id, plan_id, plan, name, tags, note, created_by, expected_duration_ms, experiment_id, crew,
         target_host, peak_rate, peak_connections, worker_label, request_id, together, turns, planted_delay_ms, trace_parent, plan_revision)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, (SELECT revision FROM plans WHERE id = $3))`,
      [
        id,
        teamId,
        run.planId,
        jsonText(sealPlan(run.secretKey, { teamId, rowId: id }, plan)),
        plan.name,
        jsonText(run.tags ?? plan.tags),
        run.note ?? plan.note,
        run.userId,
        run.expectedDurationMs,
        run.experimentId ?? null,
        run.crew ?? null,
        targetHost(planUrl(plan)),
        peakRate(plan.load),
        peakConnections(plan.load),
        poolsText(plan),
        run.requestId ?? null,
        run.together ?? null,
        run.turns ? jsonText(run.turns) : null,
        run.plantedDelayMs ?? null,
        run.traceParent ?? null,
      ],
    );
    const inserted = await findRun(client, teamId, id);
    if (!inserted) throw new Error('the run just inserted is not there');
    return inserted;
  });
}

async function refuseOverCap(client: Db, { teamId, userId }: NewRun, caps: RunCaps): Promise<void> {
  const { rows } = await client.query<{ team: number; person: number; everybody: number }>(
    `SELECT ${countLoads('r')} FILTER (WHERE team_id = $1)::int AS team, ${countLoads('r')} FILTER (WHERE created_by = $2)::int AS person,
       ${countLoads('r')}::int AS everybody FROM runs r WHERE state = ANY($3) AND (state <> 'queued' OR experiment_id IS NULL)`,
    [teamId, userId, activeStates],
  );
  const { team = 0, person = 0, everybody = 0 } = first(rows) ?? {};
  if (team >= caps.maxConcurrentRuns) throw new StoreError('runs_over_cap', { active: team, cap: caps.maxConcurrentRuns });
  if (person >= caps.maxRunsOfPerson) throw new StoreError('person_over_cap', { active: person, cap: caps.maxRunsOfPerson });
  if (everybody >= caps.maxRunsInAll) throw new StoreError('installation_over_cap', { active: everybody, cap: caps.maxRunsInAll });
}

export async function findRun(db: Db, teamId: string, id: string): Promise<Run | null> {
  const { rows } = await db.query<RunRow>(`${selectRun} WHERE r.team_id = $1 AND r.id = $2`, [teamId, id]);
  const row = first(rows);
  return row && toRun(row);
}

/** The run to compare: two secrets that differ make a difference in its plan, which is not to be shown. */
export async function findComparedRun(db: Db, teamId: string, id: string): Promise<Run | null> {
  const { rows } = await db.query<RunRow>(`${selectRun} WHERE r.team_id = $1 AND r.id = $2`, [teamId, id]);
  const row = first(rows);
  return row && toComparedRun(row);
}

/** The run's plan with its secrets in the open, for a re-run that keeps them (`secretsFrom`). Never show it. */
export async function openPlanOfRun(db: Db, teamId: string, id: string, secretKey: string): Promise<Plan | null> {
  const { rows } = await db.query<{ plan: Plan }>('SELECT plan FROM runs WHERE team_id = $1 AND id = $2', [teamId, id]);
  const row = first(rows);
  return row && openPlan(secretKey, { teamId, rowId: id }, row.plan);
}

export async function updateRun(
  db: Db,
  teamId: string,
  id: string,
  change: { tags?: Record<string, string> | undefined; note?: string | undefined },
): Promise<Run | null> {
  await db.query('UPDATE runs SET tags = coalesce($3, tags), note = coalesce($4, note) WHERE team_id = $1 AND id = $2', [
    teamId,
    id,
    change.tags === undefined ? null : jsonText(change.tags),
    change.note ?? null,
  ]);
  return findRun(db, teamId, id);
}

/** Deletes a run that is over, with its samples. `active`: stop it first. */
export async function deleteRun(db: Db, teamId: string, id: string): Promise<'deleted' | 'active' | 'not_found'> {
  const { rowCount } = await db.query('DELETE FROM runs WHERE team_id = $1 AND id = $2 AND state = ANY($3)', [teamId, id, terminalStates]);
  if (rowCount) return 'deleted';
  return (await findRun(db, teamId, id)) ? 'active' : 'not_found';
}

/**
 * Asks a run to stop, and those that are made together with it. A queued run is over at once; one under way is told with the answer to its worker's next heartbeat or
 * sample, which needs Postgres only. `finished`: it was over before.
 */
export async function requestStop(db: Db, teamId: string, id: string): Promise<{ outcome: 'asked' | 'finished'; run: Run } | null> {
  const { rowCount } = await db.query(
    `UPDATE runs SET ${stopRunColumns('$4')} WHERE team_id = $1 AND ${withOthers('$2')} AND state = ANY($3)`,
    [teamId, id, activeStates, stoppedBefore],
  );
  const run = await findRun(db, teamId, id);
  if (!run) return null;
  return { outcome: rowCount || !isTerminal(run.state) ? 'asked' : 'finished', run };
}
