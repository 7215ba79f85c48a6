/** The arms of a comparison or a share by their names. */

import type { ArmsComparison, ComparisonResult } from '@plimsoll/contracts/comparison';
import type { SharedContent } from '@plimsoll/contracts/share';
import { armsText } from '../en/arms.ts';
import { nameOf } from '../names.ts';
import { speakerOf } from '../speaker.ts';
import { armsSentence, distinctNames } from './arm-words.ts';

const say = speakerOf(armsText);

/** One base against one or more others, by the names they go by. */
export interface ComparedArms {
  readonly base: string;
  readonly arms: readonly { readonly name: string; readonly result: ComparisonResult }[];
}

/** What is compared; null where nothing is: a run, a search, a sweep that is a map. */
export function comparedArms(content: SharedContent): ComparedArms | null {
  if (content.kind === 'run') return null;
  if (content.kind === 'experiment') {
    const { kind, arms, comparisons } = content.experiment;
    if ((kind !== 'ab' && kind !== 'aa') || comparisons.length === 0) return null;
    return { base: arms[0] ?? '', arms: comparisons.map(({ variant, result }) => ({ name: arms[variant] ?? '', result })) };
  }
  return armsOfComparison(content.comparison);
}

/** Two arms are base and candidate; more go by their names. */
export function armsOfComparison({ others, window: _, ...first }: ArmsComparison): ComparedArms {
  if (others.length === 0) return { base: nameOf('arm.base'), arms: [{ name: nameOf('arm.candidate'), result: first }] };
  const results = [first, ...others];
  const [base = '', ...names] = distinctNames(
    [first.base, ...results.map(({ candidate }) => candidate)].map((arm) => arm.runs[0]?.name ?? ''),
  );
  return { base, arms: results.map((result, at) => ({ name: names[at] ?? '', result })) };
}

export function comparisonSentence(comparison: ArmsComparison): string {
  const { base, arms } = armsOfComparison(comparison);
  if (arms.length < 2) return comparison.sentence;
  return armsSentence(
    base,
    arms.map(({ name, result }) => ({ name, metrics: result.metrics })),
  );
}

/** `Seconds 5 to 20 of each run.` */
export function windowSentence({ window }: Pick<ArmsComparison, 'window'>): string | null {
  return window && say('window', window);
}
