/** The run of one step of an experiment: an ordinary run of its variant's plan. */
import { isDeepStrictEqual } from 'node:util';
import { countSides, variantOfSide } from '@plimsoll/contracts/design';
import { type Plan, runLengthMs } from '@plimsoll/contracts/plan';
import { countGenerators } from '@plimsoll/contracts/planned-generators';
import { confirmingTimes, planAtRate } from '@plimsoll/statistics/plan-at-rate';
import { readSearch, searchOf } from '@plimsoll/statistics/read-search';
import type { Db } from '@plimsoll/store/db';
import type { ClaimedExperiment } from '@plimsoll/store/experiment-life';
import type { StepRow } from '@plimsoll/store/experiment-row';
import { openPlanOfSaved } from '@plimsoll/store/plans';
import type { NewRun } from '@plimsoll/store/runs';
import { StoreError } from '@plimsoll/store/store-error';
import type { WorkerConfig } from '../config.ts';

export interface StepRunContext {
  readonly db: Db;
  readonly config: Pick<WorkerConfig, 'secretKey'>;
}

/** The variant's name (or the rate tried) in the run's, so that a history tells the arms apart. */
function named(plan: Plan, variant: string): string {
  return plan.name.includes(variant) ? plan.name : `${plan.name} · ${variant}`.slice(0, 200);
}

/** Where a variant is the saved plan as it stands now, its runs belong to that plan's history. */
async function findPlanId({ db, config }: StepRunContext, experiment: ClaimedExperiment, plan: Plan): Promise<string | null> {
  const { planId, teamId } = experiment;
  const saved = planId === null ? null : await openPlanOfSaved(db, teamId, planId, config.secretKey).catch(otherwiseNull);
  return saved !== null && isDeepStrictEqual({ ...saved, name: '' }, { ...plan, name: '' }) ? planId : null;
}

/** A saved plan that nobody can read any more is not the variant, which can be. */
function otherwiseNull(error: unknown): null {
  if (error instanceof StoreError && error.code === 'unreadable_plan') return null;
  throw error;
}

/** A step of a search runs its plan at the step's rate, held to the search's thresholds; the confirming one for longer. */
function planTry({ search }: ClaimedExperiment, plan: Plan, rate: number, confirming: boolean): Plan {
  return { ...planAtRate(plan, rate, confirming ? confirmingTimes : 1), thresholds: search?.thresholds ?? [] };
}

function isConfirming(experiment: ClaimedExperiment, steps: readonly StepRow[], { position }: StepRow): boolean {
  const search = searchOf(experiment);
  return search !== null && readSearch(steps.slice(0, position + 1), search).confirming.has(position);
}

export async function stepRun(
  context: StepRunContext,
  experiment: ClaimedExperiment,
  step: StepRow,
  steps: readonly StepRow[],
  crew: readonly string[],
): Promise<Omit<NewRun, 'caps'> & { readonly crew: readonly string[] }> {
  const variant = variantOfSide(experiment, step.variant);
  if (!variant) throw new Error(`experiment ${experiment.id} has no variant ${step.variant}`);
  const plan = step.rate === null ? variant.plan : planTry(experiment, variant.plan, step.rate, isConfirming(experiment, steps, step));
  const lengthMs = runLengthMs(plan);
  return {
    teamId: experiment.teamId,
    userId: experiment.userId,
    requestId: experiment.requestId ?? undefined,
    traceParent: experiment.traceParent,
    plan: { ...plan, name: named(plan, step.rate === null ? variant.name : `${step.rate}/s`) },
    planId: step.rate === null ? await findPlanId(context, experiment, variant.plan) : null,
    expectedDurationMs: lengthMs === null ? null : lengthMs * (experiment.design === 'turns' ? countSides(experiment) : 1),
    secretKey: context.config.secretKey,
    crew: crew.slice(0, countGenerators(plan.generators)),
  };
}
