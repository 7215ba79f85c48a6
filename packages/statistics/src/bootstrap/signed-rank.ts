/**
 * The middle of paired differences, and how well it is known: the estimate of Hodges and Lehmann (1963), the median of the means of all
 * pairs of values, with the interval that Wilcoxon's signed-rank test gives for it. One wild pair moves it little.
 */
import { normalQuantile } from './normal-tail.ts';

export interface Interval {
  readonly low: number;
  readonly high: number;
}

export interface SignedRank {
  readonly middle: number;
  /** Holds the middle but with chance `alpha`; null where so few pairs cannot promise that. */
  reach(alpha: number): Interval | null;
}

/** Above it the normal distribution is near enough. */
const mostExact = 100;

/** At least one value. */
export function signedRank(values: ArrayLike<number>): SignedRank {
  const n = values.length;
  const means = new Float64Array((n * (n + 1)) / 2);
  let at = 0;
  for (let i = 0; i < n; i++) for (let j = i; j < n; j++) means[at++] = ((values[i] as number) + (values[j] as number)) / 2;
  means.sort();
  const all = means.length;
  const middle = ((means[(all - 1) >> 1] as number) + (means[all >> 1] as number)) / 2;
  return {
    middle,
    reach(alpha) {
      const left = ranksLeftOut(n, alpha / 2);
      if (left <= 0) return null;
      return { low: means[left - 1] as number, high: means[all - left] as number };
    },
  };
}

/** The largest k for which the rank sum of n values with a middle of 0 is below k with at most this chance; 0: there is none. */
export function ranksLeftOut(n: number, tail: number): number {
  if (n > mostExact) {
    const mean = (n * (n + 1)) / 4;
    const deviation = Math.sqrt((n * (n + 1) * (2 * n + 1)) / 24);
    // With the correction for continuity.
    return Math.max(0, Math.floor(mean + 0.5 - normalQuantile(tail) * deviation));
  }
  const chances = rankSumChances(n);
  let sum = 0;
  let k = 0;
  for (; k < chances.length; k++) {
    sum += chances[k] as number;
    if (sum > tail) break;
  }
  return k;
}

const known = new Map<number, Float64Array>();

/** The chance of each rank sum: each rank is in it or not, with even chances. */
function rankSumChances(n: number): Float64Array {
  const before = known.get(n);
  if (before) return before;
  const chances = new Float64Array((n * (n + 1)) / 2 + 1);
  chances[0] = 1;
  for (let rank = 1, most = 0; rank <= n; rank++) {
    most += rank;
    for (let sum = most; sum >= 0; sum--)
      chances[sum] = ((chances[sum] as number) + (sum >= rank ? (chances[sum - rank] as number) : 0)) / 2;
  }
  known.set(n, chances);
  return chances;
}
