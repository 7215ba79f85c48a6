/** How small a change two services that run at once will show, before they run for long: learned from a pilot, or from runs of before. */

import type { PairNoise, Power } from '@plimsoll/contracts/power';
import { normalQuantile } from '../bootstrap/normal-tail.ts';
import { levelOfLook } from '../bootstrap/planned-looks.ts';
import { armSeries } from '../bootstrap/resampling.ts';
import { studentQuantile } from '../bootstrap/small-sample.ts';
import { pairedEffects } from '../bootstrap/together.ts';
import type { DecidingSeries } from '../comparison/deciding-series.ts';
import { plannedLevel } from '../comparison/deltas/claims.ts';

/**
 * Of runs made at once. Two runs of one plan that were made one after the other tell it, too: too much, since nothing of what disturbed
 * them cancels. Null: too short.
 */
export function learnPairNoise({ of, base, candidate }: DecidingSeries): PairNoise | null {
  const median = pairedEffects(armSeries(base), armSeries(candidate)).find(({ metric }) => metric === 'p50');
  const interval = median?.reach(usualLevel);
  if (!median || !interval) return null;
  const pairs = median.ofBlocks.filter(Number.isFinite).length;
  const error = (interval.high - interval.low) / 2 / studentQuantile(usualLevel, pairs - 1);
  const known = { ofSecond: error * Math.sqrt(pairs * median.blockSeconds), blockSeconds: median.blockSeconds };
  return of === 'p50' ? known : { ...known, of };
}

const usualLevel = 0.05;
/** The chance to find a change of the size that is told. */
const power = 0.9;

export interface PowerQuestion {
  /** Arms that are held against the base. */
  readonly candidates: number;
  /** As for the comparison: the shares of all data at which it is looked. */
  readonly lookShares: readonly number[];
  /** The look at which it is found; the last one where absent. */
  readonly look?: number;
}

/** The least relative change of the median that nine of ten experiments of so many seconds of load tell from none; infinite where none is. */
export function detectableAfter(
  { ofSecond, blockSeconds, of }: PairNoise,
  seconds: number,
  { candidates, lookShares, look }: PowerQuestion,
): number {
  const level = levelOfLook(plannedLevel(candidates, of), lookShares, Math.max(1, look ?? lookShares.length));
  const pairs = seconds / blockSeconds;
  // Ranks of fewer pairs promise nothing at this level: all of n point one way by chance once in 2^(n − 1).
  if (pairs < Math.ceil(Math.log2(2 / level))) return Number.POSITIVE_INFINITY;
  return Math.expm1(((studentQuantile(level, pairs - 1) + normalQuantile(1 - power)) * ofSecond) / Math.sqrt(seconds));
}

/** The rounds of an experiment whose runs are made at once. */
export interface PlannedRounds {
  /** Seconds of load of each. */
  readonly seconds: number;
  /** After which it is looked. */
  readonly looks: readonly number[];
  readonly candidates: number;
  /** The change that is to be found. */
  readonly detect: number;
  /** Rounds after which it ended; those of the last look where absent. */
  readonly made?: number;
}

/** What such an experiment sees: with the loudest of its pairs of variants. Null where it is too short to see anything. */
export function foreseePower(
  noises: readonly PairNoise[],
  { seconds, looks, candidates, detect, made }: PlannedRounds,
): Omit<Power, 'from'> | null {
  const last = looks.at(-1);
  const loudest = [...noises].sort((one, other) => other.ofSecond - one.ofSecond)[0];
  if (!loudest || last === undefined) return null;
  const after = (made ?? last) * seconds;
  const question = { candidates, lookShares: looks.map((rounds) => rounds / last) };
  const look = looks.filter((rounds) => rounds <= (made ?? last)).length;
  const detectable = detectableAfter(loudest, after, { ...question, look });
  if (!Number.isFinite(detectable)) return null;
  const { of } = loudest;
  return { detectable, after, needed: secondsToDetect(loudest, detect, question), ...(of && { of }) };
}

/** A day. */
const mostSeconds = 86_400;

/** The seconds of load after which a change of this size is found in nine of ten experiments; null where a day is not enough. */
export function secondsToDetect(noise: PairNoise, detect: number, question: PowerQuestion): number | null {
  let [low, high] = [noise.blockSeconds, mostSeconds];
  if (detectableAfter(noise, high, question) > detect) return null;
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (detectableAfter(noise, middle, question) > detect) low = middle;
    else high = middle;
  }
  return high;
}
