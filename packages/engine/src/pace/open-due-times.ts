/**
 * The due time of each request of an open load, in µs since the run's start. Pure: no clock. The k-th due time is in closed
 * form (contracts/rate-line) and does not depend on whether an earlier one was kept, so nothing drifts.
 */
import { durationMs } from '@plimsoll/contracts/duration';
import { buildRateLine } from '@plimsoll/contracts/load-shape';
import type { OpenLoad, Plan } from '@plimsoll/contracts/plan';
import { countRequests, type RateLine, rateAt, rateLine, timeOfArea } from '@plimsoll/contracts/rate-line';
import { type Partition, wholeLoad } from './partition.ts';
import { seededRandom } from './seeded-random.ts';

/** Due times in rising order. When there are no more, each further one is Infinity. */
export interface DueTimes {
  next(): number;
}

/** Warm-up and Poisson arrivals of the load draw from different streams, so that a warm-up never moves the load. */
const warmupStream = 0x5eed;

/**
 * Answers with the next one in rising order, and with Infinity when there are no more. Functions, since V8 compiles a generator only while
 * its loop runs: 8 ms, a tenth of a second after the load's start.
 */
type Rising = () => number;

/** The areas under the line at which requests are due. */
function arrivalAreas(line: RateLine, load: OpenLoad, seed: number): Rising {
  if (load.arrivals === 'constant') {
    const count = countRequests(line);
    let k = 0;
    return () => (k < count ? k++ : Number.POSITIVE_INFINITY);
  }
  const random = seededRandom(seed);
  let area = 0;
  return () => {
    area -= Math.log1p(-random());
    return area < line.area ? area : Number.POSITIVE_INFINITY;
  };
}

function timesOf(line: RateLine, load: OpenLoad, seed: number, startSeconds: number): Rising {
  const nextArea = arrivalAreas(line, load, seed);
  return () => wholeUs(startSeconds + timeOfArea(line, nextArea()));
}

function dueTimes(plan: Plan, load: OpenLoad): Rising {
  const warmupSeconds = durationMs(plan.warmup) / 1000;
  const line = buildRateLine(load);
  const next = timesOf(line, load, load.seed, warmupSeconds);
  if (warmupSeconds === 0) return next;
  const rate = rateAt(line, 0);
  const lead = rateLine(rate, [{ to: rate, overSeconds: warmupSeconds }]);
  const nextOfWarmup = timesOf(lead, load, (load.seed ^ warmupStream) >>> 0, 0);
  let warm = true;
  return () => {
    const dueUs = warm ? nextOfWarmup() : Number.POSITIVE_INFINITY;
    warm = dueUs < Number.POSITIVE_INFINITY;
    return warm ? dueUs : next();
  };
}

/** A request due at the start of a second belongs to it, whatever the rounding error. */
function wholeUs(seconds: number): number {
  return Math.floor(seconds * 1e6 + 1e-3);
}

/**
 * Due times of this partition: every `partition.of`-th one, so that all partitions together are the load to the µs. All partitions
 * together have `maxRequests` at most.
 */
export function openDueTimes(
  plan: Plan,
  load: OpenLoad,
  partition: Partition = wholeLoad,
  maxRequests = Number.POSITIVE_INFINITY,
): DueTimes {
  const nextOfAll = dueTimes(plan, load);
  let skip = partition.index;
  let left = maxRequests;
  return {
    next() {
      for (;;) {
        const dueUs = nextOfAll();
        if (dueUs === Number.POSITIVE_INFINITY || left-- <= 0) return Number.POSITIVE_INFINITY;
        if (skip-- > 0) continue;
        skip = partition.of - 1;
        return dueUs;
      }
    },
  };
}

/** Length of the open load in seconds, without its warm-up. */
export function openSeconds(load: OpenLoad): number {
  return buildRateLine(load).seconds;
}
