/** The target's own resources over the measured seconds of a run, as thresholds judge them. */

/** Null: nobody told it. */
export interface MeasuredTarget {
  /** Mean fraction of all cores. */
  readonly cpu: number | null;
  /** Mean number of busy cores. */
  readonly cores: number | null;
  /** The most in one second, as of sockets and threads. */
  readonly memoryBytes: number | null;
  readonly openSockets: number | null;
  readonly threads: number | null;
}
export const unknownTarget: MeasuredTarget = { cpu: null, cores: null, memoryBytes: null, openSockets: null, threads: null };
