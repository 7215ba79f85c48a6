/**
 * An experiment: variants × repeats, made in rounds by the same workers with a cool-down between, as one queued object: at once, or interleaved (ABBA…).
 * Its runs are ordinary runs; the experiment owns their order, their arms and the verdict.
 */
import { z } from 'zod';
import { markPublic, publicObject } from '../api/public.ts';
import { type Refusal, refusal, refuse, refused } from '../api/refusal.ts';
import { comparisonResultSchema, mayBeDecided } from '../comparison/comparison.ts';
import { trendMetrics } from '../figure/compared-metric.ts';
import { metricDeltaSchema } from '../figure/verdict.ts';
import { waitingTimeSchema } from '../figure/waiting-time.ts';
import { nameSchema, planSchema, runLengthMs } from '../plan/plan.ts';
import { shownPlanSchema } from '../plan/shown-plan.ts';
import { foreignThreshold, thresholdResultSchema, thresholdSchema } from '../plan/threshold.ts';
import { durationMs, durationSchema } from '../request/duration.ts';
import { shownUrlSchema } from '../resources/plan-resources.ts';
import { runLimits, searchLimitSchema, searchLimits } from '../run/limit.ts';
import { runIdSchema, runNumberSchema, runSchema, runStateSchema } from '../run/run.ts';
import { leastTurnsMs } from '../run/turns.ts';
import { validitySchema } from '../run/validity.ts';
import {
  type DesignedExperiment,
  designByDefault,
  designReasonSchema,
  designSchema,
  designs,
  hasShortCalls,
  lastsForTurns,
  mayRunTogether,
  roundsMs,
} from './design.ts';
import { experimentKinds, shownExperimentShape } from './experiment-list.ts';
import { capacityCodeSchema, experimentRemarkSchema, kneeCodeSchema } from './experiment-remark.ts';
import { powerSchema } from './power.ts';

/** Two in a hundred lost are the noise of a short try; more are requests that the target did not serve. */
export const keepsUpByDefault = 0.98;

const variantSchema = z.strictObject({
  name: nameSchema,
  plan: planSchema,
  /** As `secretsFrom` of the experiment, for this variant alone: variants that come from two runs have the secrets of each. */
  secretsFrom: z.uuid().optional(),
});

/** A change point of a plan's trend. */
export const confirmsSchema = z.strictObject({
  metric: z.enum(trendMetrics),
  /** Ids of the last run before it and the first one after it. */
  before: z.uuid(),
  after: z.uuid(),
});
export type Confirms = z.infer<typeof confirmsSchema>;

export const createExperimentSchema = z
  .strictObject({
    name: nameSchema.optional(),
    /** Saved plan the variants came from: it gets the noise floor of an A/A and the figure of a capacity search. */
    planId: z.uuid().optional(),
    /** Id of the run or saved plan whose stored secrets the `•••` in the variants stand for; `planId` where absent. */
    secretsFrom: z.uuid().optional(),
    kind: z.enum(experimentKinds).default('ab'),
    /** The first variant is the base. A capacity search has one. */
    variants: z.array(variantSchema).min(1).max(60),
    /** Runs of each variant. */
    repeats: z.int().min(1).max(20).default(3),
    order: z.literal('interleaved').default('interleaved'),
    coolDown: durationSchema.refine((value) => durationMs(value) <= 600_000, refused('cool_down_most')).default('2s'),
    /** Add repeats one by one until every headline verdict is decided, up to this many; null = never. */
    extendTo: z.int().min(1).max(30).nullable().default(null),
    /** `auto` chooses: together where each variant has a target of its own, turns where they share one and last long enough. */
    design: z.enum(['auto', ...designs]).default(designByDefault.design),
    /** The relative change that is to be found; one that is wholly within half of it is no difference. */
    detect: z.number().min(0.001).max(0.5).default(designByDefault.detect),
    /** Extends itself as `extendTo` says, to as many rounds as have room in this time. */
    maxDuration: durationSchema.optional(),
    /** A POST to this URL restarts the services of all variants, between each two rounds. It is allowed as targets are. */
    restart: z
      .strictObject({ url: shownUrlSchema('restart_secret') })
      .nullable()
      .default(null),
    confirms: confirmsSchema.optional().meta({
      description: 'A change in the trend of its plan that it is to confirm, by the plans of both runs.',
    }),
    /** Capacity search only: the highest open-loop rate at which these hold. */
    search: z
      .strictObject({
        thresholds: z.array(thresholdSchema).min(1).max(10),
        startRate: z.number().positive(),
        maxRate: z.number().positive(),
        /** Stop when the interval is this narrow, relative. */
        precision: z.number().min(0.005).max(0.5).default(0.05),
        /** A rate holds where this share of the planned requests had good answers, at least. */
        keepsUp: z.number().min(0.5).max(1).default(keepsUpByDefault),
      })
      .nullable()
      .default(null),
  })
  .superRefine((experiment, context) => {
    const issue = (path: PropertyKey[], reason: Refusal) => refuse(context, path, reason);
    const { kind, variants } = experiment;
    if (kind === 'ab' && (variants.length < 2 || variants.length > 5)) issue(['variants'], refusal('ab_variants'));
    if (kind === 'aa' && variants.length !== 1) issue(['variants'], refusal('aa_variants'));
    if (kind === 'capacity' && variants.length !== 1) issue(['variants'], refusal('capacity_variants'));
    if (kind === 'sweep' && variants.length < 2) issue(['variants'], refusal('sweep_variants'));
    if (new Set(variants.map((variant) => variant.name)).size !== variants.length) issue(['variants'], refusal('variants_same_name'));
    if (experiment.extendTo !== null && experiment.extendTo < experiment.repeats)
      issue(['extendTo'], refusal('extend_below_repeats', { repeats: experiment.repeats }));
    refuseDesign(experiment, issue);
    if (experiment.restart && kind !== 'ab') issue(['restart'], refusal('restart_kinds'));
    if (experiment.confirms && (kind !== 'ab' || variants.length !== 2 || experiment.planId === undefined))
      issue(['confirms'], refusal('confirms_ab'));
    if (kind === 'aa' && experiment.repeats < 2) issue(['repeats'], refusal('aa_repeats'));
    if ((kind === 'capacity') !== (experiment.search !== null))
      issue(['search'], refusal(kind === 'capacity' ? 'capacity_search' : 'search_of_capacity'));
    if (kind === 'capacity' && variants[0]?.plan.load.model !== 'open')
      issue(['variants', 0, 'plan', 'load', 'model'], refusal('capacity_open'));
    if (experiment.search && experiment.search.maxRate < experiment.search.startRate)
      issue(['search', 'maxRate'], refusal('max_below_start'));
    experiment.search?.thresholds.forEach((expression, index) => {
      const reason = variants[0] && foreignThreshold(expression, variants[0].plan);
      if (reason) issue(['search', 'thresholds', index], reason);
    });
  });

