/** A row of `runs` as the API shows it, by itself and in a list. */
import { type BaselineVerdict, baselineVerdictSchema } from '@plimsoll/contracts/baseline-verdict';
import { decidingOf } from '@plimsoll/contracts/compared-metric';
import { regionsOfShards } from '@plimsoll/contracts/generators';
import type { Plan } from '@plimsoll/contracts/plan';
import { type EndReason, type Environment, environmentSchema, type Generator, type Run, type RunState } from '@plimsoll/contracts/run';
import type { RunEnding } from '@plimsoll/contracts/run-ending';
import type { RunListItem } from '@plimsoll/contracts/run-list';
import type { RunSource } from '@plimsoll/contracts/run-source';
import { type Summary, summarySchema } from '@plimsoll/contracts/summary';
import { type ThresholdResult, thresholdResultSchema } from '@plimsoll/contracts/threshold';
import { type Turns, turnsSchema } from '@plimsoll/contracts/turns';
import type { Validity } from '@plimsoll/contracts/validity';
import { type CiStatus, isOpen, type MetricDelta, worseAtMost } from '@plimsoll/contracts/verdict';
import { sayBaseline } from '@plimsoll/wording/say-comparison';
import { importedBytesOf } from '../archive/imported-file.ts';
import { readCiStatus } from '../ci-status.ts';
import { type CutPlan, cutPlan, toListedPlan } from '../plans/listed-plan.ts';
import { maskPlan, printPlan } from '../secrets.ts';
import { readEnding } from './ended-row.ts';
import { readValidity } from './kept-validity.ts';
import { readKept } from './read-kept.ts';

const thresholdsSchema = thresholdResultSchema.array();

export interface RunListRow {
  id: string;
  team_id: string;
  ordinal: string;
  plan_id: string | null;
  plan: CutPlan;
  tags: Record<string, string>;
  note: string;
  created_by: string | null;
  created_by_name: string | null;
  created_at: Date;
  state: RunState;
  state_reason: string | null;
  ending: RunEnding | null;
  end_reason: EndReason | null;
  attempt: number;
  expected_duration_ms: number | null;
  started_at: Date | null;
  ended_at: Date | null;
  stop_requested_at: Date | null;
  validity: Validity | null;
  thresholds: ThresholdResult[];
  summary: Summary | null;
  vs_baseline: BaselineVerdict | null;
  ci_status: CiStatus | null;
  experiment_id: string | null;
  source: RunSource | null;
  turns: Turns | null;
  number: number | null;
}

export interface RunRow extends RunListRow {
  plan: Plan;
  environment: Environment | null;
  generators: Generator[];
  schedule: { id: string; name: string } | null;
  imported_bytes: number | null;
}

const listedColumns = `r.id, r.team_id, r.ordinal, r.plan_id, r.tags, r.note, r.created_by, u.name AS created_by_name,
  r.created_at, r.state, r.state_reason, r.ending, r.end_reason, r.attempt, r.expected_duration_ms, r.started_at, r.ended_at,
  r.stop_requested_at, r.validity, r.thresholds, r.summary, r.vs_baseline, r.ci_status, r.experiment_id, r.source, r.turns, n.number`;

/** The tables of the columns below. */
export const fromRuns = 'FROM runs r LEFT JOIN users u ON u.id = r.created_by LEFT JOIN run_numbers n ON n.run_id = r.id';

/** Columns of {@link RunListRow}. */
export const runListColumns = `${listedColumns}, ${cutPlan('r.plan')} AS plan`;

/** Columns of {@link RunRow}. */
export const runColumns = `${listedColumns}, r.plan, r.environment,
  (SELECT coalesce(jsonb_agg(jsonb_build_object('shard', s.shard, 'worker', s.worker_id, 'hostname', s.environment -> 'hostname',
      'cpuModel', s.environment -> 'cpuModel', 'cores', s.environment -> 'cores', 'threads', s.threads,
      'latencyFloor', s.environment -> 'latencyFloor') ORDER BY s.shard), '[]')
    FROM run_shards s WHERE s.run_id = r.id AND s.attempt = r.attempt AND s.environment IS NOT NULL) AS generators,
  (SELECT jsonb_build_object('id', s.id, 'name', s.name) FROM schedule_outcomes o JOIN schedules s ON s.id = o.schedule_id
    WHERE o.run_id = r.id OR o.reference_run_id = r.id LIMIT 1) AS schedule,
  ${importedBytesOf} AS imported_bytes`;

