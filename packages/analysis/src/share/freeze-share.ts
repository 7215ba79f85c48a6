/** Reads what is to be shared, freezes it as its sharer wants it masked, and keeps that behind a link. */
import { comparisonSchema } from '@plimsoll/contracts/comparison';
import { isOneLoad } from '@plimsoll/contracts/design';
import { type Experiment, experimentSchema } from '@plimsoll/contracts/experiment';
import type { ExperimentCourse } from '@plimsoll/contracts/foreseen-power';
import { isTerminal, type Run } from '@plimsoll/contracts/run';
import type { Hideable, SharedComparison, SharedContent, ShareKind } from '@plimsoll/contracts/share';
import { findComparison } from '@plimsoll/store/comparisons';
import type { Db } from '@plimsoll/store/db';
import { findExperiment } from '@plimsoll/store/experiments';
import { readResources } from '@plimsoll/store/resources';
import { findRun } from '@plimsoll/store/runs';
import { insertShare } from '@plimsoll/store/shares';
import { AnalysisError } from '../analysis-error.ts';
import { courseQuestion } from '../course/course-question.ts';
import { experimentCourse } from '../course/experiment-course.ts';
import { runCharts } from '../run/run-charts.ts';
import { runStory } from '../run/run-story.ts';
import { type ComparisonToShare, type SharedRun, shareComparison, shareRun } from './share-content.ts';
import { shareExperiment } from './share-experiment.ts';
import type { RedactionOptions } from './share-redaction.ts';

export interface FreezeQuestion {
  readonly teamId: string;
  readonly kind: ShareKind;
  /** Id of the run, comparison or experiment. */
  readonly id: string;
  readonly hide: readonly Hideable[];
  /** The person who shares it. */
  readonly userId: string | null;
  readonly tokenHash: string;
  readonly expiresAt: Date;
}

/** `unknown`: none of the team's. `active`: it is not over, and a share is frozen. `incomplete`: a run of the comparison was deleted. */
export type Unshared = 'unknown' | 'active' | 'incomplete';

/** Answers the link's id, or why there is none. */
export async function freezeShare(db: Db, question: FreezeQuestion): Promise<{ readonly id: string } | Unshared> {
  const { teamId, kind, id, ...link } = question;
  const frozen = await { run: freezeRun, comparison: freezeComparison, experiment: freezeExperiment }[kind](db, teamId, id, link.hide);
  if (typeof frozen === 'string') return frozen;
  const of = { runId: null, comparisonId: null, experimentId: null, [`${kind}Id`]: id };
  return { id: await insertShare(db, teamId, { ...link, ...of, kind, ...frozen }) };
}

/** `title` is for the team's own list; the content has its own, which may be masked. */
type Frozen = Promise<{ readonly title: string; readonly content: SharedContent } | Unshared>;

async function freezeRun(db: Db, teamId: string, runId: string, hide: readonly Hideable[]): Frozen {
  const run = await findRun(db, teamId, runId);
  if (!run) return 'unknown';
  if (!isTerminal(run.state)) return 'active';
  return { title: run.plan.name, content: await sharedRun(db, teamId, run, hide) };
}

/** With its charts, its story and the target's resources. */
export async function sharedRun(
  db: Db,
  teamId: string,
  run: Run,
  hide: readonly Hideable[],
  options: RedactionOptions = {},
): Promise<SharedRun> {
  const question = { teamId, runId: run.id };
  const charts = await runCharts(db, { ...question, plan: run.plan });
  const story = await runStory(db, question);
  const resources = await readResources(db, teamId, run.id);
  return shareRun({ run, ...charts, story, resources }, hide, options);
}

async function freezeComparison(db: Db, teamId: string, id: string, hide: readonly Hideable[]): Frozen {
  const found = await findComparison(db, teamId, id);
  if (!found) return 'unknown';
  // Parsed, so that what an older version kept has what came later.
  const comparison = comparisonSchema.parse(found);
  const content = await sharedComparison(db, teamId, comparison, hide);
  return content === 'incomplete' ? content : { title: comparison.title, content };
}

/** With the plan of each arm's first run. `incomplete`: one of them was deleted. */
export async function sharedComparison(
  db: Db,
  teamId: string,
  comparison: ComparisonToShare['comparison'],
  hide: readonly Hideable[],
  options: RedactionOptions = {},
): Promise<SharedComparison | 'incomplete'> {
  const arms = [comparison.base, ...comparison.candidates];
  const runs: Awaited<ReturnType<typeof findRun>>[] = [];
  for (const arm of arms) runs.push(await findRun(db, teamId, arm.runs[0]?.id ?? ''));
  const [base, ...candidates] = runs.filter((run) => run !== null);
  if (!base || candidates.length < comparison.candidates.length) return 'incomplete';
  return shareComparison({ comparison, base, candidates }, hide, options);
}

async function freezeExperiment(db: Db, teamId: string, id: string, hide: readonly Hideable[]): Frozen {
  const experiment = await findExperiment(db, teamId, id);
  if (!experiment) return 'unknown';
  if (['queued', 'running', 'stopping'].includes(experiment.state)) return 'active';
  const parsed = experimentSchema.parse(experiment);
  return { title: experiment.name, content: shareExperiment(parsed, hide, await courseOf(db, teamId, parsed)) };
}

/** Null where its runs were no pairs, or their seconds are gone. */
async function courseOf(db: Db, teamId: string, experiment: Experiment): Promise<ExperimentCourse | null> {
  if (!isOneLoad(experiment.design)) return null;
  try {
    return await experimentCourse(db, courseQuestion(teamId, experiment));
  } catch (error) {
    if (error instanceof AnalysisError && error.code === 'samples_gone') return null;
    throw error;
  }
}
