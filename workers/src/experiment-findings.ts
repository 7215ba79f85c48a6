/** What an experiment shows so far: the base against each other variant, over all runs that completed. */
import { setImmediate as breathe } from 'node:timers/promises';
import type { Candidate, ComparisonResult } from '@plimsoll/contracts/comparison';
import { type ArmRun, compareArms } from '@plimsoll/statistics/compare';
import { type NoiseFloor, noiseFloorOf } from '@plimsoll/statistics/noise-floor';
import { noiseFloorOfPlan } from '@plimsoll/store/baselines';
import type { Db } from '@plimsoll/store/db';
import type { ClaimedExperiment } from '@plimsoll/store/experiment-life';
import type { ExperimentResult, StepRow } from '@plimsoll/store/experiment-row';
import { findRun } from '@plimsoll/store/runs';
import { samplesOf } from '@plimsoll/store/samples';
import { capacityOf, triesToCome } from './experiment-capacity.ts';
import { armsOf } from './experiment-next.ts';
import { sweepKnee } from './experiment-sweep.ts';

export interface Findings {
  /** `final` keeps what charts need, where there are few enough variants to draw. */
  of(steps: readonly StepRow[], final?: boolean): Promise<ExperimentResult>;
}

/** Arms that are judged together. More (a sweep) are a map to look at: each is held against the base by itself. */
const mostArms = 5;
type Comparisons = ExperimentResult['comparisons'];

export function openFindings(db: Db, experiment: ClaimedExperiment): Findings {
  const arms = armsOf(experiment);
  const together = arms <= mostArms;
  const known = new Map<string, Map<number, ComparisonResult>>();

  async function armRuns(steps: readonly StepRow[]): Promise<ArmRun[]> {
    const runs: ArmRun[] = [];
    for (const { run_id } of steps) {
      const run = run_id === null ? null : await findRun(db, experiment.teamId, run_id);
      if (run) runs.push({ run, samples: await samplesOf(db, experiment.teamId, run.id) });
    }
    return runs;
  }

  /** Compares these variants with the base anew, unless it was done with the same runs before. */
  async function judged(variants: readonly number[], steps: readonly StepRow[], looks: number): Promise<Map<number, ComparisonResult>> {
    const armOf = (variant: number) => steps.filter((step) => step.variant === variant);
    const key = JSON.stringify([looks, [0, ...variants].map((variant) => [variant, armOf(variant).map((step) => step.run_id)])]);
    const before = known.get(key);
    if (before) return before;
    const floor = experiment.kind === 'aa' ? null : await noiseFloorOfPlan(db, experiment.planId);
    const base = await armRuns(armOf(0));
    const candidates: { variant: number; runs: ArmRun[] }[] = [];
    for (const variant of variants) {
      const runs = await armRuns(armOf(variant));
      if (runs.length > 0) candidates.push({ variant, runs });
    }
    // Heartbeats come first: comparing long runs takes most of a second.
    await breathe();
    const result =
      base.length === 0 || candidates.length === 0
        ? null
        : compareArms({
            base,
            candidates: candidates.map(({ runs }) => runs),
            noiseFloor: floor?.relative ?? null,
            noiseFloors: floor?.metrics ?? {},
            looks,
          });
    const found = new Map(result?.candidates.map((candidate, index) => [candidates[index]?.variant ?? 0, ofOne(result, candidate)]));
    if (together) known.clear();
    known.set(key, found);
    return found;
  }

  async function compare(steps: readonly StepRow[]): Promise<Comparisons> {
    const completed = steps.filter((step) => step.state === 'completed');
    const ran = (variant: number) => completed.some((step) => step.variant === variant);
    const variants = Array.from({ length: arms - 1 }, (_, index) => index + 1).filter(ran);
    if (!ran(0) || variants.length === 0) return [];
    const looks = looksAt(experiment, steps.length / arms);
    const comparisons: Comparisons = [];
    for (const group of together ? [variants] : variants.map((variant) => [variant]))
      for (const [variant, result] of await judged(group, completed, looks)) comparisons.push({ variant, result });
    return comparisons;
  }

  return {
    async of(steps, final = false) {
      if (experiment.kind === 'capacity') return searched(experiment, steps);
      const comparisons = await compare(steps);
      const floor = experiment.kind === 'aa' ? noiseFloor(steps) : null;
      return {
        comparisons:
          final && together ? comparisons : comparisons.map(({ variant, result }) => ({ variant, result: withoutPoints(result) })),
        noiseFloor: floor?.relative ?? null,
        ...(floor ? { noiseFloors: floor.metrics } : {}),
        capacity: null,
        knee: experiment.kind === 'sweep' ? sweepKnee(experiment.variants, steps) : null,
      };
    },
  };
}

/** How often an experiment that extends itself has been judged: each look is one more chance to be fooled. */
export function looksAt({ extendTo, repeats }: Pick<ClaimedExperiment, 'extendTo' | 'repeats'>, rounds: number): number {
  return extendTo === null ? 1 : Math.max(1, Math.floor(rounds) - repeats + 1);
}

function searched({ variants, search }: ClaimedExperiment, steps: readonly StepRow[]): ExperimentResult {
  const plan = variants[0]?.plan;
  const nothing = { comparisons: [], noiseFloor: null, capacity: null, knee: null };
  if (!plan || !search) return nothing;
  return { ...nothing, capacity: capacityOf(steps, plan, search), expectedRuns: triesToCome(steps, plan, search) };
}

/** From all runs of both sides that can be trusted. */
function noiseFloor(steps: readonly StepRow[]): NoiseFloor | null {
  return noiseFloorOf(
    steps.flatMap(({ state, summary, validity }) => (state === 'completed' && summary && validity?.stamp !== 'invalid' ? [summary] : [])),
  );
}

/** Each variant is kept with a comparison of its own, though they were judged together. */
function ofOne(result: ComparisonResult, candidate: Candidate): ComparisonResult {
  return { ...result, candidates: [candidate], sentence: candidate.sentence };
}

function withoutPoints({ base, candidates, ...result }: ComparisonResult): ComparisonResult {
  return { ...result, base: { ...base, points: [] }, candidates: candidates.map((candidate) => ({ ...candidate, points: [] })) };
}
