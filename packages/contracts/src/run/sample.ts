/**
 * One second of one shard, as the engine makes it and Postgres keeps it. Counts belong to the second in which the thing
 * happened: `planned` when due, `sent` when sent, outcomes when ended. A whole run is the sum of its samples.
 */
import { z } from 'zod';
import { grpcStatusCountsSchema } from './outcome.ts';
import { buildShape, fieldsIn, type HistogramName, histogramFields, histogramsIn, messageTimes, sampleFields } from './sample-fields.ts';

export type { HistogramName } from './sample-fields.ts';

const count = z.int().nonnegative();

/** See {@link histogramFields}. */
export const histogramNames = Object.keys(histogramFields) as readonly HistogramName[];

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
/** What only Linux tells of the generator's machine, and what an older version did not record. */
export const unknownMachine = { otherWork: null, waitedForCore: null, throttled: null } as const satisfies Partial<GeneratorHealth>;

/** Percentiles of one histogram in µs; every figure null when nothing was recorded. */
export const timesSchema = z.strictObject({
  count,
  meanUs: z.number().nullable(),
  /** Standard deviation of all values (not of a sample of them); null also in what an older version kept. */
  stddevUs: z.number().nullable().default(null),
  minUs: z.number().nullable(),
  p50Us: z.number().nullable(),
  p75Us: z.number().nullable(),
  p90Us: z.number().nullable(),
  p95Us: z.number().nullable(),
  p99Us: z.number().nullable(),
  p999Us: z.number().nullable(),
  maxUs: z.number().nullable(),
});
export type Times = z.infer<typeof timesSchema>;

/** Times nothing was recorded for. */
export const noTimes: Times = {
  count: 0,
  meanUs: null,
  stddevUs: null,
  minUs: null,
  p50Us: null,
  p75Us: null,
  p90Us: null,
  p95Us: null,
  p99Us: null,
  p999Us: null,
  maxUs: null,
};
/** Times that what an older version kept does not have. */
const laterTimesSchema = timesSchema.default(noTimes);

type TimesShape<Name extends HistogramName> = {
  [N in Name]: (typeof histogramFields)[N]['later'] extends true ? typeof laterTimesSchema : typeof timesSchema;
};
/** The times of these histograms, as `z.strictObject` takes them. */
export function buildTimesShape<Name extends HistogramName>(names: readonly Name[]): TimesShape<Name> {
  return Object.fromEntries(names.map((name) => [name, histogramFields[name].later ? laterTimesSchema : timesSchema])) as TimesShape<Name>;
}

/** What only gRPC calls have: statuses, messages and their times. */
export const grpcFiguresSchema = z
  .strictObject({
    /** Calls by the status that ended them. */
    statuses: grpcStatusCountsSchema,
    messages: sampleFields.messages.schema,
    /** From a call's send to its first answer. */
    firstMessageTime: timesSchema,
    /** From one answer of a call to the next. */
    messageGap: timesSchema,
    /** From when the nth message was due to the nth answer; null where none was timed. */
    messageRoundTrip: timesSchema.nullable(),
    /** How late messages were sent that had due times of their own; null where none had. */
    messageLateness: timesSchema.nullable(),
  })
  .meta({ id: 'GrpcFigures' });
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
  name: z.string(),
  ...buildShape(fieldsIn('requestPoint')),
  ...buildTimesShape(histogramsIn('requestPoint')),
});
export type RequestPoint = z.infer<typeof requestPointSchema>;

/** One point of the live charts: one second (or, in a long run, several merged) over all shards. */
export const pointSchema = z
  .strictObject({
    second: count,
    /** How many seconds this point covers; 1 while live. Counts are sums over them, `lengthMs` is their measured length. */
    seconds: z.int().positive(),
    warmup: z.boolean(),
    ...buildShape(fieldsIn('point')),
    ...buildTimesShape(histogramsIn('point')),
    /** Null where no gRPC call got as far as a message or a status. */
    grpc: grpcFiguresSchema.nullable().default(null),
    byRequest: z.array(requestPointSchema).default([]),
  })
  .meta({ id: 'Point' });
export type Point = z.infer<typeof pointSchema>;
