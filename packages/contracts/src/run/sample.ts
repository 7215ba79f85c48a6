/**
 * One second of one shard, as the engine makes it and Postgres keeps it. Counts belong to the second in which the thing
 * happened: `planned` when due, `sent` when sent, outcomes when ended. A whole run is the sum of its samples.
 */
import { z } from 'zod';
import { markPublic, publicObject } from '../api/public.ts';
import { type TimesFigure, timesFigureNames, timesFigures } from '../figure/percentiles.ts';
import { type HistogramName, histogramNames, histogramsIn, messageTimes, type TimesTable, times, timesRow } from '../figure/times.ts';
import { grpcStatusCountsSchema } from './outcome.ts';
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

/** The figures that only gRPC calls have: statuses, messages and their times. */
export const grpcFiguresSchema = publicObject({
  /** Calls by the status that ended them. */
  statuses: grpcStatusCountsSchema,
  messages: sampleFields.messages.schema,
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

/** Is it known which messages its calls made? Files of other tools tell statuses alone. */
export function tellsMessages({ messages }: Pick<GrpcFigures, 'messages'>): boolean {
  return messages.sent + messages.received > 0;
}

/** Times of a summary or a point by name, those of messages too; null where it does not tell them. */
export function findTimes(figures: Pick<Point, (typeof pointTimes)[number] | 'grpc'>, name: HistogramName): Times | null {
  const plain = pointTimes.find((one) => one === name);
  if (plain) return figures[plain];
  const message = messageTimes.find((one) => one === name);
  return (message && figures.grpc?.[message]) ?? null;
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
    /** Null where no gRPC call got as far as a message or a status. */
    grpc: markPublic(grpcFiguresSchema.nullable().default(null)),
    byRequest: markPublic(z.array(requestPointSchema).default([])),
  })
  .meta({ id: 'Point' });
export type Point = z.infer<typeof pointSchema>;
