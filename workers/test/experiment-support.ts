/** Experiments for the tests, and targets whose truth is known. */
import { createExperimentSchema, type Experiment } from '@plimsoll/contracts/experiment';
import type { PlanInput } from '@plimsoll/contracts/plan';
import { interleaved } from '@plimsoll/statistics/interleave';
import { findExperiment, insertExperiment } from '@plimsoll/store/experiments';
import type { Pool } from 'pg';
import { eventually, secretKey, teamId } from './support.ts';

type Input = Parameters<typeof createExperimentSchema.parse>[0] & { readonly variants: readonly { name: string; plan: PlanInput }[] };

/** As the API does it. */
export async function askFor(db: Pool, input: Input): Promise<Experiment> {
  const experiment = createExperimentSchema.parse(input);
  const arms = experiment.kind === 'aa' ? 2 : experiment.variants.length;
  return insertExperiment(db, {
    teamId,
    userId: 'user-1',
    name: experiment.name ?? 'experiment',
    experiment,
    runs: interleaved(arms, experiment.repeats).map((variant) => ({ variant, rate: null })),
    secretKey,
  });
}

export async function experimentOver(db: Pool, id: string, ms: number): Promise<Experiment> {
  const found = await eventually(
    ms,
    `experiment ${id} is over`,
    () => findExperiment(db, teamId, id),
    (experiment) => experiment !== null && ['completed', 'stopped', 'failed'].includes(experiment.state),
  );
  return found as Experiment;
}
