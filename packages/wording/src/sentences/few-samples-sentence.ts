/** Says which percentiles of few times are no more than their maximum. */
import type { CountedAs } from '../counted-as.ts';
import { fewSamplesWords } from '../en/run/few-samples.ts';
import { formatCount } from '../figures/number.ts';
import { listed } from './list.ts';

/** The percentile p, and 1 / (1 − p). */
const watched = [
  { name: 'p90', needed: 10 },
  { name: 'p95', needed: 20 },
  { name: 'p99', needed: 100 },
  { name: 'p99.9', needed: 1000 },
] as const;

/**
 * Null where each percentile says more than the maximum, or nothing was timed. A percentile p of n times is the one at rank n × p,
 * rounded up, which is the last of them while n < 1 / (1 − p). `what`: what is counted, or the name of another time.
 */
export function fewSamplesSentence(
  count: number,
  what: 'requests' | NonNullable<CountedAs['context']> | { readonly name: string },
): string | null {
  const few = watched.filter(({ needed }) => count < needed);
  const [first] = few;
  if (count === 0 || !first) return null;
  const figures = { count, text: formatCount(count), percentiles: listed(few.map(({ name }) => name)) };
  if (typeof what === 'object') return fewSamplesWords.times({ ...figures, what: what.name });
  return fewSamplesWords[what]({ ...figures, first: first.name, needed: formatCount(first.needed) });
}
