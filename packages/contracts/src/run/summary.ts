/** The figures of a whole run, and of each of its requests. */
import { z } from 'zod';
import { markPublic, publicObject } from '../api/public.ts';
import { histogramsIn } from '../figure/times.ts';
import { countFailedAnswers, errorExampleSchema, outcomeKinds } from './outcome.ts';
import { buildTimesShape, grpcFiguresSchema, streamFiguresSchema } from './sample.ts';
import { buildShape, fieldsIn } from './sample-fields.ts';
import { validityStamps } from './validity.ts';

const count = z.int().nonnegative();

/** A rate that a version before migration 019 did not keep; null there. */
const laterRate = z.number().nonnegative().nullable().default(null);

export const errorGroupSchema = z.strictObject({
  /** `503` for a status, `UNAVAILABLE` for one of gRPC, else the outcome: `connect_refused`. */
  kind: markPublic(z.string()),
  count: markPublic(count),
  example: errorExampleSchema.nullable(),
});
export type ErrorGroup = z.infer<typeof errorGroupSchema>;

/** One request of a plan with several, over the whole run without its warm-up. */
export const requestSummarySchema = z.strictObject({
  name: markPublic(z.string(), 'request'),
  ...buildShape(fieldsIn('requestSummary')),
  /** Finished requests: every outcome but cut_off. */
  requests: markPublic(count),
  /** failed / requests; null when nothing finished. */
  errorRate: markPublic(z.number().nullable()),
  throughputPerSecond: markPublic(z.number().nonnegative()),
  goodputPerSecond: markPublic(laterRate),
  ...buildTimesShape(histogramsIn('requestSummary')),
});
export type RequestSummary = z.infer<typeof requestSummarySchema>;

/**
 * The share of one region of a plan with several, over the whole run without its warm-up. On a share regions are counted, as labels of pools are an
 * installation's own affair. Requests and rates of all regions add up to the run's; its times are theirs merged.
 */
export const regionSummarySchema = requestSummarySchema.omit({ name: true }).extend({
  label: markPublic(z.string(), 'region'),
  /** Workers that made it. */
  generators: markPublic(z.int().positive()),
  /** Were they fit to measure? The run's stamp is judged over all regions together; in a window it is still that of the whole run. */
  stamp: markPublic(z.enum(validityStamps)),
});
export type RegionSummary = z.infer<typeof regionSummarySchema>;

/** The time in which requests were due, from the end of the first second in which some ended. */
export const whileLoadedSchema = z.strictObject({
  seconds: z.number().positive(),
  plannedPerSecond: z.number().nonnegative(),
  /** Good answers that came while requests were due. */
  goodPerSecond: z.number().nonnegative(),
  /** Requests under way and waiting for a connection, at both ends; how they grew is the median of all slopes between two seconds. */
  backlog: z.strictObject({ first: count, last: count, growthPerSecond: z.number() }),
});
export type WhileLoaded = z.infer<typeof whileLoadedSchema>;

/** A whole run without its warm-up: computed from samples, never incremented. */
export const summarySchema = z
  .strictObject({
    /** Finished requests: every outcome but cut_off. */
    requests: markPublic(count),
    /** planned = sent + dropped; sent = Σ outcomes. */
    ...buildShape(fieldsIn('summary')),
    /** failed / requests; null when nothing finished. */
    errorRate: markPublic(z.number().nullable()),
    /** Measured time, ms. */
    durationMs: markPublic(z.number().nonnegative()),
    /** Finished requests (done + failed) per second of measured time. */
    throughputPerSecond: markPublic(z.number().nonnegative()),
    /** Good answers (done) per second of measured time. */
    goodputPerSecond: markPublic(laterRate),
    /** dropped / planned; null when nothing was planned. */
    droppedShare: markPublic(z.number().nonnegative().nullable().default(null)),
    /** Connections opened per second of measured time. The most at once are `connections.open`. */
    connectionsPerSecond: markPublic(laterRate),
    /** The most requests under way at once; null where an older version or another tool recorded the run. */
    peakInFlight: markPublic(count.nullable().default(null)),
    /** Did the target keep up? Null where too little was measured, or an older version or another tool recorded the run. */
    whileLoaded: whileLoadedSchema.nullable().default(null),
    /** Bytes × 8 per second of measured time. */
    bitsPerSecond: markPublic(
      publicObject({ sent: z.number().nonnegative(), received: z.number().nonnegative() }).nullable().default(null),
    ),
    /** The first and the last second in which each status, and each outcome without an answer, came. Empty where an older version did not keep it. */
    statusSeconds: markPublic(
      z.record(z.string(), publicObject({ first: count, last: count })).default({}),
      'plain',
      new RegExp(`^(\\d+|${outcomeKinds.join('|')})$`),
    ),
    // The text that the target wrote is private.
    redirectTo: z.string().nullable().default(null).meta({
      description:
        'Where the first redirect of the run leads to, as the target wrote it, secrets masked. Null where none came, or an older version ran it.',
    }),
    /**
     * Do `responseTime` and `serviceTime` hold the times of failed answers, too? Versions before migration 019 timed them together.
     * See `hasMixedTimes`.
     */
    timesMixed: markPublic(z.boolean().default(true)),
    ...buildTimesShape(histogramsIn('summary')),
    /** Null where no message came or went, and in what an older version kept. */
    stream: markPublic(streamFiguresSchema.nullable().default(null)),
    /** Null where no gRPC call has ended. */
    grpc: markPublic(grpcFiguresSchema.nullable().default(null)),
    /** Sent in the warm-up and left out of everything above. */
    warmup: markPublic(publicObject({ sent: count, requests: count })),
    errors: markPublic(z.array(errorGroupSchema)),
    /** Each request of a plan with several, in the plan's order. */
    byRequest: markPublic(z.array(requestSummarySchema).default([])),
    byRegion: markPublic(
      z.array(regionSummarySchema).optional().meta({
        description:
          "Each region of a plan whose generators are in several, in the plan's order. A share counts them instead of naming them.",
      }),
    ),
  })
  .meta({ id: 'Summary' });
export type Summary = z.infer<typeof summarySchema>;

/** Were failed answers timed together with good ones? Then percentiles of response and service time say little of either. */
export function hasMixedTimes(summary: Pick<Summary, 'timesMixed' | 'failed' | 'outcomes'>): boolean {
  return summary.timesMixed && countFailedAnswers(summary) > 0;
}

/** Is it known what it did with connections? Files of other tools do not say it. */
export function tellsConnections({ connectionsPerSecond, connections }: Pick<Summary, 'connectionsPerSecond' | 'connections'>): boolean {
  return connectionsPerSecond !== null || connections.opened > 0;
}
