/** The longest time that a request of a plan may take. */
import { durationMs } from '../request/duration.ts';
import type { Plan } from './plan.ts';

/** Until it counts as a timeout. The deadline of a gRPC call, where it has one, is its timeout. A WebSocket has it besides the time that its plan keeps it open. */
export function timeoutMs({ timeout, target }: Pick<Plan, 'timeout' | 'target'>): number {
  const deadline = target?.grpc?.deadline;
  const openFor = target?.websocket?.closeAfter;
  if (openFor) return durationMs(timeout) + durationMs(openFor);
  return Math.min(durationMs(timeout), deadline ? durationMs(deadline) : Number.POSITIVE_INFINITY);
}
