/**
 * One second of one shard, as the engine makes it and Postgres keeps it. Counts belong to the second in which the thing
 * happened: `planned` when due, `sent` when sent, outcomes when ended. A whole run is the sum of its samples.
 */
import { z } from 'zod';
import { markPublic, publicObject } from '../api/public.ts';
import { type TimesFigure, timesFigureNames, timesFigures } from '../figure/percentiles.ts';
import {
  type HistogramName,
  histogramNames,
  histogramsIn,
  type MessageTime,
  messageTimes,
  type TimesTable,
  times,
  timesRow,
} from '../figure/times.ts';
import { closeCodeCountsSchema, grpcStatusCountsSchema, streamEndCountsSchema } from './outcome.ts';
import { buildShape, fieldsIn, sampleFields } from './sample-fields.ts';

const count = z.int().nonnegative();

/** Times kept for each request of a plan with several. */
export const requestTimeNames = histogramsIn('request');

/** One request's part of a second. Together they are the sample's own counts: which one goes next is only known when it is sent. */
export const requestSampleSchema = z.strictObject({
  name: z.string(),
  ...buildShape(fieldsIn('request')),
  histograms: z.record(z.enum(requestTimeNames), z.instanceof(Uint8Array)),
});
export type RequestSample = z.infer<typeof requestSampleSchema>;

export const sampleSchema = z.strictObject({
  /** Second since the run's start, from 0; the warm-up comes first. */
  second: count,
  /** Was this second part of the warm-up? Then it is left out of the summary. */
  warmup: z.boolean(),
  ...buildShape(sampleFields),
  lengthMs: sampleFields.lengthMs.schema.max(1000),
  histograms: z.record(z.enum(histogramNames), z.instanceof(Uint8Array)),
  /** Each request of a plan with several, in the plan's order; empty for a plan with one target. */
  byRequest: z.array(requestSampleSchema),
});
export type Sample = z.infer<typeof sampleSchema>;
export type ConnectionCounts = Sample['connections'];
export type GeneratorHealth = Sample['generator'];
/** The figures that only Linux tells of the generator's machine, as null; an older version did not record them either. */
export const unknownMachine = { otherWork: null, waitedForCore: null, throttled: null } as const satisfies Partial<GeneratorHealth>;

const figureSchema = z.number().nullable();
const figuresShape = Object.fromEntries(timesFigureNames.map((name) => [name, figureSchema])) as Record<TimesFigure, typeof figureSchema>;
/** Percentiles of one histogram in µs; every figure null when nothing was recorded. */
export const timesSchema = publicObject({
  count,
  ...figuresShape,
  /** Null also in what an older version kept. */
  stddevUs: figureSchema.default(null),
});
export type Times = z.infer<typeof timesSchema>;

type KnownTimes = Pick<Times, 'count' | 'meanUs' | 'stddevUs'>;
/** Times of what is known of them, with their percentiles as `at` reads them. */
export function makeTimes(known: KnownTimes, at: (percentile: number) => number | null): Times {
  const figures = timesFigureNames.map((name) => {
    const { percentile } = timesFigures[name];
    return [name, percentile === null ? known[name as 'meanUs'] : at(percentile)];
  });
  return { count: known.count, ...(Object.fromEntries(figures) as Record<TimesFigure, number | null>) };
}

/** Times nothing was recorded for. */
export const noTimes = makeTimes({ count: 0, meanUs: null, stddevUs: null }, () => null);
/** Times that what an older version kept does not have. */
const laterTimesSchema = timesSchema.default(noTimes);

type TimesShape<Name extends HistogramName> = {
  [N in Name]: TimesTable[N]['later'] extends true ? typeof laterTimesSchema : typeof timesSchema;
};
/** The times of these histograms, as `z.strictObject` takes them. */
export function buildTimesShape<Name extends HistogramName>(names: readonly Name[]): TimesShape<Name> {
  const schemas = names.map((name) => {
    const schema = times[name].later ? laterTimesSchema : timesSchema;
    return [name, timesRow(name).public ? markPublic(schema) : schema];
  });
  return Object.fromEntries(schemas) as TimesShape<Name>;
}

