/** The findings of an experiment so far: the base against each other variant, over all runs that completed. */
import type { Analysis } from '@plimsoll/analysis/open-analysis';
import { countSides, isOneLoad } from '@plimsoll/contracts/design';
import { byDisturbance } from '@plimsoll/statistics/interference';
import { computeNoiseFloor, type NoiseFloor } from '@plimsoll/statistics/noise-floor';
import { findCapacity, readSearch, searchOf, triesToCome } from '@plimsoll/statistics/read-search';
import type { ClaimedExperiment } from '@plimsoll/store/experiment-life';
import type { ExperimentResult, StepRow } from '@plimsoll/store/experiment-row';
import { judgeLevels } from './judge-levels.ts';
import { countRepeats, countRounds, listCounted } from './next-step.ts';
import { lookShares, plannedLooks, powerOf } from './planned-looks.ts';
import { sweepKnee, sweepLevels } from './sweep-knee.ts';
import { sweepLater } from './sweep-later.ts';

export interface Findings {
  /** `final` keeps what charts need, where there are few enough variants to draw. */
  of(steps: readonly StepRow[], final?: boolean): Promise<ExperimentResult>;
}

/** Arms that are judged together. More (a sweep) are a map to look at: each is held against the base by itself. */
const mostArms = 5;
type Comparisons = Awaited<ReturnType<Analysis['compareVariants']>>;

export function openFindings(analysis: Pick<Analysis, 'compareVariants'>, experiment: ClaimedExperiment): Findings {
  const { teamId } = experiment;
  const arms = countSides(experiment);
  const together = arms <= mostArms;
  // The runs of an A/A are its measure of the floor.
  const planId = experiment.kind === 'aa' ? null : experiment.planId;
  const known = new Map<string, Comparisons>();

  /** Compares these variants with the base anew, unless it was done with the same runs before. */
  async function judged(variants: readonly number[], steps: readonly StepRow[], looks: number, withPoints: boolean): Promise<Comparisons> {
    const runIds = (variant: number) => steps.flatMap((step) => (step.variant === variant && step.run_id !== null ? [step.run_id] : []));
    const candidates = variants.map((variant) => ({ variant, runIds: runIds(variant) }));
    const atOnce = isOneLoad(experiment.design)
      ? { design: experiment.design, detect: experiment.detect, lookShares: lookShares(experiment), restarted: experiment.restart !== null }
      : {};
    const question = { teamId, planId, base: runIds(0), candidates, looks, withPoints, ...atOnce };
    const key = JSON.stringify(question);
    const before = known.get(key);
    if (before) return before;
    const found = await analysis.compareVariants(question);
    if (together) known.clear();
    known.set(key, found);
    return found;
  }

  async function compare(steps: readonly StepRow[], withPoints: boolean): Promise<Comparisons> {
    const counted = listCounted(experiment, steps);
    const ran = (variant: number) => counted.some((step) => step.variant === variant);
    const variants = Array.from({ length: arms - 1 }, (_, index) => index + 1).filter(ran);
    if (!ran(0) || variants.length === 0) return [];
    const looks = looksAt(experiment, countRounds(experiment, steps));
    const comparisons: Comparisons = [];
    for (const group of together ? [variants] : variants.map((variant) => [variant]))
      comparisons.push(...(await judged(group, counted, looks, withPoints)));
    return comparisons;
  }

  return {
    async of(steps, final = false) {
      if (experiment.kind === 'capacity') return searched(experiment, steps);
      const found = await compare(steps, final && together);
      const comparisons = found.map(({ variant, result }) => ({ variant, result }));
      const floor = experiment.kind === 'aa' ? noiseFloor(steps) : null;
      const levels = experiment.kind === 'sweep' ? sweepLevels(experiment.variants, steps, judgeLevels(steps)) : null;
      return {
        comparisons,
        ...(isOneLoad(experiment.design) ? seenBy(experiment, found, final ? countRepeats(experiment, steps) : undefined) : {}),
        ...interferenceOf(found),
        ...(experiment.design === 'turns' ? { orderMatters: found.some(({ orderEffect }) => orderEffect?.differs) } : {}),
        noiseFloor: floor?.relative ?? null,
        ...(floor ? { noiseFloors: floor.metrics } : {}),
        capacity: null,
        knee: levels && sweepKnee(experiment.variants, steps, levels),
        ...(levels ? { firstLater: sweepLater(experiment.variants, steps) } : {}),
        ...(levels ? { levels } : {}),
      };
    },
  };
}

/** What it sees, as its own pairs tell it; before there are any, as was foreseen. `made`: its whole rounds, once it is over. */
function seenBy(experiment: ClaimedExperiment, found: Comparisons, made?: number): Pick<ExperimentResult, 'power' | 'pairNoises'> {
  const pairNoises = found.flatMap(({ pairNoise }) => pairNoise ?? []);
  return { power: made === 0 ? null : (powerOf(experiment, pairNoises, 'itself', made) ?? experiment.power), pairNoises };
}

/** The variant that changed most at once. */
function interferenceOf(found: Comparisons): Pick<ExperimentResult, 'interference'> {
  const told = found.flatMap(({ variant, interference: one }) =>
    one ? [{ variant: one.of === 'base' ? 0 : variant, share: one.share, disturbed: one.disturbed }] : [],
  );
  const [most] = told.sort(byDisturbance);
  return most ? { interference: most } : {};
}

/** How often an experiment that extends itself, or was asked for more, has been judged: each look is one more chance to be fooled. */
export function looksAt(experiment: Pick<ClaimedExperiment, 'extendTo' | 'repeats' | 'judgedBefore' | 'design'>, rounds: number): number {
  const { extendTo, repeats, judgedBefore } = experiment;
  if (isOneLoad(experiment.design))
    return judgedBefore + Math.max(1, plannedLooks(experiment).filter((planned) => planned <= rounds).length);
  return judgedBefore + (extendTo === null ? 1 : Math.max(1, Math.floor(rounds) - repeats + 1));
}

function searched(experiment: ClaimedExperiment, steps: readonly StepRow[]): ExperimentResult {
  const nothing = { comparisons: [], noiseFloor: null, capacity: null, knee: null };
  const search = searchOf(experiment);
  if (!search) return nothing;
  const tries = Object.fromEntries(readSearch(steps, search).shown);
  return { ...nothing, capacity: findCapacity(steps, search), tries, expectedRuns: triesToCome(steps, search) };
}

/** From all runs of both sides that can be trusted. */
function noiseFloor(steps: readonly StepRow[]): NoiseFloor | null {
  return computeNoiseFloor(
    steps.flatMap(({ state, summary, validity }) => (state === 'completed' && summary && validity?.stamp !== 'invalid' ? [summary] : [])),
  );
}
