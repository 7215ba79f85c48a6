/** Fetches the runs of the arms and compares them; the numbers may be kept. */
import {
  type ArmsComparison,
  armsComparisonSchema,
  type ComparedWindow,
  type ComparisonResult,
  comparisonSchema,
} from '@plimsoll/contracts/comparison';
import { isTerminal } from '@plimsoll/contracts/run';
import { type ArmRun, compareAllArms } from '@plimsoll/statistics/compare';
import type { PlanNoiseFloor } from '@plimsoll/store/baselines';
import { insertComparison } from '@plimsoll/store/comparisons';
import type { Db } from '@plimsoll/store/db';
import { findRun } from '@plimsoll/store/runs';
import { samplesOf } from '@plimsoll/store/samples';
import { AnalysisError, badQuestion, unknownRun } from './analysis-error.ts';
import { mostRuns } from './most-runs.ts';
import { floorOptions, planNoiseFloor } from './plan-noise-floor.ts';

export interface Arms {
  readonly base: readonly string[];
  readonly candidate: readonly string[];
  /** Further candidates against the same base. */
  readonly others: readonly (readonly string[])[];
  readonly window: ComparedWindow | null;
}

export interface RunsToCompare {
  readonly teamId: string;
  readonly arms: Arms;
  /** The comparison is kept where this is given: for whom, under which title; without a title it is named after its runs. */
  readonly keep?: { readonly userId: string | null; readonly title: string };
}

export interface ComparedText {
  /** Of the comparison that was kept. */
  readonly id: string | null;
  /** The API's answer: megabytes of points, which take their time to be checked and written, too. */
  readonly json: string;
}

/**
 * Throws AnalysisError: `bad_question` for arms that make no sense, `unknown_run` for runs that are not the team's,
 * `run_not_over` for runs that are not over.
 */
export async function compareRuns(db: Db, { teamId, arms, keep }: RunsToCompare): Promise<ComparedText> {
  refuse(arms);
  const result = await compared(db, teamId, arms);
  if (!keep) return { id: null, json: JSON.stringify(armsComparisonSchema.parse(result)) };
  const kept = await insertComparison(db, teamId, {
    userId: keep.userId,
    title: keep.title || titleFrom(result),
    baseRunIds: arms.base,
    candidateRunIds: arms.candidate,
    otherRunIds: arms.others,
    result,
  });
  return { id: kept.id, json: JSON.stringify(comparisonSchema.parse(kept)) };
}

function refuse({ base, candidate, others }: Arms): void {
  const arms = [['/base', base], ['/candidate', candidate], ...others.map((arm, index) => [`/others/${index}`, arm] as const)] as const;
  const all = arms.flatMap(([, arm]) => arm);
  if (all.length > mostRuns)
    throw badQuestion('/candidate', `A comparison takes at most ${mostRuns} runs in all.`, {
      got: String(all.length),
      allowed: `at most ${mostRuns}`,
    });
  const seen = new Set<string>();
  for (const [field, arm] of arms) {
    if (new Set(arm).size < arm.length) throw badQuestion(field, 'A run is named twice in this arm.');
    if (field !== '/base' && arm.some((id) => base.includes(id))) throw badQuestion(field, 'A run cannot be compared with itself.');
    if (arm.some((id) => seen.has(id))) throw badQuestion(field, 'A run is part of two arms.');
    for (const id of arm) seen.add(id);
  }
}

async function compared(db: Db, teamId: string, { base, candidate, others, window }: Arms): Promise<ArmsComparison> {
  const baseRuns = await finishedRuns(db, teamId, base);
  const candidates: ArmRun[][] = [];
  for (const arm of [candidate, ...others]) candidates.push(await finishedRuns(db, teamId, arm));
  const results = compareAllArms({
    base: baseRuns,
    candidates,
    ...floorOptions(await sharedNoiseFloor(db, teamId, [...baseRuns, ...candidates.flat()])),
    ...(window ? { window: { fromSecond: window.from, toSecond: window.to } } : {}),
  });
  return comparisonFrom(results, window);
}

async function finishedRuns(db: Db, teamId: string, ids: readonly string[]): Promise<ArmRun[]> {
  const runs: ArmRun[] = [];
  for (const id of ids) {
    const run = await findRun(db, teamId, id);
    if (!run) throw unknownRun();
    if (!isTerminal(run.state)) throw new AnalysisError('run_not_over', `The run "${run.plan.name}" is not over yet.`);
    runs.push({ run, samples: await samplesOf(db, teamId, id) });
  }
  return runs;
}

/** The noise floor of the plan, where all runs are of one. */
async function sharedNoiseFloor(db: Db, teamId: string, runs: readonly ArmRun[]): Promise<PlanNoiseFloor | null> {
  const [planId, ...others] = new Set(runs.map(({ run }) => run.planId));
  if (!planId || others.length > 0) return null;
  return planNoiseFloor(db, { teamId, planId, except: runs.map(({ run }) => run.id) });
}

/** The shape of the API's answer, from one result a candidate. The base's charts stand in the first result alone. */
function comparisonFrom([first, ...others]: readonly ComparisonResult[], window: ComparedWindow | null): ArmsComparison {
  const lean = (result: ComparisonResult) => ({
    ...result,
    base: { ...result.base, points: [], curve: { responseTime: [], serviceTime: [] } },
  });
  return { ...(first as ComparisonResult), others: others.map(lean), window };
}

function titleFrom(result: ArmsComparison): string {
  const names = [result.base, result.candidate, ...result.others.map((other) => other.candidate)].map((arm) => arm.runs[0]?.name ?? '');
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`.slice(0, 200);
}
