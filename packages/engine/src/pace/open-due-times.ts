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

function* arrivalAreas(line: RateLine, load: OpenLoad, seed: number): IterableIterator<number> {
  if (load.arrivals === 'constant') {
    const count = countRequests(line);
    for (let k = 0; k < count; k++) yield k;
    return;
  }
  const random = seededRandom(seed);
  let area = -Math.log1p(-random());
  while (area < line.area) {
    yield area;
    area -= Math.log1p(-random());
  }
}

function* dueTimes(plan: Plan, load: OpenLoad): IterableIterator<number> {
  const warmupSeconds = durationMs(plan.warmup) / 1000;
  const line = buildRateLine(load);
  if (warmupSeconds > 0) {
    const rate = rateAt(line, 0);
    const lead = rateLine(rate, [{ to: rate, overSeconds: warmupSeconds }]);
    for (const area of arrivalAreas(lead, load, (load.seed ^ warmupStream) >>> 0)) yield wholeUs(timeOfArea(lead, area));
  }
  for (const area of arrivalAreas(line, load, load.seed)) yield wholeUs(warmupSeconds + timeOfArea(line, area));
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
  const all = dueTimes(plan, load);
  let skip = partition.index;
  let left = maxRequests;
  return {
    next() {
      for (;;) {
        const { value, done } = all.next();
        if (done || left-- <= 0) return Number.POSITIVE_INFINITY;
        if (skip-- > 0) continue;
        skip = partition.of - 1;
        return value;
      }
    },
  };
}

/** Length of the open load in seconds, without its warm-up. */
export function openSeconds(load: OpenLoad): number {
  return buildRateLine(load).seconds;
}
