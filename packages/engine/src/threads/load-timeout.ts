/** How long a load waits for an answer, and for its last ones. */
import { durationMs } from '@plimsoll/contracts/duration';
import type { Plan } from '@plimsoll/contracts/plan';

/** The longest time an open load waits for its last answers. */
const maxDrainMs = 30_000;
/** Added to the timeout of the last request, so that it times out and is not cut off at the same moment. */
const lastTimeoutMs = 100;

/** The deadline of a gRPC call, where it has one, is its timeout. */
export function timeoutMs({ timeout, target }: Plan): number {
  const deadline = target?.grpc?.deadline;
  return Math.min(durationMs(timeout), deadline ? durationMs(deadline) : Number.POSITIVE_INFINITY);
}

/** How long an open load goes on after its end, for what is under way. */
export function drainMs(plan: Plan): number {
  return Math.min(timeoutMs(plan), maxDrainMs) + lastTimeoutMs;
}
