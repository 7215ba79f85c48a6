/** The spread of the times of a run: a percentile table, a histogram, and a map of latency over the seconds. */
import { z } from 'zod';
import { messageTimes, summaryTimes } from '../figure/times.ts';
import { timesSchema } from './sample.ts';
import { judgeWindow, queriedWindow } from './window.ts';

/** Times of requests and of messages of gRPC calls, any of which can be asked for. */
export const latencyTimes = [...summaryTimes('request'), ...messageTimes];
export type LatencyTimes = (typeof latencyTimes)[number];

const ourRows = [0, 50, 75, 90, 95, 99, 99.9, 99.99, 100];
const rowsOf = {
  /** As nighthawk_client prints them: 0.990625 and 0.99902344 are steps of its iterator. */
  nighthawk: [0, 50, 75, 80, 90, 95, 99.0625, 99.90234375, 100],
  ab: [50, 66, 75, 80, 90, 95, 98, 99, 100],
  ghz: [10, 25, 50, 75, 90, 95, 99],
} as const;

export type TableTool = keyof typeof rowsOf;

/** The percentiles of the table, rising, each with the other tools that print it. */
export const tablePercentiles: readonly { readonly percentile: number; readonly tools: readonly TableTool[] }[] = [
  ...new Set([...ourRows, ...Object.values(rowsOf).flat()]),
]
  .sort((a, b) => a - b)
  .map((percentile) => ({
    percentile,
    tools: (Object.keys(rowsOf) as TableTool[]).filter((tool) => rowsOf[tool].some((one) => one === percentile)),
  }));

const count = z.int().nonnegative();
const us = z.number().nonnegative();

/** Times of from ≤ t < to, µs. */
export const latencyBucketSchema = z.strictObject({
  fromUs: us,
  toUs: us,
  /** The number of values of the time that was asked for. */
  count,
  /** Failed answers in this bucket, beside response time; 0 beside any other time. */
  failed: count,
});
export type LatencyBucket = z.infer<typeof latencyBucketSchema>;

export const latencySchema = z
  .strictObject({
    times: z.enum(latencyTimes),
    /** Samples (`count`), mean, standard deviation and percentiles of all seconds together. */
    figures: timesSchema,
    /** The rows of nighthawk_client, of ab, of ghz and ours. `count`: how many times lie at or below `us`. Empty where nothing was timed. */
    percentiles: z.array(z.strictObject({ percentile: z.number(), count, us })),
    /** Buckets of one width up to about p99; the last one holds all that lies beyond. At most 60. */
    equalBuckets: z.array(latencyBucketSchema),
    /**
     * As ghz's histogram: the fastest time, then ten limits of one width up to the slowest, each with the times that lie at or below it
     * and above the one before. Empty where nothing was timed.
     */
    ghzBuckets: z.array(z.strictObject({ markUs: us, count })).default([]),
    /** Buckets of one width on a logarithmic axis. At most 60. */
    logBuckets: z.array(latencyBucketSchema),
    /** The number of times in each `logBucket` in these seconds; at most 600 columns, by joining seconds. Without failed answers. */
    heatmap: z.strictObject({
      resolutionSeconds: z.int().positive(),
      columns: z.array(z.strictObject({ second: count, seconds: z.int().positive(), counts: z.array(count) })),
    }),
  })
  .meta({ id: 'Latency' });
export type Latency = z.infer<typeof latencySchema>;

export const latencyQuerySchema = z
  .strictObject({
    times: z.enum(latencyTimes).default('responseTime'),
    /** Only these seconds, counted from the start of the run (warm-up included, but never read): from ≤ second < to. Both or none. */
    ...queriedWindow,
  })
  .superRefine(judgeWindow);
