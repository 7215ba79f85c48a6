/** Experiments for the tests, and targets whose truth is known. */
import { createExperimentSchema, type Experiment } from '@plimsoll/contracts/experiment';
import { firstRuns } from '@plimsoll/statistics/interleave';
import { findExperiment, insertExperiment } from '@plimsoll/store/experiments';
import { until } from '@plimsoll/testbed/until';
import type { Pool } from 'pg';
import type { z } from 'zod';
import { type Stack, secretKey, teamId } from './support.ts';

/** As the API does it: the row first, the hint after it. */
export async function askFor(
  { db, queue }: Pick<Stack, 'db' | 'queue'>,
  input: z.input<typeof createExperimentSchema>,
  { hint = true, team = teamId, user = 'user-1' } = {},
): Promise<Experiment> {
  const experiment = createExperimentSchema.parse(input);
  const inserted = await insertExperiment(db, {
    teamId: team,
    userId: user,
    name: experiment.name ?? 'experiment',
    experiment,
    runs: firstRuns(experiment).map((variant) => ({ variant, rate: null })),
    caps: { maxExperiments: 50, maxExperimentsInAll: 50 },
    secretKey,
  });
  if (hint) await queue.enqueue({ kind: 'experiment', experimentId: inserted.id });
  return inserted;
}

export async function experimentOver(db: Pool, id: string, ms: number, team = teamId): Promise<Experiment> {
  const found = await until(
    `experiment ${id} is over`,
    ms,
    () => findExperiment(db, team, id),
    (experiment) => experiment !== null && ['completed', 'stopped', 'failed'].includes(experiment.state),
  );
  return found as Experiment;
}
