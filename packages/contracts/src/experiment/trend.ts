/** Baseline and trend of a plan: what each new run is held against, and how the figures went over time. */
import { z } from 'zod';
import { trendMetrics } from '../figure/compared-metric.ts';
import { comparedMetricSchema, verdictSchema } from '../figure/verdict.ts';
import { searchLimitSchema } from '../run/limit.ts';
import { runIdSchema } from '../run/run.ts';
import { validitySchema } from '../run/validity.ts';
import { experimentStateSchema } from './experiment-list.ts';

/** `PUT /plans/:id/baseline`; null unpins it. An invalid run cannot be a baseline. */
export const setBaselineSchema = z.strictObject({ runId: runIdSchema.nullable() });

export const trendQuerySchema = z.strictObject({ metric: z.enum(trendMetrics).default('p99') });
const confirmationSchema = z.strictObject({
  experimentId: z.uuid(),
  state: experimentStateSchema,
  verdict: verdictSchema
    .nullable()
    .meta({ description: 'On the metric of the trend, of the builds where it has one of them. Null until both sides have run.' }),
  confirmed: z.boolean().meta({ description: 'It completed, and found the metric changed the same way.' }),
});
export type Confirmation = z.infer<typeof confirmationSchema>;

export const trendSchema = z
  .strictObject({
    metric: comparedMetricSchema,
    points: z.array(
      z.strictObject({
        runId: runIdSchema,
        at: z.iso.datetime(),
        value: z.number().nullable(),
        validity: validitySchema.nullable(),
        tags: z.record(z.string(), z.string()),
        isBaseline: z.boolean(),
        /** Against the baseline pinned when it ran; null where there was none. */
        verdict: verdictSchema.nullable(),
        /** The revision of the plan it ran with: where it rises, the plan was edited. Null for runs of an older version of Plimsoll. */
        revision: z.int().positive().nullable(),
      }),
    ),
    /** E-divisive change points among the runs that are not invalid and can be compared with the newest: one kind of generator, one machine of the target. A change within the noise floor (3 % at least) is told once an experiment was to confirm it. */
    changePoints: z.array(
      z.strictObject({
        runId: runIdSchema.meta({ description: 'First run at the new level.' }),
        lastBefore: runIdSchema.meta({ description: 'Last run at the level before.' }),
        before: z.number(),
        after: z.number(),
        relative: z.number(),
        confirmation: confirmationSchema.nullable().meta({
          description:
            'The latest experiment that was to confirm it. Runs of different days differ for many reasons: until one did, it is no regression.',
        }),
      }),
    ),
    /** Of this metric, else of the plan. Relative; measured by an A/A experiment, else learned from the plan's own A/A pairs; null until there are enough. */
    noiseFloor: z.number().nullable(),
    /** Capacity searches of this plan, oldest first. */
    capacities: z.array(
      z.strictObject({
        experimentId: z.uuid(),
        at: z.iso.datetime(),
        rate: z.number().nullable(),
        interval: z.strictObject({ low: z.number(), high: z.number() }).nullable(),
        confirmed: z.boolean(),
        /** The limit that ended the search above the rate, where it was not the target. */
        limit: searchLimitSchema.nullable().default(null),
      }),
    ),
  })
  .meta({ id: 'Trend' });
export type Trend = z.infer<typeof trendSchema>;
