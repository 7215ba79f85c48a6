/** The facts known of the target in one second, and whether it had filled a core or had room. */

/** Null: nobody told it. Shares are 0 to 1. */
export interface TargetSecond {
  /** Share of all cores of its machine. */
  readonly cpu: number | null;
  readonly cores: number | null;
  /** Cores that its control group may use. */
  readonly quotaCores: number | null;
  /** Share of one core, by the busiest of its threads. */
  readonly busiestThread: number | null;
  /** Share of the second in which that thread was runnable and had no core. */
  readonly waitedForCore: number | null;
  /** Does it run on the generator's machine, so that its processor time is no other work? */
  readonly onThisMachine: boolean;
}

/** A thread fills its core if it ran, or waited for one beside others, for this share of the time: it is read once a second, not to the tick. */
export const coreFull = 0.9;
/** One that ran less than this had only others' work to wait for. */
export const leastOwnOfCore = 0.3;
/** Its short turns beside ten others. A thread with less to do waits once a turn, and not all the time. */
const leastCrowded = 0.05;
const crowdedOut = 0.95;
/** A target that is the limit by its processor is over this; below, with no thread near it, it has room. */
const free = 0.6;

export function busyCores({ cpu, cores }: TargetSecond): number | null {
  return cpu === null || cores === null ? null : cpu * cores;
}

/** One of its threads was on a core all the time, or would have been had it not waited for one. */
export function isCoreFull({ busiestThread, waitedForCore }: TargetSecond): boolean {
  return busiestThread !== null && busiestThread >= leastOwnOfCore && busiestThread + (waitedForCore ?? 0) >= coreFull;
}

/** Its busiest thread ran or waited for a core all the time, though others had most of it: whatever came to it stood in a queue. */
export function isCrowdedOut({ busiestThread, waitedForCore }: TargetSecond): boolean {
  return busiestThread !== null && busiestThread >= leastCrowded && busiestThread + (waitedForCore ?? 0) >= crowdedOut;
}

/** It used all cores, or all that its control group may use. */
export function isProcessorFull(target: TargetSecond): boolean {
  const busy = busyCores(target);
  return (
    busy !== null && busy >= coreFull * Math.min(target.cores ?? Number.POSITIVE_INFINITY, target.quotaCores ?? Number.POSITIVE_INFINITY)
  );
}

/** Its processor could do more: known to be so, not only not known to be full. */
export function hasRoom(target: TargetSecond): boolean {
  const busy = busyCores(target);
  if (busy === null || isProcessorFull(target)) return false;
  const thread = target.busiestThread === null ? busy : target.busiestThread + (target.waitedForCore ?? 0);
  return thread < free && busy < free * Math.min(target.cores ?? 1, target.quotaCores ?? Number.POSITIVE_INFINITY);
}
