/** Which way a metric went: slower or faster where it is a time or a rate, else worse or better. */
import { rowOfMetric } from '@plimsoll/contracts/compared-metric';
import type { MetricDelta } from '@plimsoll/contracts/verdict';
import { directionWords } from '../../en/comparison/verdict.ts';
import type { Named } from '../../words.ts';

export type Direction = Named<typeof directionWords>;

/** Null: it is not shown to have moved. */
export function directionOf({ metric, verdict }: Pick<MetricDelta, 'metric' | 'verdict'>): Direction | null {
  const { unit } = rowOfMetric(metric);
  const speed = unit === 'us' || unit === 'perSecond';
  if (verdict === 'worse') return speed ? 'slower' : 'worse';
  if (verdict === 'better') return speed ? 'faster' : 'better';
  return null;
}

/** `slower`: a metric's direction in a word; null where it did not move. */
export function directionWord(metric: MetricDelta): string | null {
  const direction = directionOf(metric);
  return direction && directionWords[direction];
}

/** One word for metrics that all got worse, or all got better. */
export function commonDirection(moved: readonly MetricDelta[]): Direction {
  const found = new Set(moved.map(directionOf));
  if (found.has('worse')) return 'worse';
  if (found.has('slower')) return 'slower';
  return found.has('better') ? 'better' : 'faster';
}
