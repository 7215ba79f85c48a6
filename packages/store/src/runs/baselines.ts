/** The measures that a plan's runs are held against: its baseline, its noise floor, its history. */

import type { ComparedMetric } from '@plimsoll/contracts/compared-metric';
import type { Design } from '@plimsoll/contracts/design';
import type { Confirms } from '@plimsoll/contracts/experiment';
import type { ExperimentState } from '@plimsoll/contracts/experiment-list';
import type { PairNoise } from '@plimsoll/contracts/power';
import { type Environment, environmentSchema, type Run } from '@plimsoll/contracts/run';
import type { Summary } from '@plimsoll/contracts/summary';
import type { Trend } from '@plimsoll/contracts/trend';
import type { Validity } from '@plimsoll/contracts/validity';
import type { MetricDelta, Verdict } from '@plimsoll/contracts/verdict';
import type { Db } from '../db.ts';
import { first } from '../query.ts';
import { readValidity } from './kept-validity.ts';
import { readKept } from './read-kept.ts';
import { findComparedRun } from './runs.ts';

export type MetricFloors = Readonly<Partial<Record<ComparedMetric, number | null>>>;
/** Smallest relative changes a plan's setup can see. */
export interface PlanNoiseFloor {
  /** The largest of the decisive metrics: what is shown on a diff. */
  readonly relative: number;
  readonly metrics: MetricFloors;
}

interface FloorRow {
  noise_floor: number | null;
  noise_floors: MetricFloors | null;
}

function toNoiseFloor(row: FloorRow | null): PlanNoiseFloor | null {
  return row === null || row.noise_floor === null ? null : { relative: row.noise_floor, metrics: row.noise_floors ?? {} };
}

/** The plan's noise floor as an A/A experiment measured it, or null. For workers: not scoped by team. */
export async function noiseFloorOfPlan(db: Db, planId: string | null): Promise<PlanNoiseFloor | null> {
  if (planId === null) return null;
  const { rows } = await db.query<FloorRow>('SELECT noise_floor, noise_floors FROM plans WHERE id = $1', [planId]);
  return toNoiseFloor(first(rows));
}

/** The run that runs of this plan are held against, to compare, or null. */
export async function baselineOfPlan(
  db: Db,
  teamId: string,
  planId: string,
): Promise<{ run: Run; noiseFloor: PlanNoiseFloor | null } | null> {
  const { rows } = await db.query<FloorRow & { baseline_run_id: string | null }>(
    'SELECT baseline_run_id, noise_floor, noise_floors FROM plans WHERE team_id = $1 AND id = $2',
    [teamId, planId],
  );
  const row = first(rows);
  const run = row?.baseline_run_id ? await findComparedRun(db, teamId, row.baseline_run_id) : null;
  return run && { run, noiseFloor: toNoiseFloor(row) };
}

export type BaselineAnswer = 'set' | 'no_plan' | 'no_run' | 'other_plan' | 'not_completed' | 'invalid';

/** Pins a completed, valid run of the plan as its baseline; null unpins. Anything else is answered with why not. */
export async function setBaseline(db: Db, teamId: string, planId: string, runId: string | null): Promise<BaselineAnswer> {
  const plan = await db.query('SELECT FROM plans WHERE team_id = $1 AND id = $2', [teamId, planId]);
  if (plan.rowCount !== 1) return 'no_plan';
  if (runId !== null) {
    const { rows } = await db.query<{ plan_id: string | null; state: string; stamp: string | null }>(
      `SELECT plan_id, state, validity ->> 'stamp' AS stamp FROM runs WHERE team_id = $1 AND id = $2`,
      [teamId, runId],
    );
    const run = first(rows);
    if (!run) return 'no_run';
    if (run.plan_id !== planId) return 'other_plan';
    if (run.state !== 'completed') return 'not_completed';
    if (run.stamp === null || run.stamp === 'invalid') return 'invalid';
  }
  await db.query('UPDATE plans SET baseline_run_id = $3 WHERE team_id = $1 AND id = $2', [teamId, planId, runId]);
  return 'set';
}

export interface TrendRun {
  readonly id: string;
  /** ISO. */
  readonly startedAt: string;
  readonly summary: Summary;
  readonly validity: Validity | null;
  readonly tags: Record<string, string>;
  readonly verdict: Verdict | null;
  readonly isBaseline: boolean;
  /** Revision of the plan when it was asked for; null for a run of an older version. */
  readonly revision: number | null;
  /** Of its generator; null where it is not known. */
  readonly environment: Environment | null;
  /** Its target's host and port; null for a run of an older version. */
  readonly targetHost: string | null;
}

