/** Where good answers stayed behind what was planned. */

import { findOnset, findSpans, type Span } from '../second/spans.ts';
import type { RatedSecond } from './rated-second.ts';

/** A shortfall of this share counts: half of it is seen on healthy targets in a busy second. */
const shortShare = 0.05;
/** Shorter is a pause, which is a dip. */
const leastSeconds = 3;

/** Did good answers stay behind what was planned, by more than chance? */
export function isShort({ goodRate, expectedRate, noise }: RatedSecond): boolean {
  return expectedRate - goodRate > Math.max(shortShare * expectedRate, noise);
}

export function findOverload(seconds: readonly RatedSecond[]): Span[] {
  return findSpans(seconds, leastSeconds, isShort).map(({ from, to }) => ({
    from: findOnset(seconds, from, ({ goodRate, expectedRate, noise }) => expectedRate - goodRate > noise / 2),
    to,
  }));
}
