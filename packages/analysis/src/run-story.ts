/** The story of a run, as far as its samples tell it. */
import type { Plan } from '@plimsoll/contracts/plan';
import { isTerminal, type Run } from '@plimsoll/contracts/run';
import type { Sample } from '@plimsoll/contracts/sample';
import { type Story, storySchema } from '@plimsoll/contracts/story';
import { tellStory } from '@plimsoll/statistics/story';
import type { Db } from '@plimsoll/store/db';
import { findRun } from '@plimsoll/store/runs';
import { readSamples } from '@plimsoll/store/samples';
import { unknownRun } from './analysis-error.ts';
import type { RunQuestion } from './run-charts.ts';

/** Throws AnalysisError `unknown_run`. */
export async function runStory(db: Db, { teamId, runId }: RunQuestion): Promise<Story> {
  const run = await findRun(db, teamId, runId);
  if (!run) throw unknownRun();
  return storySchema.parse(storyOf(run, await readSamples(db, teamId, runId, { withoutRequests: true })));
}

/** While the run goes on, its newest second may lack the samples of a shard, and rests. */
export function storyOf({ plan, state }: { readonly plan: Plan; readonly state: Run['state'] }, samples: readonly Sample[]): Story {
  if (isTerminal(state)) return tellStory(plan, samples);
  const newest = samples.reduce((last, { second }) => Math.max(last, second), -1);
  return tellStory(
    plan,
    samples.filter(({ second }) => second < newest),
  );
}
