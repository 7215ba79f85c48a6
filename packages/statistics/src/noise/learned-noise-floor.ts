/**
 * The noise floor of a plan that nobody measured: learned from its history, as far as its runs can pass for A/A. Left out are
 * runs that cannot be trusted, those that timed failed answers together with good ones, and those judged better or worse than the baseline, and those of another machine than the newest; runs before the last change of level belong
 * to another target.
 */
import { headlineMetrics, rowOfMetric } from '@plimsoll/contracts/compared-metric';
import { hasMixedTimes, type Summary } from '@plimsoll/contracts/summary';
import type { Validity } from '@plimsoll/contracts/validity';
import type { Verdict } from '@plimsoll/contracts/verdict';
import { comparableRuns, type PlacedRun } from './comparable-runs.ts';
import { computeNoiseFloor, type NoiseFloor } from './noise-floor.ts';
import { computeTrend } from './trend.ts';

export interface PastRun extends PlacedRun {
  readonly id: string;
  readonly startedAt: string;
  readonly summary: Summary;
  readonly validity: Validity | null;
  /** Against the baseline, where there was one. */
  readonly verdict: Verdict | null;
}

/** Fewer runs than this say too little. */
export const leastLearnedRuns = 5;
/** The newest runs looked at. */
const mostLearnedRuns = 20;

/** Runs by start, oldest first. Null: too few of them can pass for A/A. */
export function learnedNoiseFloor(history: readonly PastRun[]): NoiseFloor | null {
  const trusted = history.filter(({ validity, verdict, summary }) => {
    return validity?.stamp === 'valid' && verdict !== 'worse' && verdict !== 'better' && !hasMixedTimes(summary);
  });
  const alike = comparableRuns(trusted).slice(-mostLearnedRuns);
  const lastChange = headlineMetrics
    .filter((metric) => rowOfMetric(metric).noise)
    .flatMap((metric) => computeTrend(alike, metric).changes)
    .reduce(
      (last, { runId }) =>
        Math.max(
          last,
          alike.findIndex(({ id }) => id === runId),
        ),
      0,
    );
  const level = alike.slice(lastChange);
  return level.length < leastLearnedRuns ? null : computeNoiseFloor(level.map(({ summary }) => summary));
}
