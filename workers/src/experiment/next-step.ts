/** The next step of an experiment, decided from its steps alone, so that any worker that takes over decides the same. */
import { mayBeDecided } from '@plimsoll/contracts/comparison';
import { countSides, isOneLoad, variantOfSide } from '@plimsoll/contracts/design';
import type { ExperimentRemark, StepName } from '@plimsoll/contracts/experiment-remark';
import { undecided } from '@plimsoll/statistics/compare';
import { roundOrder } from '@plimsoll/statistics/interleave';
import { lacksTargetCpu, nextTry, searchFinding, searchOf } from '@plimsoll/statistics/read-search';
import { readEnding } from '@plimsoll/store/ended-row';
import type { ClaimedExperiment } from '@plimsoll/store/experiment-life';
import type { ExperimentResult, StepRow } from '@plimsoll/store/experiment-row';
import type { PlannedRun } from '@plimsoll/store/experiments';
import { levelsSentence } from '@plimsoll/wording/level-words';
import { plannedLooks } from './planned-looks.ts';
import { burnInRemarks } from './turn-plan.ts';

export type NextStep =
  /** Several are made together. */
  | { readonly kind: 'run'; readonly steps: readonly [StepRow, ...StepRow[]] }
  | { readonly kind: 'plan'; readonly runs: readonly PlannedRun[] }
  | { readonly kind: 'end'; readonly state: 'completed' | 'failed'; readonly remarks: readonly ExperimentRemark[] };

type Shape = Pick<ClaimedExperiment, 'kind' | 'variants' | 'repeats' | 'extendTo' | 'search' | 'design'>;

/** Was the first round made at once, and found to disturb? It counts no more. */
export function isLeftOut({ design }: Pick<Shape, 'design'>, steps: readonly StepRow[]): boolean {
  return design === 'turns' && steps.some(({ turns }) => turns?.pilot);
}

/** Rounds that are judged, begun ones among them. */
export function countRounds(experiment: Pick<Shape, 'kind' | 'variants' | 'design'>, steps: readonly StepRow[]): number {
  return steps.length / countSides(experiment) - (isLeftOut(experiment, steps) ? 1 : 0);
}

/** Is another step of the same round as this one? */
export function ofRound(experiment: Pick<Shape, 'kind' | 'variants'>, { position }: StepRow): (other: StepRow) => boolean {
  const arms = countSides(experiment);
  return (other) => Math.floor(other.position / arms) === Math.floor(position / arms);
}

/** The runs that are compared: those that completed, and of what was made as one load whole rounds, which are its pairs. */
export function listCounted(experiment: Pick<Shape, 'kind' | 'variants' | 'design'>, steps: readonly StepRow[]): StepRow[] {
  const completed = steps.filter((step) => step.state === 'completed');
  if (!isOneLoad(experiment.design)) return completed;
  const arms = countSides(experiment);
  const leftOut = isLeftOut(experiment, steps);
  return completed.filter((step) => completed.filter(ofRound(experiment, step)).length === arms && !(leftOut && step.turns?.pilot));
}

/** So many runs of each side are compared, at least. */
export function countRepeats(experiment: Pick<Shape, 'kind' | 'variants' | 'design'>, steps: readonly StepRow[]): number {
  const counted = listCounted(experiment, steps);
  const ofSide = (side: number) => counted.filter(({ variant }) => variant === side).length;
  return Math.min(...Array.from({ length: countSides(experiment) }, (_, side) => ofSide(side)));
}

/** Ends after which going on would measure nothing, or something else than was asked for. */
const fatal: readonly (string | null)[] = ['worker_lost', 'control_lost', 'start_failed', 'target_refused'];

function nameStep(experiment: Shape, step: StepRow, steps: readonly StepRow[]): StepName {
  const name = variantOfSide(experiment, step.variant)?.name ?? null;
  return {
    number: step.position + 1,
    of: steps.length,
    arm: { number: step.variant + 1, name, side: experiment.kind === 'aa' },
    rate: step.rate,
  };
}

/** Runs that ended other than they should. */
export function remarksOn(experiment: Shape, steps: readonly StepRow[]): ExperimentRemark[] {
  const ofRuns = steps.flatMap((step): ExperimentRemark[] => {
    const run = nameStep(experiment, step, steps);
    if (step.inserted_at !== null && step.run_id === null) return [{ kind: 'runDeleted', run, ending: null }];
    if (experiment.kind === 'capacity' || (step.state !== 'stopped' && step.state !== 'auto_stopped')) return [];
    return [{ kind: step.state === 'stopped' ? 'runStopped' : 'runStoppedItself', run, ending: readEnding(step).ending }];
  });
  return [...ofRuns, ...burnInRemarks(steps)];
}

