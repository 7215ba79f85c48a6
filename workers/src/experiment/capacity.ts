/** A capacity search read from its steps: what each try showed, and what the search does next. */
import type { Capacity, CreateExperiment } from '@plimsoll/contracts/experiment';
import { type Plan, peakConnections } from '@plimsoll/contracts/plan';
import { type CapacityStep, findBounds, nextCapacityStep, type RateTry } from '@plimsoll/statistics/capacity-search';
import type { StepRow } from '@plimsoll/store/experiment-row';
import { capacitySentence } from '@plimsoll/wording/capacity-sentence';

type Search = NonNullable<CreateExperiment['search']>;
/** Less than this share of the planned requests sent: the rate was not reached, whatever the thresholds say. */
const leastSent = 0.99;
/** The generator is to blame where its own lateness makes up this share of the response time. */
const blameShare = 0.5;

/**
 * Did the thresholds hold at this rate? Only a run that completed (or stopped by itself, overwhelmed by errors) is a try. With
 * free connections a request that is sent late is late by the generator's fault; with every connection busy, by the target's.
 */
export function judgeTry(step: StepRow, plan: Plan): RateTry['outcome'] | null {
  const { state, summary, thresholds } = step;
  if (state === 'auto_stopped') return 'broke';
  if (state !== 'completed' || !summary || !thresholds) return null;
  const busy = summary.dropped > 0 || summary.connections.open >= peakConnections(plan.load);
  const reached = summary.sent >= leastSent * summary.planned;
  if (reached && thresholds.every((threshold) => threshold.passed)) return 'held';
  const lateness = summary.sendLateness.p99Us ?? 0;
  const response = summary.responseTime.p99Us ?? 0;
  return !busy && (!reached || lateness > blameShare * response) ? 'limited' : 'broke';
}

/** A rate tried again after it held is its confirmation. */
export function isConfirming(steps: readonly StepRow[], step: StepRow, plan: Plan): boolean {
  return steps.some((earlier) => earlier.position < step.position && earlier.rate === step.rate && judgeTry(earlier, plan) === 'held');
}

/** A generator that could not keep up once may have been disturbed: only the second time at a rate counts. */
function countedTries(steps: readonly StepRow[], plan: Plan): RateTry[] {
  const disturbed = new Set<number>();
  return steps.flatMap((step) => {
    const outcome = judgeTry(step, plan);
    if (outcome === null || step.rate === null) return [];
    if (outcome === 'limited' && !disturbed.has(step.rate)) {
      disturbed.add(step.rate);
      return [];
    }
    return [{ ratePerSecond: step.rate, outcome, confirming: isConfirming(steps, step, plan) }];
  });
}

export function nextTry(steps: readonly StepRow[], plan: Plan, search: Search): CapacityStep {
  return nextCapacityStep(countedTries(steps, plan), {
    startRatePerSecond: search.startRate,
    maxRatePerSecond: search.maxRate,
    precision: search.precision,
  });
}

/** The figure as people see it; while the search goes on, what is known so far. */
export function findCapacity(steps: readonly StepRow[], plan: Plan, search: Search): Capacity | null {
  const tries = countedTries(steps, plan);
  if (tries.length === 0) return null;
  const next = nextTry(steps, plan, search);
  const { held, broke, confirmed } = findBounds(tries);
  const interval = Number.isFinite(broke) ? { low: held, high: broke } : null;
  const rate = held > 0 ? held : null;
  const sentence =
    next.step === 'done' ? next.sentence : capacitySentence(rate === null ? { kind: 'nothingYet' } : { kind: 'soFar', held: rate });
  return { rate, interval, confirmed, sentence };
}

/** Tries still to come at most, for the progress bar: it may be over sooner, hardly later. */
export function triesToCome(steps: readonly StepRow[], plan: Plan, search: Search): number {
  const tries = countedTries(steps, plan);
  const { held, ceiling, confirmed } = findBounds(tries);
  const halvings = (gap: number) => Math.max(0, Math.ceil(Math.log2(gap / search.precision)));
  if (confirmed && nextTry(steps, plan, search).step === 'done') return 0;
  if (Number.isFinite(ceiling) && held > 0) return halvings((ceiling - held) / held) + 1;
  const doublings = Math.ceil(Math.log2(search.maxRate / Math.max(held, Math.min(search.startRate, search.maxRate))));
  return (tries.length === 0 ? 1 : 0) + Math.max(0, doublings) + halvings(1) + 1;
}
