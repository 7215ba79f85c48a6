/** A share: a frozen, redacted snapshot behind an unguessable, expiring, revocable link. Built of the fields that are marked public. */
import { z } from 'zod';
import { markPublic, publicObject } from '../api/public.ts';
import { refused } from '../api/refusal.ts';
import { comparisonResultSchema, mostCandidates } from '../comparison/comparison.ts';
import { capacitySchema, capacityTrySchema, kneeSchema } from '../experiment/experiment.ts';
import { experimentKinds, experimentStateSchema } from '../experiment/experiment-list.ts';
import { experimentRemarkSchema } from '../experiment/experiment-remark.ts';
import { experimentCourseSchema } from '../experiment/foreseen-power.ts';
import { powerSchema } from '../experiment/power.ts';
import { settingNames } from '../plan/setting.ts';
import { thresholdResultSchema } from '../plan/threshold.ts';
import { resourcesSchema } from '../resources/resources.ts';
import { curveSchema } from '../run/curve.ts';
import { runLimits } from '../run/limit.ts';
import { regionLineSchema } from '../run/region-line.ts';
import { runIdSchema, runSchema } from '../run/run.ts';
import { pointSchema } from '../run/sample.ts';
import { storySchema } from '../run/story.ts';
import { validitySchema, validityStamps } from '../run/validity.ts';

/** The fields that the sharer may mask besides those that are never public (headers, bodies, query values, note, host of the generator). */
export const hideable = ['host', 'path', 'tags', 'name'] as const;
export const hideableSchema = z.enum(hideable);
export type Hideable = z.infer<typeof hideableSchema>;

export const shareKinds = ['run', 'comparison', 'experiment'] as const;
export type ShareKind = (typeof shareKinds)[number];

export const createShareSchema = z
  .strictObject({
    runId: runIdSchema.optional(),
    comparisonId: z.uuid().optional(),
    experimentId: z.uuid().optional(),
    expiresInDays: z.number(refused('days_number')).positive(refused('expiry_past')).max(365).default(30),
    hide: z.array(hideableSchema).max(hideable.length).default([]),
  })
  .refine(
    ({ runId, comparisonId, experimentId }) => [runId, comparisonId, experimentId].filter((id) => id !== undefined).length === 1,
    refused('share_single'),
  );
export const createdShareSchema = z.strictObject({ id: z.uuid(), url: z.string(), expiresAt: z.iso.datetime() });
export const shareListItemSchema = z.strictObject({
  id: z.uuid(),
  kind: z.enum(shareKinds),
  title: z.string(),
  runId: runIdSchema.nullable(),
  comparisonId: z.uuid().nullable(),
  experimentId: z.uuid().nullable(),
  hide: z.array(hideableSchema),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  revokedAt: z.iso.datetime().nullable(),
  viewCount: z.int().nonnegative(),
});
/** `DELETE /shares`: how many links and badges that still worked are gone. */
export const revokedSharesSchema = z.strictObject({ revoked: z.int().nonnegative() });
export const shareListSchema = z.strictObject({ items: z.array(shareListItemSchema) });

/** A request of a plan with several: what it extracts, sends and checks stays at home. */
const sharedRequestSchema = publicObject({
  name: markPublic(z.string(), 'request'),
  method: z.string(),
  url: markPublic(z.string(), 'url'),
  weight: z.int(),
});

/** The load and connection of a plan as the public sees them; the target is method and masked URL only. */
export const sharedPlanSchema = publicObject({
  name: markPublic(z.string(), 'name'),
  /** The method of the first request; the call, where that is one of gRPC. */
  method: z.string(),
  url: markPublic(z.string(), 'url'),
  /** Every request of a plan with several. */
  requests: z.array(sharedRequestSchema),
  /** Are they sent one after the other, rather than by weight? */
  sequence: z.boolean(),
  /** Is each of them a stream of messages? Null in what an older version froze. */
  streamsOnly: z.boolean().nullable().default(null),
  connection: runSchema.shape.plan.shape.connection,
  load: runSchema.shape.plan.shape.load,
  warmup: z.string(),
  timeout: z.string(),
  thresholds: markPublic(z.array(z.string()), 'text'),
  tags: z.record(z.string(), z.string()),
});
export type SharedPlan = z.infer<typeof sharedPlanSchema>;

