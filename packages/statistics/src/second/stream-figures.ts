/** Figures of streams: their messages and tokens, and the times of these; of gRPC calls their statuses too. */
import {
  type GrpcFigures,
  type Lengths,
  noTimes,
  type Sample,
  type StreamFigures,
  type Times,
  type TokenFigures,
  tellsMessages,
  tellsTokens,
} from '@plimsoll/contracts/sample';
import { sampleFields } from '@plimsoll/contracts/sample-fields';
import { type MessageTime, messageTimes, type StreamLength, streamLengths } from '@plimsoll/contracts/times';
import { measureLengthMs, mergeFields } from './merge-fields.ts';
import { groupBySecond } from './seconds.ts';

const { grpcStatuses, messages: messageField, streamEnds, tokens: tokenField, closeCodes } = sampleFields;
/** The counts of streams in a second. */
export const streamFields = { grpcStatuses, messages: messageField, streamEnds, tokens: tokenField, closeCodes };

/** The histograms of streams. */
export const streamTimes = [...messageTimes, ...streamLengths];

/** A time that `times` does not name reads as if nothing had been recorded. */
type Recorded = Readonly<Partial<Record<MessageTime | StreamLength, Times>>>;

/** Figures of some seconds. `ofCalls`: they are of a run of gRPC calls (`hasCalls`). */
export function streamFigures(
  samples: readonly Sample[],
  times: Recorded,
  ofCalls: boolean,
): { stream: StreamFigures | null; grpc: GrpcFigures | null } {
  const merged = mergeFields(streamFields, samples, 'seconds');
  const { messages, grpcStatuses: statuses, streamEnds: ends, closeCodes: codes } = merged;
  const isStream = tellsMessages(merged) || tellsTokens(merged);
  if (!isStream && Object.keys(statuses).length === 0) return { stream: null, grpc: null };
  const recorded = (name: MessageTime) => (times[name]?.count ? times[name] : null);
  const shared = {
    firstMessageTime: recorded('firstMessageTime') ?? noTimes,
    messageGap: recorded('messageGap') ?? noTimes,
    messageRoundTrip: recorded('messageRoundTrip'),
    messageLateness: recorded('messageLateness'),
  };
  const { coalesced, ...counted } = messages;
  const stream = isStream && {
    messagesSent: counted.sent,
    messagesReceived: counted.received,
    bytesSent: counted.sentBytes,
    bytesReceived: counted.receivedBytes,
    coalesced,
    ends,
    closeCodes: codes,
    ...shared,
    pingRoundTrip: recorded('pingRoundTrip'),
    publishTime: recorded('publishTime'),
    tokens: tellsTokens(merged) ? tokenFigures(merged.tokens, times, samples) : null,
  };
  return { stream: stream || null, grpc: ofCalls ? { statuses, messages: counted, ...shared } : null };
}

/** Are they of gRPC calls, of which one at least has ended? No other protocol has such statuses. */
export function hasCalls(samples: readonly Pick<Sample, 'grpcStatuses'>[]): boolean {
  return samples.some(({ grpcStatuses: statuses }) => Object.keys(statuses).length > 0);
}

function tokenFigures(
  { input, output, streams, counted, good }: Sample['tokens'],
  times: Recorded,
  samples: readonly Sample[],
): TokenFigures {
  const seconds = measureLengthMs(groupBySecond(samples).map(({ shards }) => shards)) / 1000;
  return {
    input: input > 0 ? input : null,
    output,
    outputPerSecond: seconds > 0 ? output / seconds : 0,
    streams,
    countedByMessages: counted,
    goodput: streams > 0 ? good / streams : null,
    firstTokenTime: times.firstTokenTime ?? noTimes,
    secondTokenTime: times.secondTokenTime ?? noTimes,
    interTokenTime: times.interTokenTime ?? noTimes,
    inputLength: lengthsOf(times.inputTokens),
    outputLength: lengthsOf(times.outputTokens),
  };
}

/** The histograms of counts are read as those of times are. */
function lengthsOf({ count, minUs, meanUs, p50Us, p90Us, p95Us, p99Us, maxUs }: Times = noTimes): Lengths {
  return { count, min: minUs, mean: meanUs, p50: p50Us, p90: p90Us, p95: p95Us, p99: p99Us, max: maxUs };
}
