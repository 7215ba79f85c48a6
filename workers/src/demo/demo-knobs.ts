/** The knobs of the demo target: by the query of a URL, or by the metadata of a call. */
import type { demoKnobs } from '@plimsoll/contracts/system';

const longestQueueMs = 1000;
const longestWaitMs = 60_000;

type Knob = (typeof demoKnobs)[number];
export type Knobs = Readonly<Record<Knob, number>>;

/** A knob that is absent, or is no number, is 0. */
export function readKnobs(written: (knob: Knob) => string | null | undefined): Knobs {
  const knob = (name: Knob, most: number) => {
    const value = Number(written(name) ?? 0);
    return Number.isFinite(value) ? Math.min(Math.max(value, 0), most) : 0;
  };
  return {
    delayMs: knob('delayMs', longestWaitMs),
    jitterMs: knob('jitterMs', longestWaitMs),
    errorRate: knob('errorRate', 1),
    capacity: knob('capacity', 1_000_000),
  };
}

/** The delay, with a jitter to either side. May be below 0. */
export function delayMs(knobs: Knobs): number {
  return knobs.delayMs + knobs.jitterMs * (2 * Math.random() - 1);
}

/** How long, in ms, one more waits for its turn where `capacity` are served a second, or null where the queue is full. */
export type Turnstile = (capacity: number) => number | null;

export function createTurnstile(): Turnstile {
  /** When the server of each capacity is free again. */
  const freeAtMs = new Map<number, number>();
  return (capacity) => {
    if (capacity === 0) return 0;
    const now = performance.now();
    const turn = Math.max(now, freeAtMs.get(capacity) ?? 0);
    if (turn - now > longestQueueMs) return null;
    if (freeAtMs.size > 1000) freeAtMs.clear();
    freeAtMs.set(capacity, turn + 1000 / capacity);
    return turn - now;
  };
}
