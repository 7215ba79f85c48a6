/** A row of `experiments` with its runs, as the API shows it. */
import { designReasonSchema } from '@plimsoll/contracts/design';
import type {
  Capacity,
  CapacityTry,
  CreateExperiment,
  Experiment,
  ExperimentProgress,
  ExperimentRun,
} from '@plimsoll/contracts/experiment';
import type { ExperimentState } from '@plimsoll/contracts/experiment-list';
import { type ExperimentRemark, experimentRemarkSchema, type FirstLater } from '@plimsoll/contracts/experiment-remark';
import { waitingTime } from '@plimsoll/contracts/leading-time';
import { type PairNoise, powerSchema } from '@plimsoll/contracts/power';
import { isTerminal, type RunState } from '@plimsoll/contracts/run';
import type { RunEnding } from '@plimsoll/contracts/run-ending';
import type { Summary } from '@plimsoll/contracts/summary';
import type { ThresholdResult } from '@plimsoll/contracts/threshold';
import type { Turns } from '@plimsoll/contracts/turns';
import type { Validity } from '@plimsoll/contracts/validity';
import { capacitySentence, kneeSentence } from '@plimsoll/wording/capacity-sentence';
import { remarksSentence } from '@plimsoll/wording/experiment-sentence';
import { sayComparison } from '@plimsoll/wording/say-comparison';
import type { MetricFloors } from '../runs/baselines.ts';
import { readEnding } from '../runs/ended-row.ts';
import { keepComparison } from '../runs/kept-comparison.ts';
import { readValidity } from '../runs/kept-validity.ts';
import { readKept } from '../runs/read-kept.ts';
import { maskPlan } from '../secrets.ts';

/** The findings of an experiment: so far while it runs, final at the end. */
export interface ExperimentResult {
  readonly comparisons: Experiment['comparisons'];
  readonly noiseFloor: number | null;
  /** The least change that it will see. */
  readonly power?: Experiment['power'];
  /** The noise of the pairs of each candidate, of runs made at once: later experiments of the plan learn from it. Not shown. */
  readonly pairNoises?: readonly PairNoise[];
  /** The noise floor of each metric; kept with the plan, not shown. */
  readonly noiseFloors?: MetricFloors;
  /** Of turns: did it matter which side went first, at the newest look? */
  readonly orderMatters?: boolean;
  /** Of a first round that measured whether its targets disturb each other: the variant that changed most at once. */
  readonly interference?: { readonly variant: number; readonly share: number; readonly disturbed: boolean };
  readonly capacity: Capacity | null;
  readonly knee: Experiment['knee'];
  /** Of a sweep over streams; told by a remark. */
  readonly firstLater?: FirstLater | null;
  /** The limit of each variant of a sweep. */
  readonly levels?: Experiment['levels'];
  /** The result of each try of a search, by its position. */
  readonly tries?: Readonly<Record<string, CapacityTry>>;
  /** Runs still to come beyond those planned, as far as can be told: steps of a search. */
  readonly expectedRuns?: number;
}

export interface ExperimentRow {
  id: string;
  team_id: string;
  ordinal: string;
  kind: Experiment['kind'];
  name: string;
  plan_id: string | null;
  variants: CreateExperiment['variants'];
  repeats: number;
  run_order: 'interleaved';
  cool_down: string;
  extend_to: number | null;
  design: Experiment['design'];
  /** A code of this version or of another. */
  design_reason: unknown;
  detect: number;
  confirms: Experiment['confirms'];
  judged_before: number;
  search: CreateExperiment['search'];
  restart: CreateExperiment['restart'];
  state: ExperimentState;
  state_reason: string | null;
  ending: RunEnding | null;
  /** Codes of this version or of another. */
  remarks: unknown[];
  notes: string[];
  incidents: unknown[];
  result: Partial<ExperimentResult>;
  created_by: string | null;
  request_id: string | null;
  trace_parent: string | null;
  created_at: Date;
  ended_at: Date | null;
}

export interface StepRow {
  position: number;
  variant: number;
  rate: number | null;
  run_id: string | null;
  inserted_at: Date | null;
  state: RunState | null;
  state_reason: string | null;
  ending: RunEnding | null;
  validity: Validity | null;
  thresholds: ThresholdResult[] | null;
  summary: Summary | null;
  turns: Turns | null;
  number: number | null;
}

/** The tables of the columns below. */
export const fromSteps = 'FROM experiment_runs e LEFT JOIN runs r ON r.id = e.run_id LEFT JOIN run_numbers n ON n.run_id = r.id';

/** Columns of {@link StepRow}. */
export const stepColumns = `e.position, e.variant, e.rate, e.run_id, e.inserted_at, r.state, r.state_reason, r.ending, r.validity, r.thresholds, r.summary, r.turns, n.number`;

