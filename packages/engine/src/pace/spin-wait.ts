/**
 * Waits for a due time while nothing is in flight, without a turn of the event loop. A turn makes half a kilobyte of garbage; at a
 * million turns a second, collecting it makes requests late.
 */
import type { Clock } from './clock.ts';

/** Timers and closed connections wait no longer than this. */
const maxWaitUs = 50;
/** Some 0.5 µs. */
const pausesARead = 16;
/** An upper bound in case the clock stands still, as a manual clock in a test does. */
const maxReads = 1000;

/** Gives the other hyper-thread of the core room. Node 24 has it, Node 22 does not. */
const { pause = () => {} } = Atomics as { pause?: () => void };

/** The time until which to spin for a due time: not to it if that is too far away. */
export function spinEnd(fromUs: number, dueUs: number): number {
  return Math.min(dueUs, fromUs + maxWaitUs);
}

/** Returns the time, which is later than `untilUs` where another thread had the core. */
export function spinWait(clock: Clock, fromUs: number, untilUs: number): number {
  let nowUs = fromUs;
  for (let reads = 0; nowUs < untilUs && reads < maxReads; reads++) {
    for (let i = 0; i < pausesARead; i++) pause();
    nowUs = clock.nowUs();
  }
  return nowUs;
}
