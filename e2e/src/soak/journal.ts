/** When each fault struck, so that a run that did not complete can be held against it. */
import type { Fault } from './fault.ts';

/** The effect of a fault shows as late as this: the reaper waits, processes start again. */
const aftermathMs = 30_000;

export interface Journal {
  /** Seconds of the soak at this time of the monotonic clock. */
  second(atMs: number): number;
  /** Resolves when `strike` does. */
  note(fault: Fault, strike: () => Promise<void>): Promise<void>;
  /** Did a fault that may end runs strike in this time, or so shortly before that it still shows? */
  mayHaveEnded(fromMs: number, toMs: number): boolean;
}

export function openJournal(): Journal {
  const begun = performance.now();
  const struck: { readonly fault: Fault; readonly fromMs: number; toMs: number }[] = [];
  return {
    second: (atMs) => Math.round((atMs - begun) / 1000),
    async note(fault, strike) {
      const entry = { fault, fromMs: performance.now(), toMs: Infinity };
      struck.push(entry);
      await strike();
      entry.toMs = performance.now();
    },
    mayHaveEnded: (fromMs, toMs) =>
      struck.some(({ fault, ...entry }) => fault.endsRuns && entry.fromMs < toMs && entry.toMs + aftermathMs > fromMs),
  };
}
