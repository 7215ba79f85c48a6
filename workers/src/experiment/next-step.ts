/** The next step of an experiment, decided from its steps alone, so that any worker that takes over decides the same. */
import { headlineMetrics } from '@plimsoll/contracts/compared-metric';
import { undecided } from '@plimsoll/statistics/compare';
import { roundOrder } from '@plimsoll/statistics/interleave';
import { readEnding } from '@plimsoll/store/ended-row';
import type { ClaimedExperiment } from '@plimsoll/store/experiment-life';
import type { ExperimentResult, StepRow } from '@plimsoll/store/experiment-row';
import type { PlannedRun } from '@plimsoll/store/experiments';
import { experimentEndSentence, experimentRunName, experimentRunRemark, sideName, unnamedArm } from '@plimsoll/wording/experiment-sentence';
import { levelsSentence } from '@plimsoll/wording/level-words';
import { lacksTargetCpu, nextTry, searchOf, searchSentence } from './capacity.ts';

export type NextStep =
  | { readonly kind: 'run'; readonly step: StepRow }
  | { readonly kind: 'plan'; readonly runs: readonly PlannedRun[] }
  | { readonly kind: 'end'; readonly state: 'completed' | 'failed'; readonly sentence: string };

type Shape = Pick<ClaimedExperiment, 'kind' | 'variants' | 'extendTo' | 'search'>;

/** Arms of an experiment: an A/A runs its one variant as two. */
export function countArms({ kind, variants }: Pick<ClaimedExperiment, 'kind' | 'variants'>): number {
  return kind === 'aa' ? 2 : variants.length;
}

export function armName({ kind, variants }: Pick<ClaimedExperiment, 'kind' | 'variants'>, variant: number): string {
  return kind === 'aa' ? sideName(variants[0]?.name ?? '', variant + 1) : (variants[variant]?.name ?? unnamedArm(variant + 1));
}

/** Ends after which going on would measure nothing, or something else than was asked for. */
const fatal: readonly (string | null)[] = ['worker_lost', 'control_lost', 'start_failed', 'target_refused'];

function nameStep(experiment: Shape, step: StepRow, steps: readonly StepRow[]): string {
  return experimentRunName(step.position + 1, steps.length, armName(experiment, step.variant), step.rate);
}

/** Sentences about runs that ended other than they should, for the experiment's own reason. */
export function remarksOn(experiment: Shape, steps: readonly StepRow[]): string[] {
  return steps.flatMap((step) => {
    if (step.inserted_at !== null && step.run_id === null) return [experimentRunRemark('deleted', nameStep(experiment, step, steps), '')];
    if (experiment.kind === 'capacity' || (step.state !== 'stopped' && step.state !== 'auto_stopped')) return [];
    const ended = step.state === 'stopped' ? 'stopped' : 'stoppedItself';
    return [experimentRunRemark(ended, nameStep(experiment, step, steps), readEnding(step).stateReason ?? '')];
  });
}

/** Null: nothing stands in the way of going on. */
export function findFailure(experiment: Shape, steps: readonly StepRow[]): string | null {
  // A search whose try was stopped would only ask for the same try again.
  const ends = experiment.kind === 'capacity' ? [...fatal, 'stopped'] : fatal;
  if (experiment.kind === 'capacity' && steps.some(lacksTargetCpu)) return experimentEndSentence({ kind: 'noTargetCpu' });
  const failed = steps.find((step) => ends.includes(step.state));
  return failed ? experimentRunRemark('failed', nameStep(experiment, failed, steps), readEnding(failed).stateReason ?? '') : null;
}

/** Is a headline verdict of any comparison still open, though every variant has runs to compare? */
export function isUndecided(experiment: Pick<Shape, 'kind' | 'variants'>, { comparisons }: Pick<ExperimentResult, 'comparisons'>): boolean {
  if (comparisons.length < countArms(experiment) - 1) return false;
  return comparisons.some(({ result }) => undecided(result, headlineMetrics).length > 0);
}

/** The next step of an experiment whose steps so far are all over or not begun. */
export function nextStep(experiment: Shape, steps: readonly StepRow[], result: ExperimentResult): NextStep {
  const sentence = findFailure(experiment, steps);
  if (sentence) return { kind: 'end', state: 'failed', sentence };
  const step = steps.find(({ inserted_at }) => inserted_at === null);
  if (step) return { kind: 'run', step };
  if (experiment.kind === 'capacity') return nextOfSearch(experiment, steps);
  const arms = countArms(experiment);
  const rounds = Math.floor(steps.length / arms);
  if (experiment.extendTo !== null && rounds < experiment.extendTo && isUndecided(experiment, result))
    return { kind: 'plan', runs: roundOrder(arms, rounds).map((variant) => ({ variant, rate: null })) };
  return { kind: 'end', state: 'completed', sentence: closing(experiment, rounds, result) };
}

function nextOfSearch(experiment: Shape, steps: readonly StepRow[]): NextStep {
  const search = searchOf(experiment);
  if (!search) return { kind: 'end', state: 'failed', sentence: experimentEndSentence({ kind: 'noPlan' }) };
  const next = nextTry(steps, search);
  if (next.step === 'done') return { kind: 'end', state: 'completed', sentence: searchSentence(steps, search) ?? '' };
  return { kind: 'plan', runs: [{ variant: 0, rate: next.ratePerSecond }] };
}

function closing(experiment: Shape, rounds: number, result: ExperimentResult): string {
  const runs = rounds;
  if (experiment.kind === 'aa') return experimentEndSentence({ kind: 'noise', runs, noiseFloor: result.noiseFloor });
  if (experiment.kind === 'sweep') {
    const { variants } = experiment;
    const names = variants.map(({ name }) => name);
    const levels = levelsSentence(result.levels ?? [], names);
    return experimentEndSentence({ kind: 'sweep', runs, settings: variants.length, knee: result.knee?.sentence ?? null, levels });
  }
  return experimentEndSentence({ kind: 'variants', runs, undecided: isUndecided(experiment, result) });
}
