/**
 * The memory that a timer thread shares with the load threads of its process: words of 32 bits, which all of them read and write by
 * Atomics. A lane belongs to one who waits.
 */

/** Counts each change that the timer thread must look at; it sleeps on this word. */
export const changed = 0;
/** One of {@link timerStates}. */
export const state = 1;
const firstLane = 2;
const wordsPerLane = 4;

export const timerStates = { starting: 0, running: 1, closed: 2 } as const;

export function timerMemory(lanes: number): SharedArrayBuffer {
  return new SharedArrayBuffer((firstLane + lanes * wordsPerLane) * Int32Array.BYTES_PER_ELEMENT);
}

export function laneCount(words: Int32Array): number {
  return (words.length - firstLane) / wordsPerLane;
}

/** The words of a lane. `at`: time to wake; `armed`: wakings asked for; `woken`: the last of them given; `taken`: 1 while somebody has it. */
export function laneWords(lane: number): { readonly at: number; readonly armed: number; readonly woken: number; readonly taken: number } {
  const at = firstLane + lane * wordsPerLane;
  return { at, armed: at + 1, woken: at + 2, taken: at + 3 };
}

/**
 * `performance.now()` begins with each thread, `hrtime` with the machine. Between the two looks lies a moment, a millisecond of it at the
 * first call of all: the shortest of several counts.
 */
const originUs = Math.max(...Array.from({ length: 20 }, () => Number(process.hrtime.bigint()) / 1000 - performance.now() * 1000));

/** The time in µs by the clock that all threads share, without its upper bits: differences are taken by `(a - b) | 0`. */
export function sharedUs(): number {
  return (originUs + performance.now() * 1000) | 0;
}
