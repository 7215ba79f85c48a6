/**
 * One second of one shard, as the engine makes it and Postgres keeps it. Counts belong to the second in which the thing
 * happened: `planned` when due, `sent` when sent, outcomes when ended. A whole run is the sum of its samples.
 */
import { z } from 'zod';
import { errorExampleSchema, outcomeCountsSchema, statusCountsSchema } from './outcome.ts';

const count = z.int().nonnegative();

/**
 * Times recorded in each second, as HdrHistogram V2 bytes in µs, compressed unless they are few (1 µs … max(timeout, 60 s),
 * 3 significant digits).
 * `connectTime` is a whole connection, from its first packet until it can take a request; `dnsTime`, `tcpTime` and `tlsTime`
 * are its phases, each recorded only where there was one.
 */
export const histogramNames = [
  'responseTime',
  'serviceTime',
  'sendLateness',
  'timeToFirstByte',
  'connectTime',
  'dnsTime',
  'tcpTime',
  'tlsTime',
] as const;
export type HistogramName = (typeof histogramNames)[number];

export const connectionCountsSchema = z.strictObject({
  opened: count,
  /** Requests sent on a connection that had carried one before. */
  reused: count,
  closedByPeer: count,
  closedByUs: count,
  /** Connection attempts that failed. */
  failed: count,
  tlsHandshakes: count,
  /** Open at the end of the second (in a summary: the most at once). */
  open: count,
});
export type ConnectionCounts = z.infer<typeof connectionCountsSchema>;

/** Times kept for each request of a plan with several. */
export const requestTimeNames = ['responseTime', 'serviceTime', 'timeToFirstByte'] as const satisfies readonly HistogramName[];
export type RequestTimeName = (typeof requestTimeNames)[number];

/** Health of the generator process in this second. */
export const generatorHealthSchema = z.strictObject({
  /** CPU of the generator process as a share of the cores its threads may use, 0 … 1. */
  cpu: z.number().nonnegative(),
  /** 99th percentile of event-loop delay of the slowest load thread, µs. */
  eventLoopDelayP99Us: z.number().nonnegative(),
  /** Event-loop utilisation of the busiest load thread, 0 … 1. */
  eventLoopUtilisation: z.number().min(0).max(1),
  rssBytes: count,
  /** Monotonic time passed less wall-clock time passed in this second, ms; far from 0 is a clock jump. */
  clockDriftMs: z.number(),
});
export type GeneratorHealth = z.infer<typeof generatorHealthSchema>;

const sampleCounts = {
  /** Requests due in this second (closed: requests begun). */
  planned: count,
  sent: count,
  /** Due, but over maxConnections and the queue bound: never sent. */
  dropped: count,
  /** Ended well: a response that passed its checks and whose status is no error. */
  done: count,
  /** Ended badly; `cut_off` is neither. */
  failed: count,
  outcomes: outcomeCountsSchema,
  statuses: statusCountsSchema,
  /** Summed response times in µs of `done` and of `failed`, for plain averages. */
  doneTimeUs: z.number().nonnegative(),
  failedTimeUs: z.number().nonnegative(),
  bytes: z.strictObject({ sent: count, received: count }),
};

/** One request's part of a second. Together they are the sample's own counts: which one goes next is only known when it is sent. */
export const requestSampleSchema = z.strictObject({
  name: z.string(),
  sent: count,
  done: count,
  failed: count,
  outcomes: outcomeCountsSchema,
  statuses: statusCountsSchema,
  doneTimeUs: z.number().nonnegative(),
  failedTimeUs: z.number().nonnegative(),
  histograms: z.record(z.enum(requestTimeNames), z.instanceof(Uint8Array)),
});
export type RequestSample = z.infer<typeof requestSampleSchema>;

export const sampleSchema = z.strictObject({
  /** Second since the run's start, from 0; the warm-up comes first. */
  second: count,
  /** Length of this second in ms: 1000, less for the last one. */
  lengthMs: z.number().positive().max(1000),
  /** Was this second part of the warm-up? Then it is left out of the summary. */
  warmup: z.boolean(),
  ...sampleCounts,
  /** Requests sent in the warm-up that ended after it: counted here only. */
  stragglers: outcomeCountsSchema,
  /** Requests under way at the end of the second. */
  inFlight: count,
  /** Due requests waiting for a connection at the end of the second. */
  waiting: count,
  connections: connectionCountsSchema,
  /**
   * responseTime and serviceTime hold every request that was answered or waited out (response, check_failed, timeout; one that
   * was never sent has no service time);
   * a refused or reset connection is counted, not timed, so that failing fast never looks like being fast.
   */
  histograms: z.record(z.enum(histogramNames), z.instanceof(Uint8Array)),
  errors: z.array(errorExampleSchema),
  generator: generatorHealthSchema,
  /** Each request of a plan with several, in the plan's order; empty for a plan with one target. */
  byRequest: z.array(requestSampleSchema),
});
export type Sample = z.infer<typeof sampleSchema>;

/** Percentiles of one histogram in µs; every figure null when nothing was recorded. */
export const timesSchema = z.strictObject({
  count,
  meanUs: z.number().nullable(),
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
export const laterTimesSchema = timesSchema.default(noTimes);

/** One request's part of a chart point. */
export const requestPointSchema = z.strictObject({ name: z.string(), sent: count, done: count, failed: count, responseTime: timesSchema });
export type RequestPoint = z.infer<typeof requestPointSchema>;

/** One point of the live charts: one second (or, in a long run, several merged) over all shards. */
export const pointSchema = z
  .strictObject({
    second: count,
    /** How many seconds this point covers; 1 while live. Counts are sums over them. */
    seconds: z.int().positive(),
    /** Measured length in ms; divide counts by it for a rate. */
    lengthMs: z.number().positive(),
    warmup: z.boolean(),
    ...sampleCounts,
    inFlight: count,
    waiting: count,
    connections: connectionCountsSchema,
    responseTime: timesSchema,
    serviceTime: timesSchema,
    sendLateness: timesSchema,
    timeToFirstByte: timesSchema,
    connectTime: timesSchema,
    dnsTime: laterTimesSchema,
    tcpTime: laterTimesSchema,
    tlsTime: laterTimesSchema,
    generator: generatorHealthSchema,
    byRequest: z.array(requestPointSchema).default([]),
  })
  .meta({ id: 'Point' });
export type Point = z.infer<typeof pointSchema>;