/** The plan's last completed runs, oldest first. */
export async function trendRuns(db: Db, teamId: string, planId: string, most = 200): Promise<TrendRun[]> {
  const { rows } = await db.query<TrendRun & { at: Date }>(
    `SELECT * FROM (
       SELECT r.id, coalesce(r.started_at, r.created_at) AS at, r.summary, r.validity, r.tags, r.vs_baseline ->> 'verdict' AS verdict,
         r.id IS NOT DISTINCT FROM p.baseline_run_id AS "isBaseline", r.plan_revision AS revision,
         r.environment, r.target_host AS "targetHost", r.ordinal
       FROM runs r JOIN plans p ON p.id = r.plan_id
       WHERE r.team_id = $1 AND r.plan_id = $2 AND r.state = 'completed' AND r.summary IS NOT NULL
       ORDER BY r.ordinal DESC LIMIT $3
     ) latest ORDER BY ordinal`,
    [teamId, planId, most],
  );
  return rows.map(({ at, validity, environment, ...row }) => ({
    ...row,
    startedAt: at.toISOString(),
    validity: readValidity(validity),
    environment: readKept(environmentSchema, environment),
  }));
}

/** The middle of the p99 of the plan's newest five runs that can be trusted, µs; null where it has none. */
export async function p99OfPlan(db: Db, teamId: string, planId: string): Promise<number | null> {
  const { rows } = await db.query<{ p99: number | null }>(
    `SELECT percentile_disc(0.5) WITHIN GROUP (ORDER BY (summary #>> '{responseTime,p99Us}')::float8) AS p99 FROM (
       SELECT summary, validity FROM runs WHERE team_id = $1 AND plan_id = $2 AND state = 'completed' ORDER BY ordinal DESC LIMIT 5
     ) newest WHERE validity ->> 'stamp' <> 'invalid' AND summary #>> '{responseTime,p99Us}' IS NOT NULL`,
    [teamId, planId],
  );
  return first(rows)?.p99 ?? null;
}

/** The noise of the pairs of the plan's latest experiment of this design: of its loudest candidate; null where there is none. */
export async function pairNoiseOfPlan(db: Db, teamId: string, planId: string, design: Design): Promise<PairNoise | null> {
  const { rows } = await db.query<{ noises: PairNoise[] }>(
    `SELECT result -> 'pairNoises' AS noises FROM experiments
     WHERE team_id = $1 AND plan_id = $2 AND state = 'completed' AND design = $3 AND jsonb_array_length(result -> 'pairNoises') > 0
     ORDER BY ordinal DESC LIMIT 1`,
    [teamId, planId, design],
  );
  const noises = first(rows)?.noises ?? [];
  return noises.sort((one, other) => other.ofSecond - one.ofSecond)[0] ?? null;
}

export interface Confirming {
  readonly experimentId: string;
  readonly state: ExperimentState;
  readonly confirms: Confirms;
  /** Of the metric, so far; null until both sides have run. */
  readonly found: Pick<MetricDelta, 'verdict' | 'claims' | 'interval' | 'deltaRelative'> | null;
}

/** Experiments that are to confirm a change of this metric in the plan's trend, the newest first. */
export async function listConfirming(db: Db, teamId: string, planId: string, metric: ComparedMetric): Promise<Confirming[]> {
  const { rows } = await db.query<Confirming>(
    `SELECT id AS "experimentId", state, confirms,
       jsonb_path_query_first(result, '$.comparisons[0].result.candidates[0].metrics[*] ? (@.metric == $metric)', jsonb_build_object('metric', $3::text)) AS found
     FROM experiments WHERE team_id = $1 AND plan_id = $2 AND confirms ->> 'metric' = $3 ORDER BY ordinal DESC LIMIT 100`,
    [teamId, planId, metric],
  );
  return rows;
}

/** The findings of the plan's capacity searches, oldest first. */
export async function listCapacities(db: Db, teamId: string, planId: string): Promise<Trend['capacities']> {
  type Row = { id: string; ended_at: Date; capacity: Trend['capacities'][number] };
  const { rows } = await db.query<Row>(
    `SELECT id, ended_at, result -> 'capacity' AS capacity FROM experiments
     WHERE team_id = $1 AND plan_id = $2 AND kind = 'capacity' AND state = 'completed' AND jsonb_typeof(result -> 'capacity') = 'object'
     ORDER BY ordinal DESC LIMIT 100`,
    [teamId, planId],
  );
  return rows.reverse().map(({ id, ended_at, capacity }) => {
    const { rate, interval, confirmed, limit } = capacity;
    return { experimentId: id, at: ended_at.toISOString(), rate, interval, confirmed, limit: limit ?? null };
  });
}
