/** The base of an experiment against its other variants, over the runs that completed. */
import type { Arm, Candidate, ComparisonResult } from '@plimsoll/contracts/comparison';
import { designByDefault, isOneLoad } from '@plimsoll/contracts/design';
import type { PairNoise } from '@plimsoll/contracts/power';
import type { Run } from '@plimsoll/contracts/run';
import { type CompareOptions, compareReadRuns } from '@plimsoll/statistics/compare';
import { decidingSeries } from '@plimsoll/statistics/deciding-series';
import { byDisturbance, type Interference, interference } from '@plimsoll/statistics/interference';
import { type OrderEffect, orderEffect } from '@plimsoll/statistics/order-effect';
import { learnPairNoise } from '@plimsoll/statistics/power';
import { type ReadRun, seriesOfRun } from '@plimsoll/statistics/read-run';
import type { Db } from '@plimsoll/store/db';
import { findComparedRun } from '@plimsoll/store/runs';
import { readSamples } from '@plimsoll/store/samples';
import { floorOptions, planNoiseFloor } from './plan-noise-floor.ts';
import { readArms } from './read-arms.ts';

export interface VariantsToCompare extends Pick<CompareOptions, 'design' | 'detect' | 'lookShares' | 'restarted'> {
  readonly teamId: string;
  /** The plan whose noise floor holds; null: an A/A, which measures its own, or a plan that was never saved. */
  readonly planId: string | null;
  /** Ids of its runs. */
  readonly base: readonly string[];
  readonly candidates: readonly { readonly variant: number; readonly runIds: readonly string[] }[];
  /** How often the experiment has been judged, this time included. */
  readonly looks: number;
  /** Data for charts; without it the answer is small. */
  readonly withPoints: boolean;
}

export interface VariantResult {
  readonly variant: number;
  readonly result: ComparisonResult;
  /** The noise of the pairs, of arms that ran at once; null where they are too short, or ran one after another. */
  readonly pairNoise: PairNoise | null;
  /** Whether it mattered which side had its turn first; null where there were no turns, or too few. */
  readonly orderEffect: OrderEffect | null;
  /** Of a pilot among the runs of the base or this one: what changed more at once; null without one. */
  readonly interference: (Interference & { readonly of: 'base' | 'candidate' }) | null;
}

/** One result for each candidate that has runs left; none where the base has none. Holm's correction spans them all. */
export async function compareVariants(
  db: Db,
  { teamId, planId, base, candidates, looks, withPoints, ...judgement }: VariantsToCompare,
): Promise<VariantResult[]> {
  const arms: { variant: number; runs: Run[] }[] = [];
  const baseRuns = await runsLeft(db, teamId, base);
  for (const { variant, runIds } of candidates) {
    const runs = await runsLeft(db, teamId, runIds);
    if (runs.length > 0) arms.push({ variant, runs });
  }
  if (baseRuns.length === 0 || arms.length === 0) return [];
  const except = [...base, ...candidates.flatMap(({ runIds }) => runIds)];
  const floor = planId === null ? null : await planNoiseFloor(db, { teamId, planId, except });
  const least = judgement.detect ?? designByDefault.detect;
  const ofBase = await interferenceOf(db, teamId, baseRuns, least);
  const ofArms: (Interference | null)[] = [];
  for (const { runs } of arms) ofArms.push(await interferenceOf(db, teamId, runs, least));
  const read = await readArms(db, teamId, { base: baseRuns, candidates: arms.map(({ runs }) => runs) });
  const result = compareReadRuns({ ...read, ...floorOptions(floor), looks, chosen: true, ...judgement });
  return result.candidates.map((candidate, index) => {
    const one = resultOfOne(result, candidate);
    const series = [seriesOf(read.base), seriesOf(read.candidates[index])] as const;
    return {
      variant: arms[index]?.variant ?? 0,
      result: withPoints ? one : withoutPoints(one),
      pairNoise: isOneLoad(judgement.design ?? 'runs') ? learnPairNoise(decidingSeries(read.base, read.candidates[index] ?? [])) : null,
      orderEffect: judgement.design === 'turns' ? orderEffect(...series) : null,
      interference: worse(ofBase, ofArms[index] ?? null),
    };
  });
}

async function interferenceOf(db: Db, teamId: string, runs: readonly Run[], least: number): Promise<Interference | null> {
  const pilot = runs.find(({ turns }) => turns?.pilot);
  if (!pilot?.turns) return null;
  return interference(pilot.turns, await readSamples(db, teamId, pilot.id, { histograms: ['serviceTime'], withoutRequests: true }), least);
}

/** The one that is disturbed more. */
function worse(base: Interference | null, candidate: Interference | null): VariantResult['interference'] {
  const both = [...(base ? [{ ...base, of: 'base' as const }] : []), ...(candidate ? [{ ...candidate, of: 'candidate' as const }] : [])];
  return both.sort(byDisturbance)[0] ?? null;
}

const seriesOf = (runs: readonly ReadRun[] = []) => runs.map(seriesOfRun);

/** Runs that were deleted meanwhile are left out. */
async function runsLeft(db: Db, teamId: string, ids: readonly string[]): Promise<Run[]> {
  const runs: Run[] = [];
  for (const id of ids) {
    const run = await findComparedRun(db, teamId, id);
    if (run) runs.push(run);
  }
  return runs;
}

/** Each variant is kept with a comparison of its own, though they were judged together. */
function resultOfOne(result: ComparisonResult, candidate: Candidate): ComparisonResult {
  return { ...result, candidates: [candidate], sentence: candidate.sentence };
}

function withoutPoints({ base, candidates, ...result }: ComparisonResult): ComparisonResult {
  const without = <One extends Arm>(arm: One): One => ({
    ...arm,
    points: [],
    resources: arm.resources && { ...arm.resources, points: [] },
  });
  return { ...result, base: without(base), candidates: candidates.map(without) };
}