/** Is there nothing more to come from this step? A run that was deleted is over, too. */
export function isOver(step: Pick<StepRow, 'state' | 'inserted_at'>): boolean {
  return step.state === null ? step.inserted_at !== null : isTerminal(step.state);
}

function hasPassed({ state, thresholds }: StepRow): boolean | null {
  if (state === null || !isTerminal(state) || !thresholds || (state === 'completed' && thresholds.length === 0)) return null;
  return state === 'completed' && thresholds.every((threshold) => threshold.passed);
}

function toExperimentRun(step: StepRow, tries: ExperimentResult['tries']): ExperimentRun {
  return {
    position: step.position,
    variant: step.variant,
    runId: step.run_id,
    number: step.number,
    state: step.state,
    ending: readEnding(step).ending,
    validity: readValidity(step.validity),
    rate: step.rate,
    passed: hasPassed(step),
    thresholds: step.thresholds ?? [],
    throughputPerSecond: step.summary?.throughputPerSecond ?? null,
    p99Us: step.summary?.responseTime.p99Us ?? null,
    // Plans, which may be large, are not read with each progress: who has them holds the time against its own.
    waiting: step.summary && waitingTime(step.summary, { streamsOnly: true }),
    errorRate: step.summary?.errorRate ?? null,
    goodputPerSecond: step.summary?.goodputPerSecond ?? null,
    try: tries?.[step.position] ?? null,
  };
}

export function countProgress(
  state: ExperimentState,
  planned: number,
  done: number,
  result: Partial<ExperimentResult>,
): Experiment['progress'] {
  const over = state === 'completed' || state === 'stopped' || state === 'failed';
  return { done, total: over ? planned : Math.max(planned, done + (result.expectedRuns ?? 0)) };
}

type RemarkedRow = Pick<ExperimentRow, 'state_reason' | 'ending' | 'remarks' | 'notes' | 'incidents'>;

/** How it stands, then what happened on the way. A version before stores sentences; one that it wrote as the state's reason is later than any code. */
export function readRemarks(row: RemarkedRow): Pick<Experiment, 'stateReason' | 'remarks'> {
  const told = (text: string): ExperimentRemark => ({ kind: 'legacy', text });
  const codes = (kept: readonly unknown[]) => kept.flatMap((one) => readKept(experimentRemarkSchema, one) ?? []);
  const { ending } = readEnding({ ...row, state_reason: null });
  const stands = row.state_reason
    ? [told(row.state_reason)]
    : [...(ending ? [{ kind: 'ended' as const, ending }] : []), ...codes(row.remarks)];
  const remarks = [...stands, ...row.notes.map(told), ...codes(row.incidents)];
  return { stateReason: remarks.length === 0 ? null : remarksSentence(remarks), remarks };
}

/** The stored part of the findings. */
export function keepResult(result: ExperimentResult): ExperimentResult {
  return { ...result, comparisons: result.comparisons.map((one) => ({ ...one, result: keepComparison(one.result) })) };
}

/** The sentence of a stored finding; one of a version before is stored with it. */
function said<Code, Found extends { readonly sentence: string; readonly code?: Code | null }>(
  found: Found | null | undefined,
  sentence: (code: Code) => string,
): (Found & { code: Code | null }) | null {
  if (!found) return null;
  const { code = null } = found;
  return { ...found, code, sentence: code ? sentence(code) : found.sentence };
}

export function toExperimentProgress(row: Omit<ExperimentRow, 'variants'>, steps: readonly StepRow[]): ExperimentProgress {
  return {
    id: row.id,
    name: row.name,
    planId: row.plan_id,
    kind: row.kind,
    state: row.state,
    ...readRemarks(row),
    repeats: row.repeats,
    order: row.run_order,
    coolDown: row.cool_down,
    extendTo: row.extend_to,
    design: row.design,
    designReason: readKept(designReasonSchema, row.design_reason),
    detect: row.detect,
    confirms: row.confirms,
    power: readKept(powerSchema, row.result.power),
    search: row.search,
    restart: row.restart,
    runs: steps.map((step) => toExperimentRun(step, row.result.tries)),
    progress: countProgress(row.state, steps.length, steps.filter(isOver).length, row.result),
    comparisons: (row.result.comparisons ?? []).map(({ variant, result }) => ({ variant, result: sayComparison(result) })),
    noiseFloor: row.result.noiseFloor ?? null,
    capacity: said(row.result.capacity, capacitySentence),
    knee: said(row.result.knee, kneeSentence),
    levels: row.result.levels ?? [],
    createdAt: row.created_at.toISOString(),
    endedAt: row.ended_at?.toISOString() ?? null,
  };
}

/** Secrets in the variants are masked. */
export function toExperiment(row: ExperimentRow, steps: readonly StepRow[]): Experiment {
  return { ...toExperimentProgress(row, steps), variants: row.variants.map(({ name, plan }) => ({ name, plan: maskPlan(plan) })) };
}
