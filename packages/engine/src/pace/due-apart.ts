/**
 * Loads that are made together have the same due times, and one thread sends one request after the other. So at each due time they are due a
 * moment apart, in an order that is drawn anew: a load that always went first would always have the quieter machine, and one that waits
 * for the other would be late by the other's work.
 */
import { shuffle } from '@plimsoll/statistics/shuffle';
import type { DueTimes } from './open-due-times.ts';
import { seededRandom } from './seeded-random.ts';

/** The most from one to the next, µs: longer than it takes to send a request. */
const mostApartUs = 100;

/** The place of a load among those that are made together. */
export interface Seat {
  readonly place: number;
  readonly of: number;
  /** Of the order: the same for all of them. */
  readonly seed: number;
}

/** The due times of this load, still in rising order, the last before `endUs`. They share the time to the next due time evenly, where it is short. */
export function dueApart(due: DueTimes, endUs: number, { place, of, seed }: Seat): DueTimes {
  const random = seededRandom(seed);
  const order = Array.from({ length: of }, (_, load) => load);
  let nextUs = due.next();
  return {
    next() {
      if (nextUs === Number.POSITIVE_INFINITY) return nextUs;
      const dueUs = nextUs;
      nextUs = due.next();
      const apartUs = Math.min(mostApartUs, Math.floor((Math.min(nextUs, endUs) - dueUs) / of));
      shuffle(order, random);
      return dueUs + order.indexOf(place) * apartUs;
    },
  };
}
