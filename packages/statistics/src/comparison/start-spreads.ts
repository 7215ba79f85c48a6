/** By how much separate starts of one build differ, read from what equal runs of a plan differed by. */
import { type ComparedMetric, isAbsolute } from '@plimsoll/contracts/compared-metric';
import { normalQuantile } from '../bootstrap/normal-tail.ts';
import type { StartSpread } from './deltas/judged.ts';

/** An A/A experiment has three runs on each side at least, and a history five runs. */
const fewRuns = 5;

/**
 * The noise floor is what 95 of 100 pairs of equal runs differ by at most; of a normal spread these are 1.96 deviations of a difference of
 * two. Starts are part of it, and so is all else that changes from run to run: what is said of builds errs on the wide side.
 */
export function startSpreads(
  floors: Readonly<Partial<Record<ComparedMetric, number | null>>>,
  runs = fewRuns,
): Partial<Record<ComparedMetric, StartSpread>> {
  const ofPair = normalQuantile(0.025) * Math.SQRT2;
  const known = Object.entries(floors) as [ComparedMetric, number | null][];
  return Object.fromEntries(
    known.flatMap(([metric, floor]) =>
      floor === null || isAbsolute(metric) ? [] : [[metric, { deviation: Math.log1p(floor) / ofPair, df: Math.max(1, runs - 1) }]],
    ),
  );
}
