import { durationMs } from '@plimsoll/contracts/duration';
import type { MethodKind } from '@plimsoll/contracts/grpc-description';
import { type Plan, peakRate } from '@plimsoll/contracts/plan';

export interface CallFigures {
  /** Messages that a call sends; null while that is not known. */
  readonly perCall: number | null;
  /** Messages that calls take in turn, one each; null where they do not. */
  readonly inTurn: number | null;
  /** The least time a paced stream takes to send; null where messages are not paced. */
  readonly streamMs: number | null;
  /** Streams that are open at once at an open load's peak, by Little's law (L = λW); null where that is not known. */
  readonly openStreams: number | null;
}

/** `kind` is null while nobody was asked what the method is. */
export function callFigures(plan: Plan, kind: MethodKind | null): CallFigures {
  const none = { perCall: null, inTurn: null, streamMs: null, openStreams: null };
  const grpc = plan.target?.grpc;
  if (!grpc) return none;
  const { messages, messagesPerStream, messageInterval, streamDuration } = grpc;
  const several = messages !== null && messages.length > 1;
  // Only streams have these: whoever sets one means a stream.
  const streams =
    kind === null ? messagesPerStream !== null || messageInterval !== null : kind === 'client_streaming' || kind === 'bidi_streaming';
  if (!streams) return { ...none, perCall: kind === null && several ? null : 1, inTurn: kind !== null && several ? messages.length : null };
  const listed = messages?.length ?? 1;
  if (messageInterval === null) return { ...none, perCall: messagesPerStream ?? listed };
  const gapMs = durationMs(messageInterval);
  const mostMs = streamDuration === null ? Number.POSITIVE_INFINITY : durationMs(streamDuration);
  // A stream that is paced, and closed after a time, goes on until then. A message that would be due at its end is not sent any more.
  const asked = messagesPerStream ?? (streamDuration === null ? listed : Number.POSITIVE_INFINITY);
  const perCall = Math.min(asked, Math.ceil(mostMs / gapMs));
  const streamMs = perCall < asked ? mostMs : (perCall - 1) * gapMs;
  const rate = peakRate(plan.load);
  return {
    perCall,
    inTurn: null,
    streamMs: streamMs > 0 ? streamMs : null,
    openStreams: rate !== null && streamMs > 0 ? (rate * streamMs) / 1000 : null,
  };
}
