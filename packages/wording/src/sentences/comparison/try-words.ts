/** What one try of a capacity search showed, as tables and tips say it. */
import type { CapacityTry } from '@plimsoll/contracts/experiment';
import { comparisonText } from '../../en/comparison/comparison.ts';
import { speakerOf } from '../../speaker.ts';

const say = speakerOf(comparisonText);

export interface ShownTry {
  /** Of the thresholds: what is said where an older version judged the search. Null: under way. */
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
  if (!shown) return passed === null ? null : say(passed ? 'experiment.held' : 'experiment.broke');
  return shown.because === null ? say('experiment.held') : say(`experiment.because.${shown.because}`);
}

type Disturber = NonNullable<CapacityTry['disturbed']>;

/** What most tries of a search have in common is said once above them; `by` goes to the remarks of each. */
export interface CommonDisturbance {
  readonly by: Disturber;
  readonly sentence: string;
}

/** What disturbed more than half of the tries that are over; null where nothing did, or where there is only one. */
export function commonDisturbance(tries: readonly Pick<ShownTry, 'try'>[]): CommonDisturbance | null {
  const found = tries.flatMap((one) => (one.try ? [one.try.disturbed] : []));
  const by = (['other_work', 'generator'] as const).find((one) => found.filter((each) => each === one).length > found.length / 2);
  if (by === undefined || found.length < 2) return null;
  const all = found.every((each) => each === by);
  return { by, sentence: say(`experiment.${all ? 'allDisturbed' : 'mostDisturbed'}.${by}`) };
}

/** What else there is to say of it: disturbed, repeated, the confirming one. `common` is said above: then those that differ say so. */
export function tryRemarks({ try: shown }: Pick<ShownTry, 'try'>, common: CommonDisturbance | null = null): string[] {
  if (!shown) return [];
  const { disturbed, counts, confirming } = shown;
  return [
    ...(disturbed === (common?.by ?? null)
      ? []
      : [say(disturbed === null ? 'experiment.undisturbed' : `experiment.disturbed.${disturbed}`)]),
    ...(counts ? [] : [say('experiment.repeated')]),
    ...(confirming ? [say('experiment.longer')] : []),
  ];
}
