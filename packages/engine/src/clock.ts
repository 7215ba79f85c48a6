/** Monotonic time in whole µs; 0 is the start of the run (its warm-up, if it has one). Negative before it. */
export interface Clock {
  nowUs(): number;
}

/**
 * A clock whose 0 is an instant of `process.hrtime.bigint()`, which all threads of a process share. `performance.now()` is
 * read afterwards because it costs a tenth of a bigint.
 */
export function monotonicClock(startNs: bigint): Clock {
  const originMs = performance.now() - Number(process.hrtime.bigint() - startNs) / 1e6;
  return { nowUs: () => Math.floor((performance.now() - originMs) * 1000) };
}

/** An instant that lies `ms` from now, for {@link monotonicClock}. */
export function startIn(ms: number): bigint {
  return process.hrtime.bigint() + BigInt(Math.round(ms * 1e6));
}
