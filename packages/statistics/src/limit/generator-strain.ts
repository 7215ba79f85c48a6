/** Was the generator itself short of time in a second, and by whom? */
import type { GeneratorHealth } from '@plimsoll/contracts/sample';

/** Limits of docs/measuring.md, for the stamp and for what held a load back. */
export const healthLimits = { eventLoopDelayUs: 20_000, eventLoopUtilisation: 0.9, cpu: 0.9 } as const;

/** A load thread that waited for a core for so much of a second was held up by others. */
const starvedShare = 0.15;
/** The quota held the process for so much of a second. */
const throttledShare = 0.1;
/** On a machine that others use so much, a held-up thread is theirs. */
const crowded = 0.25;

export interface Strain {
  /** No time was left in the loop of a load thread. */
  readonly full: boolean;
  /** Its turns came late. */
  readonly heldUp: boolean;
  /** It wanted to run and had no core, or its quota was used up. */
  readonly starved: boolean;
  readonly throttled: boolean;
}

/** `otherWork`: of the machine's cores, without the target's own; null where it is not known. */
export function findStrain(health: GeneratorHealth, otherWork: number | null): Strain {
  const full = health.eventLoopUtilisation > healthLimits.eventLoopUtilisation || health.cpu > healthLimits.cpu;
  const heldUp = health.eventLoopDelayP99Us > healthLimits.eventLoopDelayUs;
  const throttled = (health.throttled ?? 0) >= throttledShare;
  const waited =
    health.waitedForCore === null || health.waitedForCore === undefined
      ? (full || heldUp) && (otherWork ?? 0) >= crowded
      : health.waitedForCore >= starvedShare;
  return { full, heldUp, throttled, starved: waited || throttled };
}

/** Was it short of time for whatever reason? */
export function isStrained({ full, heldUp, starved }: Strain): boolean {
  return full || heldUp || starved;
}
