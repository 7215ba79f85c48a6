/** The story of a run, as far as its samples tell it. */
import type { Resources } from '@plimsoll/contracts/resources';
import { isTerminal, type Run } from '@plimsoll/contracts/run';
import type { Sample } from '@plimsoll/contracts/sample';
import { type FindingKind, type Story, storySchema } from '@plimsoll/contracts/story';
import { resourceMetrics } from '@plimsoll/contracts/target-figures';
import { type ResourceSecond, tellStory } from '@plimsoll/statistics/story';
import type { Db } from '@plimsoll/store/db';
import { readResources } from '@plimsoll/store/resources';
import { findRun } from '@plimsoll/store/runs';
import { unknownRun } from '../analysis-error.ts';
import { lineOf } from './line-of.ts';
import { readWithRegions, type WithRegions } from './region-samples.ts';
import type { RunQuestion } from './run-charts.ts';
import { type TargetOfSecond, targetOfSecond } from './target-of-second.ts';

/** Throws AnalysisError `unknown_run`. */
export async function runStory(db: Db, { teamId, runId }: RunQuestion): Promise<Story> {
  const run = await findRun(db, teamId, runId);
  if (!run) throw unknownRun();
  const told = await readWithRegions(db, { teamId, runId, plan: run.plan }, { withoutRequests: true });
  const resources = await readResources(db, teamId, runId, { most: Number.POSITIVE_INFINITY });
  return storySchema.parse(storyOf(run, told, resources));
}

/** Findings about the connections of a plan: those of an imported run are not known. */
const ofConnections: readonly FindingKind[] = ['concurrency_bound', 'keep_alive_ignored'];

/** While the run goes on, its newest second may lack the samples of a shard, and rests. */
function storyOf(run: Run, { samples, regions }: WithRegions, resources: Resources): Story {
  const { plan, state, source } = run;
  const newest = isTerminal(state) ? Number.POSITIVE_INFINITY : samples.reduce((last, { second }) => Math.max(last, second), -1);
  const isWhole = ({ second }: Sample) => second < newest;
  const whole = samples.filter(isWhole);
  const targetOf = targetOfSecond(resources);
  const story = tellStory(plan, whole, {
    resources: listSeconds(whole, targetOf),
    limitSources: { targetOf, lineBitsPerSecond: lineOf(run) },
    regions: regions.map((region) => ({ ...region, samples: region.samples.filter(isWhole) })),
  });
  return source ? { ...story, findings: story.findings.filter(({ kind }) => !ofConnections.includes(kind)) } : story;
}

/** The target's figures in each second that has some. */
function listSeconds(samples: readonly Sample[], of: TargetOfSecond): ResourceSecond[] {
  return [...new Set(samples.map(({ second }) => second))]
    .sort((a, b) => a - b)
    .flatMap((second) => {
      const target = of(second);
      if (!target) return [];
      const told = resourceMetrics.flatMap((name) => (target[name] === null ? [] : [[name, target[name]] as const]));
      return [{ second, values: Object.fromEntries(told), cores: target.cores, quotaCores: target.quotaCores }];
    });
}