function refuseDesign(experiment: DesignedExperiment, issue: (path: PropertyKey[], reason: Refusal) => void): void {
  const { kind, variants, design, maxDuration, repeats } = experiment;
  const differ = (of: (plan: DesignedExperiment['variants'][number]['plan']) => unknown) =>
    new Set(variants.map(({ plan }) => of(plan))).size > 1;
  if (design === 'together' || design === 'turns') {
    if (!mayRunTogether(kind)) issue(['design'], refusal('together_kinds'));
    if (differ(({ generators }) => JSON.stringify(generators))) issue(['design'], refusal('together_generators'));
  }
  if (design === 'turns') {
    if (differ(runLengthMs)) issue(['design'], refusal('turns_lengths'));
    else if (variants.some(({ plan }) => runLengthMs(plan) !== null && !lastsForTurns(plan)))
      issue(['design'], refusal('turns_too_short', { seconds: leastTurnsMs / 1000 }));
    if (variants.some(({ plan }) => !hasShortCalls(plan))) issue(['design'], refusal('turns_call_length'));
  }
  if (maxDuration === undefined) return;
  if (variants.some(({ plan }) => runLengthMs(plan) === null)) issue(['maxDuration'], refusal('max_duration_unknown'));
  else if (roundsMs(experiment, repeats) - durationMs(experiment.coolDown) > durationMs(maxDuration))
    issue(['maxDuration'], refusal('max_duration_short', { repeats }));
}

/** The most repeats of each variant of an A/B, in all. */
export const mostRepeats = 30;
export const moreRepeatsSchema = z.strictObject({
  repeats: z.int().min(1).max(10).default(3).meta({ description: 'Further runs of each variant.' }),
});
export type CreateExperiment = z.infer<typeof createExperimentSchema>;

/** The result of one rate of a capacity search. */
export const capacityTrySchema = publicObject({
  /** `limited`: what `because` names was the limit, not the target, so nothing is known of the target at this rate. */
  outcome: z.enum(['held', 'broke', 'limited']),
  /** Too few good answers, a growing backlog, a threshold, a run that stopped by itself, or the limit; null where it held. */
  because: z.enum(['good_answers', 'backlog', 'thresholds', 'auto_stopped', ...searchLimits]).nullable(),
  /** Good answers / planned requests; null where nothing was measured. */
  goodShare: z.number().nullable(),
  /** The confirming try lasts longer. */
  confirming: z.boolean(),
  /** Stamped degraded or invalid: by other work on the machine, or by the generator itself. */
  disturbed: z.enum(['generator', 'other_work']).nullable(),
  /** False: it was disturbed, and the rate is tried again. */
  counts: z.boolean(),
});
export type CapacityTry = z.infer<typeof capacityTrySchema>;

