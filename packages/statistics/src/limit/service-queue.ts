/**
 * Did requests queue in the target? A queue that all meet lifts even the quickest answer of a second above the quickest of the run,
 * which met none. Jitter does not: its quickest answers stay as quick.
 */
import { findQuantile } from '../bootstrap/quantile.ts';
import { computeMean, merge, valuesAt } from '../histogram/histogram.ts';
import { lowestOf } from '../second/spans.ts';
import type { MeasuredSecond } from './measured-second.ts';

/** `grew`: all answers waited in the target. `same`: they took no longer than with slots free. Null: neither is proven. */
export type ServiceQueue = 'grew' | 'same' | null;

export interface ServiceTimes {
  /** Time of the quickest answers of the run, µs; null where nothing was timed. */
  readonly baseUs: number | null;
  judge(second: MeasuredSecond): ServiceQueue;
  timeUs(second: MeasuredSecond): number | null;
  /** The time of the quickest answers of the run as a share of the mean time of this second's; null where nothing was timed. */
  restShare(second: MeasuredSecond): number | null;
  /** By how much this second's quickest answers took longer than the run's, µs. */
  growthUs(second: MeasuredSecond): number;
}

/** The quickest answers of a second are its first percentile: one may be a stray. */
const quickest = 1;
/** A queue lifts the quickest by half at least … */
const grown = 1.5;
/** … and by more than the clock, the loop and the network make of it. */
const leastGrowthUs = 300;
/** In so many of the seconds, answers as quick as the quickest of the run. */
const often = 0.25;
/** Without one the usual answer is as quick as the quickest were. */
const level = 1.25;
/** A target that stops for a while catches few answers, which the usual one does not tell: the mean does. */
const levelMean = 1.5;
/** The time that loops and sockets add to an answer, whatever the target does. */
const levelUs = 200;
/** Answers of one target take now more, now less. With slots free, in a few seconds at least, the usual one took so long … */
const leastRoomy = 3;
/** … in the quicker of these seconds: in others the target may have had a queue already … */
const roomyQuantile = 0.25;
/** … and without a queue it still takes no more than this. */
const usualLevel = 1.2;

export function readServiceTimes(seconds: readonly MeasuredSecond[]): ServiceTimes {
  const known = new Map<number, readonly [quick: number | null, usual: number | null, least: number | null, mean: number | null]>();
  const read = ({ second, shards }: MeasuredSecond) => {
    const times = known.get(second) ?? timesOf(shards);
    known.set(second, times);
    return times;
  };
  // The beginning tells an unloaded target best; of the rest, as many as tell enough.
  const stride = Math.max(1, Math.floor(seconds.length / mostRead));
  const looked = seconds.filter((_, at) => at < firstRead || at % stride === 0);
  const base = lowestOf(looked, (one) => read(one)[2] ?? Number.POSITIVE_INFINITY);
  const baseUs = Number.isFinite(base) ? base : null;
  const isBase = (one: MeasuredSecond) => (read(one)[2] ?? Number.POSITIVE_INFINITY) <= level * base;
  // A few answers of a cache, say, are as quick in any second, queue or none.
  const metOften = looked.filter(isBase).length >= Math.max(leastRoomy, often * looked.length);
  const roomy = looked.filter((one) => one.blocked === 0 && one.waiting === 0);
  const usuals = roomy.flatMap((one) => read(one)[1] ?? []).sort((a, b) => a - b);
  const roomyUs = usuals.length >= leastRoomy ? findQuantile(usuals, roomyQuantile) : 0;
  return {
    baseUs,
    timeUs: (second) => read(second)[1],
    restShare(second) {
      const [, , , mean] = read(second);
      return mean === null || baseUs === null ? null : baseUs / mean;
    },
    growthUs: (second) => (read(second)[0] ?? 0) - (baseUs ?? 0),
    judge(second) {
      const [quick, usual, , mean] = read(second);
      if (quick === null || usual === null || baseUs === null) return null;
      // Where the answers of a second differ among themselves as much, the quickest of the run tell their variety, not the lack of a queue.
      const varies = usual / quick >= quick / baseUs || (metOften && isBase(second));
      if (quick > grown * baseUs && quick - baseUs > leastGrowthUs && !varies) return 'grew';
      const levelUsual = Math.max(level * baseUs, baseUs + levelUs, usualLevel * roomyUs);
      return usual <= levelUsual && (mean ?? 0) <= levelMean * levelUsual ? 'same' : null;
    },
  };
}

const firstRead = 10;
const mostRead = 300;

function timesOf(shards: MeasuredSecond['shards']) {
  const times = merge(shards.map(({ histograms }) => histograms.serviceTime));
  const [least, quick, usual] = valuesAt(times, [0, quickest, 50]);
  return [quick ?? null, usual ?? null, least ?? null, computeMean(times)] as const;
}
