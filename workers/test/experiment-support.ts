/** Experiments for the tests, and targets whose truth is known. */
import { createExperimentSchema, type Experiment } from '@plimsoll/contracts/experiment';
import type { Run } from '@plimsoll/contracts/run';
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

/** The experiment, once both runs of its first round are under way. */
export async function roundUnderWay(db: Pool, id: string): Promise<Experiment> {
  const found = await until(
    'a round is under way',
    60_000,
    () => findExperiment(db, teamId, id),
    (one) => one?.runs.slice(0, 2).every(({ state }) => state === 'running') ?? false,
  );
  return found as Experiment;
}

export function runsOf(stack: Pick<Stack, 'find'>, { runs }: Experiment): Promise<Run[]> {
  return Promise.all(runs.flatMap(({ runId }) => (runId === null ? [] : [stack.find(runId)])));
}

/** Requests that each of these runs sent, those that no figure holds among them. */
export function sentByRun(runs: readonly Run[]): Record<string, number> {
  return Object.fromEntries(runs.map(({ id, summary }) => [id, (summary?.sent ?? 0) + (summary?.warmup.sent ?? 0)]));
}
