/** Reads what is to be shared and freezes it as its sharer wants it masked. */
import { comparisonSchema } from '@plimsoll/contracts/comparison';
import { experimentSchema } from '@plimsoll/contracts/experiment';
import { isTerminal } from '@plimsoll/contracts/run';
import type { createShareSchema, SharedContent } from '@plimsoll/contracts/share';
import { findComparison } from '@plimsoll/store/comparisons';
import { findExperiment } from '@plimsoll/store/experiments';
import { findRun } from '@plimsoll/store/runs';
import { problemWord } from '@plimsoll/wording/problem-words';
import type { z } from 'zod';
import type { ApiContext } from '../context.ts';
import { ApiError, notFound } from '../http/api-error.ts';
import { shareComparison, shareRun } from './share-content.ts';
import { shareExperiment } from './share-experiment.ts';

type Request = z.infer<typeof createShareSchema>;

/** `title` is for the team's own list; the content has its own, which may be masked. */
interface Frozen {
  readonly title: string;
  readonly content: SharedContent;
}

async function runContent({ db, analysis }: ApiContext, teamId: string, runId: string, hide: Request['hide']): Promise<Frozen> {
  const run = await findRun(db, teamId, runId);
  if (!run) throw notFound('run');
  if (!isTerminal(run.state)) throw new ApiError('conflict', problemWord('problem.share.runNotOver'));
  return { title: run.plan.name, content: shareRun({ run, ...(await analysis.runCharts({ teamId, runId })) }, hide) };
}

async function comparisonContent({ db }: ApiContext, teamId: string, id: string, hide: Request['hide']): Promise<Frozen> {
  const found = await findComparison(db, teamId, id);
  if (!found) throw notFound('comparison');
  // Parsed, so that what an older version kept has what came later.
  const comparison = comparisonSchema.parse(found);
  const arms = [comparison.base, ...comparison.candidates];
  const runs = await Promise.all(arms.map((arm) => findRun(db, teamId, arm.runs[0]?.id ?? '')));
  const [base, ...candidates] = runs.filter((run) => run !== null);
  if (!base || candidates.length < comparison.candidates.length) throw new ApiError('conflict', problemWord('problem.share.runDeleted'));
  return { title: comparison.title, content: shareComparison({ comparison, base, candidates }, hide) };
}

async function experimentContent({ db }: ApiContext, teamId: string, id: string, hide: Request['hide']): Promise<Frozen> {
  const experiment = await findExperiment(db, teamId, id);
  if (!experiment) throw notFound('experiment');
  if (['queued', 'running', 'stopping'].includes(experiment.state))
    throw new ApiError('conflict', problemWord('problem.share.experimentNotOver'));
  return { title: experiment.name, content: shareExperiment(experimentSchema.parse(experiment), hide) };
}

/** Throws ApiError `not_found`, and `conflict` for what is not over yet. */
export function freeze(context: ApiContext, teamId: string, { runId, comparisonId, experimentId, hide }: Request): Promise<Frozen> {
  if (runId !== undefined) return runContent(context, teamId, runId, hide);
  if (comparisonId !== undefined) return comparisonContent(context, teamId, comparisonId, hide);
  return experimentContent(context, teamId, experimentId ?? '', hide);
}
