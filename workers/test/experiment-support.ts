/** Experiments for the tests, and targets whose truth is known. */
import { createExperimentSchema, type Experiment } from '@plimsoll/contracts/experiment';
import { firstRuns } from '@plimsoll/statistics/interleave';
import { findExperiment, insertExperiment } from '@plimsoll/store/experiments';
import type { Pool } from 'pg';
import type { z } from 'zod';
import { eventually, secretKey, teamId } from './support.ts';

/** As the API does it. */
export async function askFor(db: Pool, input: z.input<typeof createExperimentSchema>): Promise<Experiment> {
  const experiment = createExperimentSchema.parse(input);
  return insertExperiment(db, {
    teamId,
    userId: 'user-1',
    name: experiment.name ?? 'experiment',
    experiment,
    runs: firstRuns(experiment).map((variant) => ({ variant, rate: null })),
    maxExperiments: 50,
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
