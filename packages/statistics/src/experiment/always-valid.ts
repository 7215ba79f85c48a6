/**
 * An interval that may be looked at after every pair. Nobody stops an experiment by it, but it is on the page while that goes on, and a
 * plain interval there would exclude the truth at some time in every fifth experiment.
 */
import type { Interval } from '../bootstrap/signed-rank.ts';

const level = 0.05;
/** Of fewer pairs the spread is not known well enough. */
const leastPairs = 10;

/**
 * Holds the mean of all pairs to come, at all times but with chance 5 %: an asymptotic confidence sequence (Waudby-Smith, Arbour, Sinha,
 * Kennedy and Ramdas, Annals of Statistics 2024, equation 11), narrowest around `planned` pairs. Null: too few of them.
 */
export function alwaysValid(logRatios: ArrayLike<number>, planned: number): Interval | null {
  const values = Array.from(logRatios).filter(Number.isFinite);
  const n = values.length;
  if (n < leastPairs) return null;
  const mean = values.reduce((sum, value) => sum + value, 0) / n;
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (n - 1);
  const tuned = (-2 * Math.log(level) + Math.log(1 - 2 * Math.log(level))) / Math.max(leastPairs, planned);
  const grown = n * tuned + 1;
  const half = Math.sqrt(((2 * variance * grown) / (n * n * tuned)) * Math.log(Math.sqrt(grown) / level));
  return { low: mean - half, high: mean + half };
}
