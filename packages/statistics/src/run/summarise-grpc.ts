/** What only gRPC calls have: their statuses, their messages, and the times of these. */
import type { GrpcSummary } from '@plimsoll/contracts/run';
import type { Sample } from '@plimsoll/contracts/sample';
import { sampleFields } from '@plimsoll/contracts/sample-fields';
import { mergeFields } from '../second/merge-fields.ts';
import { mergeTimes, timesByName } from '../second/merge-times.ts';

const grpcFields = { grpcStatuses: sampleFields.grpcStatuses, messages: sampleFields.messages };
const grpcTimes = ['firstMessageTime', 'messageGap', 'messageRoundTrip', 'messageLateness'] as const;

/** Null where no call got as far as a message or a status. */
export function summariseGrpc(measured: readonly Sample[]): GrpcSummary | null {
  const { grpcStatuses: statuses, messages } = mergeFields(grpcFields, measured, 'seconds');
  if (messages.sent + messages.received === 0 && Object.keys(statuses).length === 0) return null;
  const { firstMessageTime, messageGap, messageRoundTrip, messageLateness } = timesByName(mergeTimes(grpcTimes, measured));
  return {
    statuses,
    messages,
    firstMessageTime,
    messageGap,
    messageRoundTrip: messageRoundTrip.count > 0 ? messageRoundTrip : null,
    messageLateness: messageLateness.count > 0 ? messageLateness : null,
  };
}
