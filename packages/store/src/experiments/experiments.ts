/** Experiments as people see them: asked for, found, stopped. Every function is scoped by team. */
import { randomUUID } from 'node:crypto';
import type { Caps } from '@plimsoll/contracts/caps';
import { chooseDesign, type DesignReason, roundsToExtendTo } from '@plimsoll/contracts/design';
import { type CreateExperiment, type Experiment, type ExperimentProgress, mostRepeats } from '@plimsoll/contracts/experiment';
import { poolsText } from '@plimsoll/contracts/generators';
import { countGenerators } from '@plimsoll/contracts/planned-generators';
import { activeStates } from '@plimsoll/contracts/run';
import type { Db } from '../db.ts';
import { refuseWhileHeld } from '../installation/load-hold.ts';
import { first, inTransaction } from '../query.ts';
import { lockInserts } from '../runs/load-locks.ts';
import { requestStop } from '../runs/runs.ts';
import { stopColumns, stoppedBefore } from '../runs/stop-columns.ts';
import { sealPlan } from '../secrets.ts';
import { StoreError } from '../store-error.ts';
import {
  type ExperimentResult,
  type ExperimentRow,
  fromSteps,
  type StepRow,
  stepColumns,
  toExperiment,
  toExperimentProgress,
} from './experiment-row.ts';

/** One run to make: of which variant, and at which rate where a search sets it. */
export interface PlannedRun {
  readonly variant: number;
  readonly rate: number | null;
}

export interface NewExperiment {
  readonly teamId: string;
  readonly userId: string | null;
  readonly name: string;
  /** With the secrets of its plans in the open; they are sealed before they are written. */
  readonly experiment: CreateExperiment;
  /** The first runs, in order. A search adds the rest as it goes. */
  readonly runs: readonly PlannedRun[];
  readonly expectedRuns?: number;
  /** Why it has its design, where more than its plans decided it. */
  readonly designReason?: DesignReason;
  /** What the plan's history tells that it will see. */
  readonly power?: Experiment['power'];
  /** Id of the request that asked for it. */
  readonly requestId?: string;
  /** The span in which it was asked for, as W3C's `traceparent`. */
  readonly traceParent?: string | null;
  readonly secretKey: string;
  /** The most experiments that may be queued or under way at once: `maxExperiments` of the team and of the person over all teams. */
  readonly caps: Pick<Caps, 'maxExperiments' | 'maxExperimentsInAll'>;
}

/** Queues an experiment. Over a cap: StoreError `experiments_over_cap`, of the person or in all; while all load is held: `load_held`. */
export async function insertExperiment(db: Db, { teamId, userId, name, experiment, runs, ...rest }: NewExperiment): Promise<Experiment> {
  const id = randomUUID();
  const variants = experiment.variants.map((variant) => ({
    name: variant.name,
    plan: sealPlan(rest.secretKey, { teamId, rowId: id }, variant.plan),
  }));
  const { design, reason } = chooseDesign(experiment);
  const { expectedRuns, power, designReason = reason } = rest;
  const result: Partial<ExperimentResult> = { ...(expectedRuns !== undefined && { expectedRuns }), ...(power && { power }) };
  return inTransaction(db, async (client) => {
    await lockInserts(client);
    await refuseWhileHeld(client);
    await refuseOverCap(client, teamId, userId, rest.caps);
    await client.query(
      `INSERT INTO experiments (id, team_id, kind, name, plan_id, variants, repeats, run_order, cool_down, extend_to, search, result, created_by, worker_label, generators, request_id,
         design, design_reason, detect, restart, confirms, trace_parent)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22)`,
      [
        id,
        teamId,
        experiment.kind,
        name,
        experiment.planId ?? null,
        JSON.stringify(variants),
        experiment.repeats,
        experiment.order,
        experiment.coolDown,
        roundsToExtendTo(experiment, mostRepeats),
        experiment.search && JSON.stringify(experiment.search),
        JSON.stringify(result),
        userId,
        // The same workers make all runs: the variants name one pool, or the same regions.
        experiment.variants[0] ? poolsText(experiment.variants[0].plan) : null,
        Math.max(...experiment.variants.map(({ plan }) => countGenerators(plan.generators))),
        rest.requestId ?? null,
        design,
        JSON.stringify(designReason),
        experiment.detect,
        experiment.restart && JSON.stringify(experiment.restart),
        experiment.confirms && JSON.stringify(experiment.confirms),
        rest.traceParent ?? null,
      ],
    );
    await insertPlannedRuns(client, id, 0, runs);
    const inserted = await findExperiment(client, teamId, id);
    if (!inserted) throw new Error('the experiment just inserted is not there');
    return inserted;
  });
}

