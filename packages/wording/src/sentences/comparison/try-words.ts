/** The result of one try of a capacity search, as tables and tips say it. */
import type { CapacityTry, ExperimentRun } from '@plimsoll/contracts/experiment';
import { experimentWords } from '../../en/comparison/comparison.ts';

export interface ShownTry {
  /** The verdict of the thresholds, for a search that an older version judged. Null: under way. */
  readonly passed: boolean | null;
  readonly try: CapacityTry | null;
}

/** Did the target carry the rate? Null: it is not known. */
export function hasHeld({ passed, try: shown }: ShownTry): boolean | null {
  if (!shown) return passed;
  return shown.counts && shown.outcome !== 'limited' ? shown.outcome === 'held' : null;
}

/** Held, or not and why; null where it is under way. */
export function tryResult({ passed, try: shown }: ShownTry): string | null {
  if (!shown) return passed === null ? null : passed ? experimentWords.held : experimentWords.broke;
  return shown.because === null ? experimentWords.held : experimentWords.because[shown.because];
}

type Disturber = NonNullable<CapacityTry['disturbed']>;

/** A disturbance that most tries of a search share is said once above them; `by` goes to the remarks of each. */
export interface CommonDisturbance {
  readonly by: Disturber;
  readonly sentence: string;
}

/** The disturbance of more than half of the tries that are over; null where nothing disturbed them, or where there is only one. */
export function commonDisturbance(tries: readonly Pick<ShownTry, 'try'>[]): CommonDisturbance | null {
  const found = tries.flatMap((one) => (one.try ? [one.try.disturbed] : []));
  const by = (['other_work', 'generator'] as const).find((one) => found.filter((each) => each === one).length > found.length / 2);
  if (by === undefined || found.length < 2) return null;
  const all = found.every((each) => each === by);
  return { by, sentence: experimentWords[all ? 'allDisturbed' : 'mostDisturbed'][by] };
}

/** Further remarks on a try: disturbed, repeated, the confirming one. `common` is said above: then those that differ say so. */
export function tryRemarks({ try: shown }: Pick<ShownTry, 'try'>, common: CommonDisturbance | null = null): string[] {
  if (!shown) return [];
  const { disturbed, counts, confirming } = shown;
  return [
    ...(disturbed === (common?.by ?? null)
      ? []
      : [disturbed === null ? experimentWords.undisturbed : experimentWords.disturbed[disturbed]]),
    ...(counts ? [] : [experimentWords.repeated]),
    ...(confirming ? [experimentWords.longer] : []),
  ];
}

/** The tries of a search that were begun. */
export function listTries(runs: readonly ExperimentRun[]) {
  return runs.flatMap((run) =>
    run.rate === null || run.state === null ? [] : [{ ...run, rate: run.rate, stamp: run.validity?.stamp ?? null }],
  );
}
