/** The time for which a load waits for its last answers. */
import type { Plan } from '@plimsoll/contracts/plan';
import { timeoutMs } from '@plimsoll/contracts/request-timeout';

/** The longest time an open load waits for its last answers. */
const maxDrainMs = 30_000;
/** Added to the timeout of the last request, so that it times out and is not cut off at the same moment. */
const lastTimeoutMs = 100;

/** The time for which an open load goes on after its end, for requests that are under way. */
export function drainMs(plan: Plan): number {
  return Math.min(timeoutMs(plan), maxDrainMs) + lastTimeoutMs;
}
