/** A capacity search read from its steps: what each try showed, and what the search does next. */
import type { Capacity, CreateExperiment } from '@plimsoll/contracts/experiment';
import { asksTargetCpu } from '@plimsoll/contracts/threshold';
import { type CapacityStep, findBounds, nextCapacityStep, type RateTry } from '@plimsoll/statistics/capacity-search';
import type { StepRow } from '@plimsoll/store/experiment-row';
import { capacitySentence } from '@plimsoll/wording/capacity-sentence';

type Search = NonNullable<CreateExperiment['search']>;
/** Less than this share of the planned requests sent: the rate was not reached, whatever the thresholds say. */
const leastSent = 0.99;

/**
 * Did the thresholds hold at this rate? Only a run that completed (or stopped by itself, overwhelmed by errors) is a try. Whether
 * the target or the generator is to blame follows from the run's own limit (`validity.limit`).
 */
export function judgeTry({ state, summary, thresholds, validity }: StepRow): RateTry['outcome'] | null {
  if (state === 'auto_stopped') return 'broke';
  if (state !== 'completed' || !summary || !thresholds) return null;
  const reached = summary.sent >= leastSent * summary.planned;
  if (reached && thresholds.every((threshold) => threshold.passed)) return 'held';
  return validity?.limit === 'generator' ? 'limited' : 'broke';
}

/** Did a run that completed not tell the target's CPU, though the search looks for a limit of it? Such a search finds nothing. */
export function lacksTargetCpu({ state, thresholds }: StepRow): boolean {
  return state === 'completed' && (thresholds ?? []).some(({ expression, value }) => value === null && asksTargetCpu([expression]));
}

/** A rate tried again after it held is its confirmation. */
export function isConfirming(steps: readonly StepRow[], step: StepRow): boolean {
  return steps.some((earlier) => earlier.position < step.position && earlier.rate === step.rate && judgeTry(earlier) === 'held');
}

/** A generator that could not keep up once may have been disturbed: only the second time at a rate counts. */
function countedTries(steps: readonly StepRow[]): RateTry[] {
  const disturbed = new Set<number>();
  return steps.flatMap((step) => {
    const outcome = judgeTry(step);
    if (outcome === null || step.rate === null) return [];
    if (outcome === 'limited' && !disturbed.has(step.rate)) {
      disturbed.add(step.rate);
      return [];
    }
    return [{ ratePerSecond: step.rate, outcome, confirming: isConfirming(steps, step) }];
  });
}

export function nextTry(steps: readonly StepRow[], search: Search): CapacityStep {
  return nextCapacityStep(countedTries(steps), {
    startRatePerSecond: search.startRate,
    maxRatePerSecond: search.maxRate,
    precision: search.precision,
  });
}

/** The figure as people see it; while the search goes on, what is known so far. */
export function findCapacity(steps: readonly StepRow[], search: Search): Capacity | null {
  const tries = countedTries(steps);
  if (tries.length === 0) return null;
  const next = nextTry(steps, search);
  const { held, broke, confirmed } = findBounds(tries);
  const interval = Number.isFinite(broke) ? { low: held, high: broke } : null;
  const rate = held > 0 ? held : null;
  const sentence =
    next.step === 'done' ? next.sentence : capacitySentence(rate === null ? { kind: 'nothingYet' } : { kind: 'soFar', held: rate });
  return { rate, interval, confirmed, sentence };
}

/** Tries still to come at most, for the progress bar: it may be over sooner, hardly later. */
export function triesToCome(steps: readonly StepRow[], search: Search): number {
  const tries = countedTries(steps);
  const { held, ceiling, confirmed } = findBounds(tries);
  const halvings = (gap: number) => Math.max(0, Math.ceil(Math.log2(gap / search.precision)));
  if (confirmed && nextTry(steps, search).step === 'done') return 0;
  if (Number.isFinite(ceiling) && held > 0) return halvings((ceiling - held) / held) + 1;
  const doublings = Math.ceil(Math.log2(search.maxRate / Math.max(held, Math.min(search.startRate, search.maxRate))));
  return (tries.length === 0 ? 1 : 0) + Math.max(0, doublings) + halvings(1) + 1;
}