/** The limits that held the runs of one variant of a sweep back. */
export const sweepLevelSchema = z.strictObject({
  variant: z.int().nonnegative(),
  limit: z.enum(runLimits).meta({
    description:
      'What held most of its completed runs back, as each of them was judged; unknown where they differ. Only with target or none do its figures tell what the target can do.',
  }),
  disturbed: capacityTrySchema.shape.disturbed.meta({
    description: 'Was a run stamped degraded or invalid: by other work on the machine, or by the generator itself?',
  }),
});
export type SweepLevel = z.infer<typeof sweepLevelSchema>;

export const experimentRunSchema = z.strictObject({
  /** Place in the order, from 0. */
  position: z.int().nonnegative(),
  /** Index into `variants`. For A/A: 0 and 1 are the two sides of the one variant. */
  variant: z.int().nonnegative(),
  /** Null until it is started. */
  runId: runIdSchema.nullable(),
  number: runNumberSchema,
  state: runStateSchema.nullable(),
  ending: runSchema.shape.ending,
  validity: validitySchema.nullable(),
  /** Open-loop rate of this run in a capacity search. */
  rate: z.number().nullable(),
  passed: z.boolean().nullable(),
  /** The results of its plan's thresholds; none before it is over. */
  thresholds: z.array(thresholdResultSchema).default([]),
  throughputPerSecond: z.number().nullable(),
  p99Us: z.number().nullable(),
  waiting: waitingTimeSchema,
  errorRate: z.number().nullable(),
  goodputPerSecond: z.number().nullable().default(null),
  /** Capacity search only: null while it is under way, and for what an older version judged. */
  try: capacityTrySchema.nullable().default(null),
});
export type ExperimentRun = z.infer<typeof experimentRunSchema>;

export const capacitySchema = publicObject({
  /** Highest rate that held; null when even the start rate did not. */
  rate: z.number().nullable(),
  interval: metricDeltaSchema.shape.interval,
  confirmed: z.boolean(),
  sentence: markPublic(z.string(), 'text'),
  code: capacityCodeSchema.nullable().default(null).meta({ description: '`sentence` as a code. Null where an older version found it.' }),
  /** The limit that ended the search above the rate, where it was not the target: then the target carries at least the rate. */
  limit: searchLimitSchema.nullable().default(null),
  /** Tries that were disturbed, of all that were made. */
  disturbed: publicObject({ tries: z.int().nonnegative(), of: z.int().nonnegative() }).nullable().default(null),
});
export type Capacity = z.infer<typeof capacitySchema>;

export const kneeSchema = publicObject({
  variant: z.int(),
  sentence: markPublic(z.string(), 'text'),
  code: kneeCodeSchema.nullable().default(null).meta({ description: '`sentence` as a code. Null where an older version found it.' }),
});

export const experimentSchema = z
  .strictObject({
    ...shownExperimentShape,
    planId: z.uuid().nullable(),
    remarks: z
      .array(experimentRemarkSchema)
      .default([])
      .meta({ description: 'How it stands or how it ended, and what happened on the way, as codes with their figures.' }),
    variants: z.array(z.strictObject({ name: z.string(), plan: shownPlanSchema })),
    repeats: z.int(),
    order: z.literal('interleaved'),
    coolDown: z.string(),
    extendTo: z.int().nullable(),
    design: designSchema,
    designReason: designReasonSchema.nullable().meta({ description: 'Why it has this design. Null where an older version asked for it.' }),
    confirms: confirmsSchema.nullable(),
    detect: z
      .number()
      .meta({ description: 'The relative change that it is to find; one that is wholly within half of it is no difference.' }),
    power: powerSchema.nullable().meta({
      description: 'The change that it will see, or could have seen. Null: not known yet.',
    }),
    search: createExperimentSchema.shape.search,
    restart: createExperimentSchema.shape.restart,
    runs: z.array(experimentRunSchema),
    /** The base against each other variant that has finished runs; live while it goes. */
    comparisons: z.array(z.strictObject({ variant: z.int(), result: comparisonResultSchema })),
    /** A/A only: smallest relative change per metric this setup can see. */
    noiseFloor: z.number().nullable(),
    capacity: capacitySchema.nullable(),
    /** Sweep only: variant after which more load gives no more throughput. */
    knee: kneeSchema.nullable(),
    levels: z
      .array(sweepLevelSchema)
      .default([])
      .meta({ description: 'Sweep only: the variants with judged runs. Empty where an older version ran it.' }),
  })
  .meta({ id: 'Experiment' });
export type Experiment = z.infer<typeof experimentSchema>;

/** May more repeats decide it? Nothing compared yet is nothing against it. */
export function repeatsMayDecide({ comparisons }: Pick<Experiment, 'comparisons'>): boolean {
  return comparisons.length === 0 || comparisons.some(({ result }) => result.candidates.some(mayBeDecided));
}
/** The part of an experiment that changes while it is under way: all but its variants, whose plans may hold files of a megabyte. */
export const experimentProgressSchema = experimentSchema.omit({ variants: true }).meta({ id: 'ExperimentProgress' });
export type ExperimentProgress = z.infer<typeof experimentProgressSchema>;
