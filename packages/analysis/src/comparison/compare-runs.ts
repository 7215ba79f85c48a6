/** Fetches the runs of the arms and compares them; the numbers may be kept. */
import { type ComparedWindow, type ComparisonResult, comparisonSchema } from '@plimsoll/contracts/comparison';
import { isTerminal, type Run } from '@plimsoll/contracts/run';
import { compareReadRuns } from '@plimsoll/statistics/compare';
import type { PlanNoiseFloor } from '@plimsoll/store/baselines';
import { insertComparison } from '@plimsoll/store/comparisons';
import type { Db } from '@plimsoll/store/db';
import { findComparedRun } from '@plimsoll/store/runs';
import { listed } from '@plimsoll/wording/list';
import { AnalysisError, unknownRun } from '../analysis-error.ts';
import { comparisonText } from './comparison-text.ts';
import { floorOptions, planNoiseFloor } from './plan-noise-floor.ts';
import { type ReadArmsOptions, readArms } from './read-arms.ts';

export interface Arms {
  readonly base: readonly string[];
  /** One to four, each against the base. */
  readonly candidates: readonly (readonly string[])[];
  readonly window: ComparedWindow | null;
}

export interface RunsToCompare {
  readonly teamId: string;
  readonly arms: Arms;
  /** The comparison is kept where this is given: for whom, under which title; without a title it is named after its runs. */
  readonly keep?: { readonly userId: string | null; readonly title: string };
}

export interface ComparedText {
  /** Id of the comparison that was kept. */
  readonly id: string | null;
  /** The API's answer: megabytes of points, which take their time to be checked and written, too. */
  readonly json: string;
}

/** Throws AnalysisError: `unknown_run` for runs that are not the team's, `run_not_over` for runs that are not over, `samples_gone`. */
export async function compareRuns(db: Db, { teamId, arms, keep }: RunsToCompare): Promise<ComparedText> {
  const { result, charts } = await compared(db, teamId, arms, { chartsAsText: !keep });
  if (!keep) return { id: null, json: comparisonText(result, charts) };
  const kept = await insertComparison(db, teamId, {
    userId: keep.userId,
    title: keep.title || titleFrom(result),
    baseRunIds: arms.base,
    candidateRunIds: arms.candidates,
    result,
  });
  return { id: kept.id, json: JSON.stringify(comparisonSchema.parse(kept)) };
}

/** The answer of {@link compareRuns} alone, with nothing kept. */
export async function comparisonJson(db: Db, question: Omit<RunsToCompare, 'keep'>): Promise<string> {
  return (await compareRuns(db, question)).json;
}

/** As {@link compareRuns} would keep them: whole, and named after their runs. */
export async function compareArms(db: Db, teamId: string, arms: Arms): Promise<ComparisonResult & { readonly title: string }> {
  const { result } = await compared(db, teamId, arms, { chartsAsText: false });
  return { ...result, title: titleFrom(result) };
}

interface Compared {
  readonly result: ComparisonResult;
  /** Charts of each arm, the base first: those that are not in the result but were left as they were kept. */
  readonly charts: readonly (string | null)[];
}

async function compared(db: Db, teamId: string, arms: Arms, options: Pick<ReadArmsOptions, 'chartsAsText'>): Promise<Compared> {
  const base = await finishedRuns(db, teamId, arms.base);
  const candidates: Run[][] = [];
  for (const arm of arms.candidates) candidates.push(await finishedRuns(db, teamId, arm));
  const floor = await sharedNoiseFloor(db, teamId, [...base, ...candidates.flat()]);
  const read = await readArms(db, teamId, { base, candidates }, { window: arms.window, ...options });
  const result = compareReadRuns({ ...read, ...floorOptions(floor), window: arms.window });
  return { result, charts: [read.base, ...read.candidates].map(([first]) => first?.chartsText ?? null) };
}

async function finishedRuns(db: Db, teamId: string, ids: readonly string[]): Promise<Run[]> {
  const runs: Run[] = [];
  for (const id of ids) {
    const run = await findComparedRun(db, teamId, id);
    if (!run) throw unknownRun();
    if (!isTerminal(run.state)) throw new AnalysisError('run_not_over', { name: run.plan.name });
    runs.push(run);
  }
  return runs;
}

/** The noise floor of the plan, where all runs are of one. */
async function sharedNoiseFloor(db: Db, teamId: string, runs: readonly Run[]): Promise<PlanNoiseFloor | null> {
  const [planId, ...others] = new Set(runs.map(({ planId }) => planId));
  if (!planId || others.length > 0) return null;
  return planNoiseFloor(db, { teamId, planId, except: runs.map(({ id }) => id) });
}

function titleFrom({ base, candidates }: ComparisonResult): string {
  const names = [base, ...candidates].map((arm) => arm.runs[0]?.name ?? '');
  return listed(names).slice(0, 200);
}
