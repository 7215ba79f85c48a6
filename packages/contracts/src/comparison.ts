/** Comparing arms of runs. Effect and interval first; a verdict never comes without its interval. */
import { z } from 'zod';
import { curveSchema, runIdSchema, summarySchema, validitySchema } from './run.ts';
import { pointSchema } from './sample.ts';
import { metricDeltaSchema } from './verdict.ts';

export {
  type ComparedMetric,
  comparedMetrics,
  headlineMetrics,
  type MetricDelta,
  metricDeltaSchema,
  type Verdict,
  verdictSchema,
  verdicts,
} from './verdict.ts';

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

/** A request of plans with several, compared by its name. */
export const requestDeltaSchema = z.strictObject({
  name: z.string(),
  /** Which arms have it. Only where both do are there metrics. */
  in: z.enum(['both', 'base', 'candidate']),
  metrics: z.array(metricDeltaSchema),
});
export type RequestDelta = z.infer<typeof requestDeltaSchema>;

/** An error kind of either arm: `503` for a status, else the outcome. */
export const errorDeltaSchema = z.strictObject({
  kind: z.string(),
  change: z.enum(['new', 'gone', 'both']),
  /** How often, over the arm's runs. */
  base: z.int().nonnegative(),
  candidate: z.int().nonnegative(),
  /** Share of the arm's finished requests. */
  baseShare: z.number().nonnegative(),
  candidateShare: z.number().nonnegative(),
});
export type ErrorDelta = z.infer<typeof errorDeltaSchema>;

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
    /** In the base plan's order, then what only the candidate has. Their verdicts stand apart from the headline's. */
    byRequest: z.array(requestDeltaSchema).default([]),
    /** Errors of either arm, new ones first. */
    errors: z.array(errorDeltaSchema).default([]),
    /** The headline in one sentence. */
    sentence: z.string(),
  })
  .meta({ id: 'ComparisonResult' });
export type ComparisonResult = z.infer<typeof comparisonResultSchema>;

const runIds = z.array(runIdSchema).min(1).max(50);
const second = z.coerce.number().int().nonnegative();
export const comparisonQuerySchema = z
  .strictObject({
    base: z.string().max(2000),
    candidate: z.string().max(2000),
    /** Compare only these seconds of every run, counted from its start (warm-up included): from ≤ second < to. Both or none. */
    from: second.optional(),
    to: second.optional(),
  })
  .superRefine(({ from, to }, context) => {
    if ((from === undefined) !== (to === undefined))
      context.addIssue({ code: 'custom', path: [from === undefined ? 'from' : 'to'], message: 'A window needs both from and to.' });
    else if (from !== undefined && to !== undefined && to <= from)
      context.addIssue({ code: 'custom', path: ['to'], message: `The window ends before it begins (from ${from}).` });
  });
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
