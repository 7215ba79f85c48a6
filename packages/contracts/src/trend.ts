/** Baseline and trend of a plan: what each new run is held against, and how the figures went over time. */
import { z } from 'zod';
import { comparedMetrics, metricDeltaSchema, verdictSchema } from './comparison.ts';
import { runIdSchema, validitySchema } from './run.ts';

/** `PUT /plans/:id/baseline`; null unpins it. An invalid run cannot be a baseline. */
export const setBaselineSchema = z.strictObject({ runId: runIdSchema.nullable() });

/** A finished run held against its plan's baseline. */
export const baselineVerdictSchema = z
  .strictObject({
    baselineRunId: runIdSchema,
    /** Worst verdict among the headline metrics. */
    verdict: verdictSchema,
    sentence: z.string(),
    metrics: z.array(metricDeltaSchema),
  })
  .meta({ id: 'BaselineVerdict' });
export type BaselineVerdict = z.infer<typeof baselineVerdictSchema>;

/** For CI: failed when a threshold failed, the run did not complete, or a headline metric is worse than the baseline. */
export const ciStatusSchema = z.enum(['passed', 'failed']);

export const trendQuerySchema = z.strictObject({ metric: z.enum(comparedMetrics).default('p99') });
export const trendSchema = z
  .strictObject({
    metric: z.enum(comparedMetrics),
    points: z.array(
      z.strictObject({
        runId: runIdSchema,
        at: z.iso.datetime(),
        value: z.number().nullable(),
        validity: validitySchema.nullable(),
        tags: z.record(z.string(), z.string()),
        isBaseline: z.boolean(),
      }),
    ),
    /** E-divisive change points: the first run of each new level. */
    changePoints: z.array(z.strictObject({ runId: runIdSchema, before: z.number(), after: z.number(), relative: z.number() })),
    /** Relative; learned from the plan's own A/A pairs, null until there are enough. */
    noiseFloor: z.number().nullable(),
  })
  .meta({ id: 'Trend' });
export type Trend = z.infer<typeof trendSchema>;
