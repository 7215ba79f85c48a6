/** Figures that only gRPC calls have: their statuses, their messages, and the times of these. */
import { type GrpcFigures, noTimes, type Sample, type Times, tellsMessages } from '@plimsoll/contracts/sample';
import { sampleFields } from '@plimsoll/contracts/sample-fields';
import type { MessageTime } from '@plimsoll/contracts/times';
import { mergeFields } from './merge-fields.ts';

const grpcFields = { grpcStatuses: sampleFields.grpcStatuses, messages: sampleFields.messages };

/** Null where no call got as far as a message or a status. A time that `times` does not name reads as if nothing had been recorded. */
export function grpcFigures(samples: readonly Sample[], times: Readonly<Partial<Record<MessageTime, Times>>>): GrpcFigures | null {
  const { grpcStatuses: statuses, messages } = mergeFields(grpcFields, samples, 'seconds');
  if (!tellsMessages({ messages }) && Object.keys(statuses).length === 0) return null;
  const recorded = (name: MessageTime) => (times[name]?.count ? times[name] : null);
  return {
    statuses,
    messages,
    firstMessageTime: recorded('firstMessageTime') ?? noTimes,
    messageGap: recorded('messageGap') ?? noTimes,
    messageRoundTrip: recorded('messageRoundTrip'),
    messageLateness: recorded('messageLateness'),
  };
}