export const sharedRunSchema = z.strictObject({
  kind: z.literal('run'),
  title: z.string(),
  plan: sharedPlanSchema,
  run: publicObject({
    ...runSchema.pick({ state: true, validity: true, thresholds: true, summary: true, startedAt: true, endedAt: true }).shape,
    /** Made of `ending`, where that is known. */
    stateReason: markPublic(runSchema.shape.stateReason, 'text'),
    ending: runSchema.shape.ending,
  }),
  points: z.array(pointSchema),
  /** Of a run that workers of several regions made. Absent of any other, and in what an older version froze. */
  regions: z.array(regionLineSchema).optional(),
  curve: curveSchema,
  /** Null in what an older version froze. */
  story: storySchema.nullable(),
  /** Sources go by what they are, not by their names. */
  resources: resourcesSchema,
  versions: publicObject({ node: z.string(), client: z.string(), plimsoll: z.string(), cores: z.int(), cpuModel: z.string() }).nullable(),
});
const sharedComparisonSchema = z.strictObject({
  kind: z.literal('comparison'),
  title: z.string(),
  basePlan: sharedPlanSchema,
  /** The plans of the candidates, in their order. */
  candidatePlans: z.array(sharedPlanSchema).min(1).max(mostCandidates),
  comparison: comparisonResultSchema,
});

const figure = z.number().nullable();
const sharedVariantSchema = z.strictObject({
  name: z.string(),
  plan: sharedPlanSchema,
  /** The differences between the variants, as people read them: `Keep-alive`, `off`. Without `setting` an older version froze them so. */
  settings: z.array(z.strictObject({ name: z.string(), value: z.string(), setting: z.enum(settingNames).nullable().default(null) })),
  /** Runs that completed. */
  runs: z.int().nonnegative(),
  /** The worst of its runs. */
  validity: validitySchema.nullable(),
  throughputPerSecond: figure,
  p99Us: figure,
  errorRate: figure,
  /** Of streams that count tokens; null where there are none, and in what an older version froze. */
  tokensPerSecond: figure.default(null),
  ttftP95Us: figure.default(null),
  itlP95Us: figure.default(null),
});
/** One setting with its values, as people read them. Without `setting` an older version froze them so. */
const sharedAxisSchema = z.strictObject({
  title: z.string(),
  values: z.array(z.string()),
  setting: z.enum(settingNames).nullable().default(null),
});
export const sharedExperimentSchema = z.strictObject({
  kind: z.literal('experiment'),
  title: z.string(),
  experiment: z.strictObject({
    kind: z.enum(experimentKinds),
    state: experimentStateSchema,
    /** `remarks` in sentences. */
    stateReason: z.string().nullable(),
    /** Those that the finding does not say. Empty in what an older version froze. */
    remarks: z.array(experimentRemarkSchema).default([]),
    /** The finding, in one sentence. */
    sentence: z.string(),
    createdAt: z.iso.datetime(),
    endedAt: z.iso.datetime().nullable(),
    /** The first is the base. */
    variants: z.array(sharedVariantSchema),
    /** Names of what is compared, the base first: of the variants, or of the two sides of an A/A. */
    arms: z.array(z.string()),
    /** The base against each other arm. Its points and curve stand in the first alone. */
    comparisons: z.array(z.strictObject({ variant: z.int(), result: comparisonResultSchema })),
    noiseFloor: figure,
    /** How small a change it could have seen, and the one that it was to find; null where that is not known. */
    power: publicObject({ ...powerSchema.shape, detect: z.number() })
      .nullable()
      .default(null),
    /** How the interval of each candidate closed in, over so many seconds of load. Null where nothing did, and in what an older version froze. */
    course: publicObject({ detect: z.number(), seconds: z.number(), items: experimentCourseSchema.shape.items }).nullable().default(null),
    /** A sweep over one or two settings: cells are places in `variants`. */
    map: z
      .strictObject({
        rows: sharedAxisSchema.nullable(),
        columns: sharedAxisSchema,
        cells: z.array(z.array(z.int().nullable())),
      })
      .nullable(),
    knee: kneeSchema.nullable(),
    /** The limits that held variants of a sweep back. */
    levels: z.array(publicObject({ variant: z.int(), limit: z.enum(runLimits) })).default([]),
    /** The conditions at the rate that a capacity search looked for. */
    thresholds: z.array(z.string()),
    capacity: capacitySchema.nullable(),
    tries: z.array(
      publicObject({
        rate: z.number(),
        passed: z.boolean().nullable(),
        throughputPerSecond: figure,
        /** None in what an older version froze. */
        thresholds: z.array(thresholdResultSchema).default([]),
        p99Us: figure,
        errorRate: figure,
        goodputPerSecond: figure.default(null),
        stamp: z.enum(validityStamps).nullable().default(null),
        try: capacityTrySchema.nullable().default(null),
      }),
    ),
  }),
});
/** `GET /api/v1/shared/:token` */
export const sharedSchema = z
  .strictObject({
    expiresAt: z.iso.datetime(),
    createdAt: z.iso.datetime(),
    /** Is it one of the shipped pair that a new team is shown? */
    sample: z.boolean().default(false),
    content: z.discriminatedUnion('kind', [sharedRunSchema, sharedComparisonSchema, sharedExperimentSchema]),
  })
  .meta({ id: 'Shared' });
export type Shared = z.infer<typeof sharedSchema>;
export type SharedContent = Shared['content'];
export type SharedComparison = z.infer<typeof sharedComparisonSchema>;
export type SharedExperiment = z.infer<typeof sharedExperimentSchema>;