/** Null: nothing stands in the way of going on. */
export function findFailure(experiment: Shape, steps: readonly StepRow[]): ExperimentRemark | null {
  // A search whose try was stopped would only ask for the same try again.
  const ends = experiment.kind === 'capacity' ? [...fatal, 'stopped'] : fatal;
  if (experiment.kind === 'capacity' && steps.some(lacksTargetCpu)) return { kind: 'noTargetCpu' };
  const failed = steps.find((step) => ends.includes(step.state));
  return failed ? { kind: 'runFailed', run: nameStep(experiment, failed, steps), ending: readEnding(failed).ending } : null;
}

/** Is a headline verdict of any comparison still open, though every variant has runs to compare, and may more repeats decide it? */
export function isUndecided(experiment: Pick<Shape, 'kind' | 'variants'>, { comparisons }: Pick<ExperimentResult, 'comparisons'>): boolean {
  if (comparisons.length < countSides(experiment) - 1) return false;
  return comparisons.some(({ result }) => undecided({ candidates: result.candidates.filter(mayBeDecided) }).length > 0);
}

/** The next step of an experiment whose steps so far are all over or not begun. */
export function nextStep(experiment: Shape, steps: readonly StepRow[], result: ExperimentResult): NextStep {
  const failure = findFailure(experiment, steps);
  if (failure) return { kind: 'end', state: 'failed', remarks: [failure] };
  const [step, ...others] = steps.filter(({ inserted_at }) => inserted_at === null);
  if (step) return { kind: 'run', steps: isOneLoad(experiment.design) ? [step, ...others.filter(ofRound(experiment, step))] : [step] };
  if (experiment.kind === 'capacity') return nextOfSearch(experiment, steps);
  const arms = countSides(experiment);
  const rounds = Math.floor(countRounds(experiment, steps));
  if (isLeftOut(experiment, steps) && rounds < experiment.repeats)
    return { kind: 'plan', runs: roundOrder(arms, rounds).map((variant) => ({ variant, rate: null })) };
  if (
    experiment.extendTo !== null &&
    rounds < experiment.extendTo &&
    (isBetweenLooks(experiment, rounds) || isUndecided(experiment, result))
  )
    return { kind: 'plan', runs: roundOrder(arms, rounds).map((variant) => ({ variant, rate: null })) };
  const repeats = experiment.kind === 'sweep' ? rounds : countRepeats(experiment, steps);
  return { kind: 'end', state: 'completed', remarks: closing(experiment, repeats, result) };
}

/** Of runs that are made as one load, verdicts are read at planned looks only: nobody stops at the first clear pair. */
function isBetweenLooks(experiment: Shape, rounds: number): boolean {
  return isOneLoad(experiment.design) && !plannedLooks(experiment).includes(rounds);
}

function nextOfSearch(experiment: Shape, steps: readonly StepRow[]): NextStep {
  const search = searchOf(experiment);
  if (!search) return { kind: 'end', state: 'failed', remarks: [{ kind: 'noPlan' }] };
  const next = nextTry(steps, search);
  const capacity = searchFinding(steps, search);
  if (next.step === 'done' || capacity)
    return { kind: 'end', state: 'completed', remarks: capacity ? [{ kind: 'capacity', capacity }] : [] };
  return { kind: 'plan', runs: [{ variant: 0, rate: next.ratePerSecond }] };
}

function closing(experiment: Shape, runs: number, result: ExperimentResult): ExperimentRemark[] {
  if (experiment.kind === 'aa') return [{ kind: 'noise', runs, noiseFloor: result.noiseFloor }];
  if (experiment.kind !== 'sweep') return [{ kind: 'variants', runs, undecided: isUndecided(experiment, result) }];
  const names = experiment.variants.map(({ name }) => name);
  const levels = (result.levels ?? []).map(({ variant, limit }) => ({ variant, limit }));
  const knee = result.knee?.code;
  return [
    { kind: 'sweep', runs, settings: names.length },
    ...(knee ? [{ kind: 'knee' as const, knee }] : []),
    ...(result.firstLater ? [{ kind: 'firstLater' as const, later: result.firstLater }] : []),
    ...(levelsSentence(levels, names) === null ? [] : [{ kind: 'levels' as const, levels, names }]),
  ];
}
