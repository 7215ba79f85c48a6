/**
 * Waits for a due time while nothing is in flight, without turning the event loop: a turn costs half a kilobyte of garbage, and at a
 * million turns a second collecting it is what makes requests late.
 */
import type { Clock } from './clock.ts';

/** What else the loop has to do, timers and farewells of the target, waits no longer than this. */
const maxWaitUs = 50;
/** Some 0.5 µs. */
const pausesARead = 16;
/** Bounds the wait should the clock stand still, as the manual ones of tests do. */
const maxReads = 1000;

/** Lets the other half of a processor core have its way; Node 24 knows it, 22 does not. */
const { pause = () => {} } = Atomics as { pause?: () => void };

/** Returns the time: at `untilUs`, or a little later where that is too far off. */
export function spinWait(clock: Clock, fromUs: number, untilUs: number): number {
  const lastUs = Math.min(untilUs, fromUs + maxWaitUs);
  let nowUs = fromUs;
  for (let reads = 0; nowUs < lastUs && reads < maxReads; reads++) {
    for (let i = 0; i < pausesARead; i++) pause();
    nowUs = clock.nowUs();
  }
  return nowUs;
}