export async function refuseOverCap(client: Db, teamId: string, userId: string | null, caps: NewExperiment['caps']): Promise<void> {
  const { rows } = await client.query<{ team: number; person: number; everybody: number }>(
    `SELECT count(*) FILTER (WHERE team_id = $1)::int AS team, count(*) FILTER (WHERE created_by = $2)::int AS person,
       count(*)::int AS everybody FROM experiments WHERE state IN ('queued', 'running', 'stopping')`,
    [teamId, userId],
  );
  const { team = 0, person = 0, everybody = 0 } = first(rows) ?? {};
  const cap = caps.maxExperiments;
  if (team >= cap) throw new StoreError('experiments_over_cap', { active: team, cap });
  if (person >= cap) throw new StoreError('person_experiments_over_cap', { active: person, cap });
  if (everybody >= caps.maxExperimentsInAll)
    throw new StoreError('installation_experiments_over_cap', { active: everybody, cap: caps.maxExperimentsInAll });
}

/** Appends runs from `position` on. A position that is taken stays as it is. */
export async function insertPlannedRuns(db: Db, experimentId: string, position: number, runs: readonly PlannedRun[]): Promise<void> {
  await db.query(
    `INSERT INTO experiment_runs (experiment_id, position, variant, rate)
     SELECT $1, $2 + given.place - 1, given.variant, given.rate
     FROM unnest($3::int[], $4::double precision[]) WITH ORDINALITY AS given(variant, rate, place) ON CONFLICT DO NOTHING`,
    [experimentId, position, runs.map((run) => run.variant), runs.map((run) => run.rate)],
  );
}

export async function listSteps(db: Db, experimentId: string): Promise<StepRow[]> {
  const { rows } = await db.query<StepRow>(`SELECT ${stepColumns} ${fromSteps} WHERE e.experiment_id = $1 ORDER BY e.position`, [
    experimentId,
  ]);
  return rows;
}

export async function findExperiment(db: Db, teamId: string, id: string): Promise<Experiment | null> {
  const { rows } = await db.query<ExperimentRow>('SELECT * FROM experiments WHERE team_id = $1 AND id = $2', [teamId, id]);
  const row = first(rows);
  return row && toExperiment(row, await listSteps(db, id));
}

const progressColumns = `id, team_id, ordinal, kind, name, plan_id, repeats, run_order, cool_down, extend_to, design, design_reason, detect, confirms, judged_before, search, restart, state, state_reason, ending, remarks, notes, incidents,
  result, created_by, created_at, ended_at`;

/** The same without the variants, which are not read: for callers that ask again and again. */
export async function findExperimentProgress(db: Db, teamId: string, id: string): Promise<ExperimentProgress | null> {
  const { rows } = await db.query<Omit<ExperimentRow, 'variants'>>(
    `SELECT ${progressColumns} FROM experiments WHERE team_id = $1 AND id = $2`,
    [teamId, id],
  );
  const row = first(rows);
  return row && toExperimentProgress(row, await listSteps(db, id));
}

/**
 * Asks an experiment to stop, and its run under way with it. One that is queued is over at once. The row's lock lets no run
 * begin in between. `finished`: it was over before.
 */
export async function requestExperimentStop(
  db: Db,
  teamId: string,
  id: string,
): Promise<{ outcome: 'asked' | 'finished'; experiment: Experiment } | null> {
  const asked = await inTransaction(db, async (client) => {
    const { rowCount } = await client.query(
      `UPDATE experiments SET ${stopColumns('$3')} WHERE team_id = $1 AND id = $2 AND state IN ('queued', 'running', 'stopping')`,
      [teamId, id, stoppedBefore],
    );
    if (!rowCount) return false;
    const { rows } = await client.query<{ id: string }>('SELECT id FROM runs WHERE experiment_id = $1 AND state = ANY($2)', [
      id,
      activeStates,
    ]);
    for (const run of rows) await requestStop(client, teamId, run.id);
    return true;
  });
  const experiment = await findExperiment(db, teamId, id);
  return experiment && { outcome: asked ? 'asked' : 'finished', experiment };
}
