/** Targets on a virtual clock, each with one planted trait. */
import type { VirtualClock } from './virtual-clock.ts';

export interface Answer {
  /** Null: the connection was refused, or `dropped` without an answer. */
  readonly status: number | null;
  readonly dropped?: boolean;
  readonly closes?: boolean;
}
/** Takes a request now and answers it later. */
export type Target = (answer: (answer: Answer) => void) => void;
export type Random = () => number;

const good: Answer = { status: 200 };
/** 0.2 ms: what it takes to say no. */
const refusalSeconds = 0.0002;

export interface PoolTraits {
  readonly workers: number;
  /** Mean, ± 30 %; a function says each time by itself. */
  readonly serviceSeconds: number | (() => number);
  /** Requests that may wait; one more is answered 503 at once. */
  readonly queued?: number;
  /** Instead of answering 503 it drops the connection. */
  readonly drops?: boolean;
  /** Nothing is answered from the first to the second. */
  readonly pause?: readonly [number, number];
  readonly closes?: boolean;
}

/** Workers and a queue, with a bound or without. */
export function workerPool(
  clock: VirtualClock,
  random: Random,
  { workers, serviceSeconds, queued = Infinity, drops = false, pause, closes = false }: PoolTraits,
): Target {
  const waiting: ((answer: Answer) => void)[] = [];
  let next = 0;
  let busy = 0;
  const serve = (answer: (answer: Answer) => void) => {
    busy++;
    let end = clock.now + (typeof serviceSeconds === 'number' ? serviceSeconds * (0.7 + 0.6 * random()) : serviceSeconds());
    if (pause && clock.now < pause[1] && end > pause[0]) end += pause[1] - Math.max(pause[0], clock.now);
    clock.at(end, () => {
      busy--;
      // A waiting request goes first: the answer may bring the next request at once.
      const more = waiting[next];
      if (more) {
        next++;
        serve(more);
      }
      answer({ ...good, closes });
    });
  };
  return (answer) => {
    if (busy < workers) serve(answer);
    else if (waiting.length - next < queued) waiting.push(answer);
    else clock.at(clock.now + refusalSeconds, () => answer(drops ? { status: null, dropped: true } : { status: 503 }));
  };
}

/** `rate` tokens a second, `burst` at most: who finds none is answered 429. */
export function tokenBucket(
  clock: VirtualClock,
  random: Random,
  { rate, burst }: { readonly rate: number; readonly burst: number },
): Target {
  let tokens = burst;
  let filledAt = 0;
  return (answer) => {
    tokens = Math.min(burst, tokens + (clock.now - filledAt) * rate);
    filledAt = clock.now;
    if (tokens >= 1) {
      tokens--;
      clock.at(clock.now + 0.015 + 0.01 * random(), () => answer(good));
    } else clock.at(clock.now + refusalSeconds, () => answer({ status: 429 }));
  };
}

/** Refuses connections while it is dead. */
export function mortal(clock: VirtualClock, [from, to]: readonly [number, number], target: Target): Target {
  return (answer) => {
    if (clock.now < from || clock.now >= to) target(answer);
    else clock.at(clock.now + refusalSeconds, () => answer({ status: null }));
  };
}
