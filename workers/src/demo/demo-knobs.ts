/** The knobs of the demo target: by the query of a URL, or by the metadata of a call. */
import type { demoKnobs, demoStreamKnobs } from '@plimsoll/contracts/system';

const longestQueueMs = 1000;
const longestWaitMs = 60_000;

type Knob = (typeof demoKnobs)[number];
type StreamKnob = (typeof demoStreamKnobs)[number];
export type Knobs = Readonly<Record<Knob, number>>;
export type StreamKnobs = Knobs & Readonly<Record<StreamKnob, number>>;

/** A knob that is absent, or is no number, is 0. */
export function readKnobs(written: (knob: Knob) => string | null | undefined): Knobs {
  const knob = (name: Knob, most: number) => between(written(name) ?? 0, most);
  return {
    delayMs: knob('delayMs', longestWaitMs),
    jitterMs: knob('jitterMs', longestWaitMs),
    errorRate: knob('errorRate', 1),
    capacity: knob('capacity', 1_000_000),
  };
}

/** Those of a stream that are absent are as usual: 10 events of 16 bytes, 50 tokens, a message each 20 ms; a stall is every stream's. */
export function readStreamKnobs(written: (knob: Knob | StreamKnob) => string | null | undefined): StreamKnobs {
  const knob = (name: StreamKnob, most: number, usual: number) => between(written(name) ?? usual, most);
  return {
    ...readKnobs(written),
    gapMs: knob('gapMs', longestWaitMs, 20),
    events: knob('events', 1_000_000, 10),
    bytes: knob('bytes', 1_048_576, 16),
    maxTokens: knob('maxTokens', 1_000_000, 50),
    stallMs: knob('stallMs', longestWaitMs, 0),
    stallRate: knob('stallRate', 1, 1),
  };
}

function between(written: string | number, most: number): number {
  const value = Number(written);
  return Number.isFinite(value) ? Math.min(Math.max(value, 0), most) : 0;
}

/** The delay, with a jitter to either side. May be below 0. */
export function delayMs(knobs: Knobs): number {
  return knobs.delayMs + jitterMs(knobs);
}

/** A jitter to either side. */
export function jitterMs(knobs: Knobs): number {
  return knobs.jitterMs * (2 * Math.random() - 1);
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