/** Counts of each of several streams, as tokens: every figure null when there was none. */
export const lengthsSchema = publicObject({
  count,
  min: figureSchema,
  mean: figureSchema,
  p50: figureSchema,
  p90: figureSchema,
  p95: figureSchema,
  p99: figureSchema,
  max: figureSchema,
}).meta({ id: 'Lengths' });
export type Lengths = z.infer<typeof lengthsSchema>;

const share = z.number().min(0).max(1);

/** The tokens of streams, counted when each ended. Names and definitions are those of AIPerf. */
export const tokenFiguresSchema = publicObject({
  /** Null where no stream told it. */
  input: count.nullable(),
  output: count,
  /** Per second of measured time, of all streams together. */
  outputPerSecond: z.number().nonnegative(),
  /** Streams that finished, those without an answer too. */
  streams: count,
  /** Those of them whose output was counted by messages, since no `usage` came. */
  countedByMessages: count,
  /** The share of them that ended well within the plan's limits of TTFT and ITL, where it has some; null where none finished. */
  goodput: share.nullable(),
  /** TTFT: from the send of a stream to its first token. */
  firstTokenTime: timesSchema,
  /** From the first token to the second. */
  secondTokenTime: timesSchema,
  /** ITL, one value a stream: (last token − first token) / (output tokens − 1). */
  interTokenTime: timesSchema,
  inputLength: lengthsSchema,
  outputLength: lengthsSchema,
}).meta({ id: 'TokenFigures' });
export type TokenFigures = z.infer<typeof tokenFiguresSchema>;

/** The figures of streams of any protocol: their messages and the times of these. */
export const streamFiguresSchema = publicObject({
  messagesSent: count,
  messagesReceived: count,
  /** Bytes of messages, before they were compressed. */
  bytesSent: count,
  bytesReceived: count,
  /** Messages that came in one read with the one before them on their stream: they have no gap. */
  coalesced: count,
  /** Streams by the way in which they ended. */
  ends: streamEndCountsSchema,
  /** WebSockets by the code that closed them. */
  closeCodes: markPublic(closeCodeCountsSchema, 'plain', /^\d{1,5}$/),
  /** From a stream's send to its first message that is not empty. */
  firstMessageTime: timesSchema,
  /** From one message of a stream to the next that came in a later read. */
  messageGap: timesSchema,
  /** From when the nth message was due to the nth answer; null where none was timed. */
  messageRoundTrip: timesSchema.nullable(),
  /** The lateness of messages that had due times of their own; null where none had. */
  messageLateness: timesSchema.nullable(),
  /** From a ping of a WebSocket to its pong; null where none was sent. */
  pingRoundTrip: timesSchema.nullable(),
  /** From when a message was published, as it says itself, to when it came; null where none says it. */
  publishTime: timesSchema.nullable(),
  /** Null where no plan's tokens are counted. */
  tokens: tokenFiguresSchema.nullable(),
}).meta({ id: 'StreamFigures' });
export type StreamFigures = z.infer<typeof streamFiguresSchema>;

/** The figures of gRPC calls: statuses, which only they have, and under other names a part of `stream`, as programs have read it before. */
export const grpcFiguresSchema = publicObject({
  /** Calls by the status that ended them. */
  statuses: grpcStatusCountsSchema,
  messages: sampleFields.messages.schema.omit({ coalesced: true }),
  /** From a call's send to its first answer. */
  firstMessageTime: timesSchema,
  /** From one answer of a call to the next. */
  messageGap: timesSchema,
  /** From when the nth message was due to the nth answer; null where none was timed. */
  messageRoundTrip: timesSchema.nullable(),
  /** The lateness of messages that had due times of their own; null where none had. */
  messageLateness: timesSchema.nullable(),
}).meta({ id: 'GrpcFigures' });
export type GrpcFigures = z.infer<typeof grpcFiguresSchema>;

