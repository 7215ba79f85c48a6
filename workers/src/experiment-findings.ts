/** What an experiment shows so far: the base against each other variant, over all runs that completed. */
import { setImmediate as breathe } from 'node:timers/promises';
import type { ComparisonResult } from '@plimsoll/contracts/comparison';
import { type ArmRun, compareArms } from '@plimsoll/statistics/compare';
import { noiseFloorOf } from '@plimsoll/statistics/noise-floor';
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

/** From so many variants on no per-second overlay is kept: nobody can read it. */
const mostOverlays = 5;

export function openFindings(db: Db, experiment: ClaimedExperiment): Findings {
  const known = new Map<number, { readonly runs: string; readonly result: ComparisonResult }>();

  async function armRuns(steps: readonly StepRow[]): Promise<ArmRun[]> {
    const runs: ArmRun[] = [];
    for (const { run_id } of steps) {
      const run = run_id === null ? null : await findRun(db, experiment.teamId, run_id);
      if (run) runs.push({ run, samples: await samplesOf(db, experiment.teamId, run.id) });
    }
    return runs;
  }

  /** Compares anew what has new runs. One candidate's samples are in memory at a time. */
  async function compare(steps: readonly StepRow[]): Promise<ExperimentResult['comparisons']> {
    const completed = (variant: number) => steps.filter((step) => step.variant === variant && step.state === 'completed');
    const baseSteps = completed(0);
    if (baseSteps.length === 0) return [];
    const noiseFloor = experiment.kind === 'aa' ? null : await noiseFloorOfPlan(db, experiment.planId);
    let base: ArmRun[] | undefined;
    const comparisons: { variant: number; result: ComparisonResult }[] = [];
    for (let variant = 1; variant < armsOf(experiment); variant++) {
      const candidateSteps = completed(variant);
      if (candidateSteps.length === 0) continue;
      const runs = [...baseSteps, ...candidateSteps].map((step) => step.run_id).join();
      let found = known.get(variant);
      if (found?.runs !== runs) {
        base ??= await armRuns(baseSteps);
        const candidate = await armRuns(candidateSteps);
        if (base.length === 0 || candidate.length === 0) continue;
        // Heartbeats come first: a comparison of long runs takes most of a second.
        await breathe();
        found = { runs, result: compareArms({ base, candidate, noiseFloor }) };
        known.set(variant, found);
      }
      comparisons.push({ variant, result: found.result });
    }
    return comparisons;
  }

  return {
    async of(steps, final = false) {
      if (experiment.kind === 'capacity') return searched(experiment, steps);
      const comparisons = await compare(steps);
      const drawn = final && armsOf(experiment) <= mostOverlays;
      return {
        comparisons: drawn ? comparisons : comparisons.map(({ variant, result }) => ({ variant, result: withoutPoints(result) })),
        noiseFloor: experiment.kind === 'aa' ? noiseFloor(steps) : null,
        capacity: null,
        knee: experiment.kind === 'sweep' ? sweepKnee(experiment.variants, steps) : null,
      };
    },
  };
}

function searched({ variants, search }: ClaimedExperiment, steps: readonly StepRow[]): ExperimentResult {
  const plan = variants[0]?.plan;
  const nothing = { comparisons: [], noiseFloor: null, capacity: null, knee: null };
  if (!plan || !search) return nothing;
  return { ...nothing, capacity: capacityOf(steps, plan, search), expectedRuns: triesToCome(steps, plan, search) };
}

/** From all runs of both sides that can be trusted. */
function noiseFloor(steps: readonly StepRow[]): number | null {
  const summaries = steps.flatMap(({ state, summary, validity }) =>
    state === 'completed' && summary && validity?.stamp !== 'invalid' ? [summary] : [],
  );
  return noiseFloorOf(summaries)?.relative ?? null;
}

function withoutPoints(result: ComparisonResult): ComparisonResult {
  return { ...result, base: { ...result.base, points: [] }, candidate: { ...result.candidate, points: [] } };
}
