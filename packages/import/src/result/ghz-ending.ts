/** How a call of ghz ended: by its status and by grpc-go's words. */
import { type GrpcStatus, grpcStatuses } from '@plimsoll/contracts/grpc-status';
import { outcomeOfFailure } from './failure-outcome.ts';
import type { LoggedRequest } from './request-log.ts';

/** Go's names of the codes, `NotFound` for `NOT_FOUND`; it writes `Canceled` with one l. */
const statusOfGo = new Map<string, GrpcStatus>([
  ...grpcStatuses.map((status) => [status.replaceAll('_', '').toLowerCase(), status] as const),
  ['canceled', 'CANCELLED'],
]);
/** grpc-go gives these to calls that got no answer, too: its words tell. */
const madeByClient = new Set<GrpcStatus>(['UNAVAILABLE', 'DEADLINE_EXCEEDED', 'CANCELLED', 'UNKNOWN']);
/** The error of a call that is under way when ghz ends. */
const cutOff = /client connection is closing|use of closed network connection/i;

export function ghzEnding(written: string, error: string): Pick<LoggedRequest, 'outcome' | 'grpcStatus' | 'message'> {
  const status = statusOfGo.get(written.toLowerCase());
  if (status === 'OK') return { outcome: 'response', grpcStatus: status };
  const message = error || written;
  if (cutOff.test(error)) return { outcome: 'cut_off', message };
  const told = status && !madeByClient.has(status) ? 'no_answer' : outcomeOfFailure(`${written} ${error}`);
  if (told !== 'no_answer') return { outcome: told, message };
  return status ? { outcome: 'response', grpcStatus: status, message } : { outcome: told, message };
}
