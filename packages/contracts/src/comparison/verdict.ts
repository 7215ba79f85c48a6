/** What is compared and what may be said of it; a finished run held against its plan's baseline. */
import { z } from 'zod';
import { comparedMetricSchema } from './compared-metric.ts';

/** A run with fewer measured seconds gives no verdict: what happens within one second is no evidence of the next. */
export const leastVerdictSeconds = 10;
export const verdicts = ['better', 'worse', 'no_difference', 'not_enough_evidence'] as const;
export const verdictSchema = z.enum(verdicts);
export type Verdict = z.infer<typeof verdictSchema>;

export const metricDeltaSchema = z.strictObject({
  metric: comparedMetricSchema,
  /** Per second (throughput, goodput), per second of the target's processor (requestsPerCpuSecond), a fraction (errorRate, droppedShare), µs (percentiles); null when not measured. */
  base: z.number().nullable(),
  candidate: z.number().nullable(),
  /** candidate − base, same unit. */
  delta: z.number().nullable(),
  /** delta / base; for a share the difference itself, since its base is often 0. */
  deltaRelative: z.number().nullable(),
  /** 95 % interval of deltaRelative. */
  interval: z.strictObject({ low: z.number(), high: z.number() }).nullable(),
  verdict: verdictSchema,
  /** One sentence: why this verdict. */
  reason: z.string(),
});
export type MetricDelta = z.infer<typeof metricDeltaSchema>;

/** A finished run held against its plan's baseline. */
export const baselineVerdictSchema = z
  .strictObject({
    baselineRunId: z.uuid(),
    /** Worst verdict among the headline metrics. */
    verdict: verdictSchema,
    sentence: z.string(),
    /** Empty in lists. */
    metrics: z.array(metricDeltaSchema),
  })
  .meta({ id: 'BaselineVerdict' });
export type BaselineVerdict = z.infer<typeof baselineVerdictSchema>;

/** For CI: failed when a threshold failed, the run did not complete, or a headline metric is worse than the baseline. */
export const ciStatusSchema = z.enum(['passed', 'failed']);
export type CiStatus = z.infer<typeof ciStatusSchema>;
