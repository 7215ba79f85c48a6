/** A plan kept by the team, to run again. */
import { z } from 'zod';
import { ciStatusSchema, verdictSchema } from '../figure/verdict.ts';
import { waitingTimeSchema } from '../figure/waiting-time.ts';
import { listedPlanSchema } from './listed-plan.ts';
import { planSchema } from './plan.ts';
import { shownPlanSchema } from './shown-plan.ts';

export const savedPlanSchema = z.strictObject({
  id: z.uuid(),
  /** Counts up with each change. */
  revision: z.int().positive(),
  plan: shownPlanSchema,
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  baselineRunId: z.uuid().nullable(),
  /** Relative; measured by an A/A experiment of this plan, null before there was one. */
  noiseFloor: z.number().nullable(),
});
export type SavedPlan = z.infer<typeof savedPlanSchema>;
/** A completed run as a sparkline shows it. */
const recentRunSchema = z.strictObject({
  runId: z.uuid(),
  at: z.iso.datetime(),
  p99Us: z.number().nullable(),
  waiting: waitingTimeSchema,
  throughputPerSecond: z.number().nullable(),
  /** Against the baseline of its time. */
  verdict: verdictSchema.nullable(),
  ciStatus: ciStatusSchema.nullable(),
});
/** As many runs of a plan as a list counts: one more stands for any more. */
export const mostCountedOfPlan = 1000;
export const savedPlanListSchema = z.strictObject({
  items: z.array(
    savedPlanSchema.extend({
      plan: listedPlanSchema,
      runCount: z.int().nonnegative().meta({ description: 'Counted up to 1 000: 1 001 stands for any more.' }),
      lastRunAt: z.iso.datetime().nullable(),
      /** The last 20 completed runs, oldest first. */
      recent: z.array(recentRunSchema).max(20),
    }),
  ),
  nextCursor: z.string().nullable(),
});
/** `secretsFrom`: id of the run or saved plan whose stored secrets the `•••` in `plan` stand for. */
export const savePlanSchema = z.strictObject({ plan: planSchema, secretsFrom: z.uuid().optional() });
/** `POST /plans/:id/badge`: the address of the SVG, told once. Asking again gives a new one, and the old one is gone. */
export const planBadgeSchema = z.strictObject({ url: z.string() });
/** `GET /plans/:id/badge`: since when the plan has a badge; null without one. */
export const planBadgeStateSchema = z.strictObject({ since: z.iso.datetime().nullable() });
