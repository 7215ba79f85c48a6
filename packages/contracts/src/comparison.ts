/** Comparing arms of runs. Effect and interval first; a verdict never comes without its interval. */
import { z } from 'zod';
import { curveSchema, runIdSchema, summarySchema, validitySchema } from './run.ts';
import { pointSchema } from './sample.ts';

export const comparedMetrics = ['throughput', 'errorRate', 'p50', 'p90', 'p95', 'p99', 'p999'] as const;
export type ComparedMetric = (typeof comparedMetrics)[number];
export const verdicts = ['better', 'worse', 'no_difference', 'not_enough_evidence'] as const;
export const verdictSchema = z.enum(verdicts);
export type Verdict = z.infer<typeof verdictSchema>;

export const metricDeltaSchema = z.strictObject({
  metric: z.enum(comparedMetrics),
  /** Per second (throughput), a fraction (errorRate), µs (percentiles of response time); null when not measured. */
  base: z.number().nullable(),
  candidate: z.number().nullable(),
  /** candidate − base, same unit. */
  delta: z.number().nullable(),
  /** delta / base; for errorRate the difference itself, since its base is often 0. */
  deltaRelative: z.number().nullable(),
  /** 95 % interval of deltaRelative. */
  interval: z.strictObject({ low: z.number(), high: z.number() }).nullable(),
  verdict: verdictSchema,
  /** One sentence: why this verdict. */
  reason: z.string(),
});
export type MetricDelta = z.infer<typeof metricDeltaSchema>;

export const planDifferenceSchema = z.strictObject({
  /** Dotted path, `connection.keepAlive`. */
  field: z.string(),
  base: z.string().nullable(),
  candidate: z.string().nullable(),
  kind: z.enum(['plan', 'environment']),
});
export type PlanDifference = z.infer<typeof planDifferenceSchema>;
export const comparabilityGrades = ['same', 'differs_in_what_was_varied', 'not_like_with_like'] as const;
export const comparabilitySchema = z.strictObject({
  grade: z.enum(comparabilityGrades),
  differences: z.array(planDifferenceSchema),
  sentence: z.string(),
});
export type Comparability = z.infer<typeof comparabilitySchema>;

export const armRunSchema = z.strictObject({
  id: runIdSchema,
  name: z.string(),
  startedAt: z.iso.datetime().nullable(),
  validity: validitySchema.nullable(),
  summary: summarySchema,
});
export const armSchema = z.strictObject({
  runs: z.array(armRunSchema).min(1),
  /** By elapsed second, ≤ 600 points, warm-up left out; of the arm's first run. */
  points: z.array(pointSchema),
  curve: curveSchema,
});
export type Arm = z.infer<typeof armSchema>;

export const comparisonResultSchema = z
  .strictObject({
    base: armSchema,
    candidate: armSchema,
    comparability: comparabilitySchema,
    /** Relative; smallest change this setup can see, or null when it was not measured. */
    noiseFloor: z.number().nullable(),
    /** Relative minimum effect δ used for the verdicts. */
    minimumEffect: z.number(),
    metrics: z.array(metricDeltaSchema),
    /** The headline in one sentence. */
    sentence: z.string(),
  })
  .meta({ id: 'ComparisonResult' });
export type ComparisonResult = z.infer<typeof comparisonResultSchema>;

const runIds = z.array(runIdSchema).min(1).max(50);
export const comparisonQuerySchema = z.strictObject({ base: z.string().max(2000), candidate: z.string().max(2000) });
export const createComparisonSchema = z.strictObject({ base: runIds, candidate: runIds, title: z.string().max(200).optional() });
/** A stored comparison. */
export const comparisonSchema = comparisonResultSchema
  .extend({ id: z.uuid(), title: z.string(), createdAt: z.iso.datetime() })
  .meta({ id: 'Comparison' });
export type Comparison = z.infer<typeof comparisonSchema>;
export const comparisonListSchema = z.strictObject({
  items: z.array(
    z.strictObject({ id: z.uuid(), title: z.string(), createdAt: z.iso.datetime(), baseRunIds: runIds, candidateRunIds: runIds }),
  ),
});
