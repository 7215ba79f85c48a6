/** A share: a frozen, redacted snapshot behind an unguessable, expiring, revocable link. Built from an allow-list of fields. */
import { z } from 'zod';
import { comparabilitySchema, comparisonResultSchema } from './comparison.ts';
import { curveSchema, runIdSchema, runSchema } from './run.ts';
import { pointSchema } from './sample.ts';

/** What the sharer may mask besides what is never public (headers, bodies, query values, note, host of the generator). */
export const hideable = ['host', 'path', 'tags', 'name'] as const;
export const hideableSchema = z.enum(hideable);
export type Hideable = z.infer<typeof hideableSchema>;

export const createShareSchema = z
  .strictObject({
    runId: runIdSchema.optional(),
    comparisonId: z.uuid().optional(),
    expiresInDays: z
      .number({ error: 'Days are a number.' })
      .positive({ error: 'The expiry lies in the past. Give a number of days above 0.' })
      .max(365)
      .default(30),
    hide: z.array(hideableSchema).default([]),
  })
  .refine((share) => (share.runId === undefined) !== (share.comparisonId === undefined), {
    error: 'Share either a run (runId) or a comparison (comparisonId).',
  });
export const createdShareSchema = z.strictObject({ id: z.uuid(), url: z.string(), expiresAt: z.iso.datetime() });
export const shareListItemSchema = z.strictObject({
  id: z.uuid(),
  kind: z.enum(['run', 'comparison']),
  title: z.string(),
  runId: runIdSchema.nullable(),
  comparisonId: z.uuid().nullable(),
  hide: z.array(hideableSchema),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  revokedAt: z.iso.datetime().nullable(),
  viewCount: z.int().nonnegative(),
});
/** `DELETE /shares`: how many links and badges that still worked are gone. */
export const revokedSharesSchema = z.strictObject({ revoked: z.int().nonnegative() });
export const shareListSchema = z.strictObject({ items: z.array(shareListItemSchema) });

/** The load and connection of a plan as the public sees them; the target is method and masked URL only. */
export const sharedPlanSchema = z.strictObject({
  name: z.string(),
  method: z.string(),
  url: z.string(),
  connection: runSchema.shape.plan.shape.connection,
  load: runSchema.shape.plan.shape.load,
  warmup: z.string(),
  timeout: z.string(),
  thresholds: z.array(z.string()),
  tags: z.record(z.string(), z.string()),
});
export type SharedPlan = z.infer<typeof sharedPlanSchema>;

const sharedRunSchema = z.strictObject({
  kind: z.literal('run'),
  title: z.string(),
  plan: sharedPlanSchema,
  run: runSchema.pick({ state: true, stateReason: true, validity: true, thresholds: true, summary: true, startedAt: true, endedAt: true }),
  points: z.array(pointSchema),
  curve: curveSchema,
  versions: z.strictObject({ node: z.string(), undici: z.string(), plimsoll: z.string(), cores: z.int(), cpuModel: z.string() }).nullable(),
});
const sharedComparisonSchema = z.strictObject({
  kind: z.literal('comparison'),
  title: z.string(),
  basePlan: sharedPlanSchema,
  candidatePlan: sharedPlanSchema,
  comparison: comparisonResultSchema.extend({ comparability: comparabilitySchema }),
});
/** `GET /api/v1/shared/:token` */
export const sharedSchema = z
  .strictObject({
    expiresAt: z.iso.datetime(),
    createdAt: z.iso.datetime(),
    content: z.discriminatedUnion('kind', [sharedRunSchema, sharedComparisonSchema]),
  })
  .meta({ id: 'Shared' });
export type Shared = z.infer<typeof sharedSchema>;
export type SharedContent = Shared['content'];