/** Secrets in the plan are masked: an opened plan leaves the store through `claimRun` and `openPlanOf…` only. */
export function toRun(row: RunRow): Run {
  return {
    ...withoutPlan(row),
    plan: maskPlan(row.plan),
    environment: readKept(environmentSchema, row.environment),
    generators: withRegions(row),
    schedule: row.schedule,
    importedFile: row.imported_bytes === null ? null : { bytes: row.imported_bytes },
  };
}

function withRegions({ generators, plan }: RunRow): Generator[] {
  const regions = regionsOfShards(plan.generators ?? 1);
  return regions.length > 0 ? generators.map((one) => ({ ...one, region: regions[one.shard] })) : generators;
}

/** The run with the prints of its plan's secrets in place of them: plans are compared by it. Never show that plan. */
export function toComparedRun(row: RunRow): Run {
  return { ...toRun(row), plan: printPlan(row.plan) };
}

function withoutPlan(row: RunListRow): Omit<RunListItem, 'plan'> {
  const [summary, validity] = [readKept(summarySchema, row.summary), readValidity(row.validity)];
  return {
    id: row.id,
    number: row.number,
    state: row.state,
    ...readEnding(row),
    endReason: row.end_reason,
    attempt: row.attempt,
    planId: row.plan_id,
    tags: row.tags,
    note: row.note,
    validity,
    thresholds: readKept(thresholdsSchema, row.thresholds) ?? [],
    summary,
    createdBy: row.created_by === null ? null : { id: row.created_by, name: row.created_by_name ?? '' },
    createdAt: row.created_at.toISOString(),
    startedAt: row.started_at?.toISOString() ?? null,
    endedAt: row.ended_at?.toISOString() ?? null,
    expectedDurationMs: row.expected_duration_ms,
    stopRequested: row.stop_requested_at !== null,
    baseline: readBaseline(row.vs_baseline),
    ciStatus: readCiStatus(row.ci_status, { summary, stamp: validity?.stamp ?? null }),
    experimentId: row.experiment_id,
    source: row.source,
    turns: readKept(turnsSchema, row.turns),
  };
}

/** A code that only a later version knows is no reason; the figures stay. */
function withoutCodes(kept: BaselineVerdict | null): unknown {
  return kept && { ...kept, code: null, metrics: kept.metrics?.map((metric) => ({ ...metric, code: null })) };
}

function readBaseline(kept: BaselineVerdict | null): BaselineVerdict | null {
  const verdict = readKept(baselineVerdictSchema, kept) ?? readKept(baselineVerdictSchema, withoutCodes(kept));
  return verdict && sayBaseline(verdict);
}

/** The headline metric that a verdict is of: the one of its kind that changed most, or that may be worse by most where nothing is decided. */
function leadingMetrics({ verdict, metrics }: BaselineVerdict): BaselineVerdict['metrics'] {
  const size = (one: MetricDelta) => (isOpen(verdict) ? (worseAtMost(one) ?? 0) : Math.abs(one.deltaRelative ?? 0));
  const leading = decidingOf(metrics).filter((one) => one.verdict === verdict);
  return leading.sort((a, b) => size(b) - size(a)).slice(0, 1);
}

/** A list shows no environments, no examples of errors and of the baseline's metrics the one that leads its verdict. */
export function toRunListItem(row: RunListRow): RunListItem {
  const whole = { ...withoutPlan(row), plan: toListedPlan(row.plan) };
  const run = { ...whole, baseline: whole.baseline && { ...whole.baseline, metrics: leadingMetrics(whole.baseline) } };
  if (!run.summary) return run;
  return { ...run, summary: { ...run.summary, errors: run.summary.errors.map((group) => ({ ...group, example: null })) } };
}
