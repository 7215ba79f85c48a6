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

/** What else there is to say of it: disturbed, repeated, the confirming one. */
export function tryRemarks({ try: shown }: ShownTry): string[] {
  if (!shown) return [];
  return [
    ...(shown.disturbed === null ? [] : [say(`experiment.disturbed.${shown.disturbed}`)]),
    ...(shown.counts ? [] : [say('experiment.repeated')]),
    ...(shown.confirming ? [say('experiment.longer')] : []),
  ];
}
