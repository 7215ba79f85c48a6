/** Monotonic time in whole µs; 0 is the start of the run (its warm-up, if it has one). Negative before it. */
export interface Clock {
  nowUs(): number;
}

/**
 * A clock whose 0 is set once everything is ready: the time that a loop needs for its set-up must not make its first requests late.
 * Before that, 0 lies far in the future.
 */
export class RunClock implements Clock {
  #originMs = performance.now() + 1e9;
  #startMs = Number.POSITIVE_INFINITY;

  /**
   * Time 0 is this instant of `process.hrtime.bigint()`, which all threads of a process share. `performance.now()` is read
   * afterwards because it costs a tenth of a bigint.
   */
  startAt(startNs: bigint): void {
    this.#originMs = performance.now() - Number(process.hrtime.bigint() - startNs) / 1e6;
    this.#startMs = Number(startNs) / 1e6;
  }

  /** Time 0 in ms of `process.hrtime`; Infinity before it is set. */
  get startMs(): number {
    return this.#startMs;
  }

  nowUs(): number {
    return Math.floor((performance.now() - this.#originMs) * 1000);
  }
}

/** An instant that lies `ms` from now, for {@link RunClock.startAt}. */
export function startIn(ms: number): bigint {
  return process.hrtime.bigint() + BigInt(Math.round(ms * 1e6));
}