/** Are there messages? Files of other tools tell statuses of gRPC alone. */
export function tellsMessages({ messages }: Pick<Sample | GrpcFigures, 'messages'>): boolean {
  return messages.sent + messages.received > 0;
}

/** Are there tokens to tell of? */
export function tellsTokens({ tokens }: Pick<Sample, 'tokens'>): boolean {
  return tokens.streams > 0 || tokens.output > 0;
}

/** The figures of streams of which nothing is told. */
export const noStream: StreamFigures = {
  messagesSent: 0,
  messagesReceived: 0,
  bytesSent: 0,
  bytesReceived: 0,
  coalesced: 0,
  ends: {},
  closeCodes: {},
  firstMessageTime: noTimes,
  messageGap: noTimes,
  messageRoundTrip: null,
  messageLateness: null,
  pingRoundTrip: null,
  publishTime: null,
  tokens: null,
};

/** What is told of streams by a summary or a point. */
export type WithStreams = Pick<Point, 'stream' | 'grpc'>;

/** The figures of streams of a summary or a point. What an older version kept has those of gRPC alone. */
export function readStream({ stream, grpc }: WithStreams): StreamFigures | null {
  if (stream || !grpc || !tellsMessages(grpc)) return stream;
  const { messages, firstMessageTime, messageGap, messageRoundTrip, messageLateness } = grpc;
  return {
    ...noStream,
    messagesSent: messages.sent,
    messagesReceived: messages.received,
    bytesSent: messages.sentBytes,
    bytesReceived: messages.receivedBytes,
    firstMessageTime,
    messageGap,
    messageRoundTrip,
    messageLateness,
  };
}

/** Times of messages by name, those of tokens too; null where none was timed. */
export function findMessageTimes(stream: StreamFigures | null, name: MessageTime): Times | null {
  if (name === 'firstTokenTime' || name === 'secondTokenTime' || name === 'interTokenTime') return stream?.tokens?.[name] ?? null;
  return stream?.[name] ?? null;
}

/** Times of a summary or a point by name, those of messages too; null where it does not tell them. */
export function findTimes(figures: Pick<Point, (typeof pointTimes)[number]> & WithStreams, name: HistogramName): Times | null {
  const plain = pointTimes.find((one) => one === name);
  if (plain) return figures[plain];
  const message = messageTimes.find((one) => one === name);
  return message ? findMessageTimes(readStream(figures), message) : null;
}
const pointTimes = histogramsIn('point');

/** One request's part of a chart point. */
export const requestPointSchema = z.strictObject({
  name: markPublic(z.string(), 'request'),
  ...buildShape(fieldsIn('requestPoint')),
  ...buildTimesShape(histogramsIn('requestPoint')),
});
export type RequestPoint = z.infer<typeof requestPointSchema>;

/** One point of the live charts: one second (or, in a long run, several merged) over all shards. */
export const pointSchema = z
  .strictObject({
    second: markPublic(count),
    /** The number of seconds that this point covers; 1 while live. Counts are sums over them, `lengthMs` is their measured length. */
    seconds: markPublic(z.int().positive()),
    warmup: markPublic(z.boolean()),
    ...buildShape(fieldsIn('point')),
    ...buildTimesShape(histogramsIn('point')),
    /** Null where no message came or went, and in what an older version kept. */
    stream: markPublic(streamFiguresSchema.nullable().default(null)),
    /** Null where no gRPC call has ended. */
    grpc: markPublic(grpcFiguresSchema.nullable().default(null)),
    byRequest: markPublic(z.array(requestPointSchema).default([])),
  })
  .meta({ id: 'Point' });
export type Point = z.infer<typeof pointSchema>;
