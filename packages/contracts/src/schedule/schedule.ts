/** A schedule: starts a plan, or an experiment as an earlier one was, at times of the clock; and what became of each of these times. */
import { z } from 'zod';
import { roleSchema } from '../account/account.ts';
import { codeOf, othersText as text } from '../api/code.ts';
import { problemCodeSchema } from '../api/problem.ts';
import { type Refusal, refusal, refuse } from '../api/refusal.ts';
import { experimentKinds, experimentStateSchema } from '../experiment/experiment-list.ts';
import { verdictSchema } from '../figure/verdict.ts';
import { nameSchema, tagsSchema } from '../plan/plan.ts';
import { runIdSchema, runNumberSchema, runStateSchema } from '../run/run.ts';
import { cronSchema, timeZoneSchema } from './cron.ts';

/** Of one team. */
export const mostSchedules = 100;
/** The next times that a schedule tells. */
export const nextTimesTold = 5;
/** Outcomes that are kept of a schedule, and those that a list shows. */
export const mostOutcomes = 200;
export const listedOutcomes = 5;
/** A load whose target is taken, or that a cap holds back, waits so long. */
export const longestWaitMs = 3_600_000;
/** A start that is later than this is told as missed: the installation was down. */
export const lateAfterMs = 60_000;
/** Missed times are counted up to this. */
export const mostMissed = 1000;
/** Less than half a millisecond is not planted. */
export const leastPlantedMs = 0.5;

/** Why a schedule did not start something at a due time, or starts nothing any more. */
export const scheduleReasonSchema = z
  .discriminatedUnion('kind', [
    /** What it started last is still under way, or still waits for its turn. */
    codeOf('lastRuns', {}),
    codeOf('lastWaits', {}),
    /** What another schedule started loads the same host and port. */
    codeOf('targetBusy', {}),
    /** The ordinary checks of a start refused it. `too_many_loads`, `load_held`: at this moment. */
    codeOf('refused', { problem: z.enum([...problemCodeSchema.options, 'too_many_loads', 'load_held', 'unreadable']) }),
    /** Paused while it waited. */
    codeOf('paused', {}),
    /** These pause it. */
    codeOf('authorLeft', {}),
    codeOf('authorMayNot', { role: roleSchema }),
    codeOf('tokenEnded', {}),
    /** Told by an older version. */
    codeOf('drillNotDemo', {}),
    /** A drill needs a baseline, and a share of its p50 that is half a millisecond at least. */
    codeOf('drillNoBaseline', {}),
    codeOf('drillTooFine', { p50Us: z.number() }),
    /** The run by way of the relay, with nothing planted, is under way; or it ended otherwise than by its plan. */
    codeOf('drillReference', {}),
    codeOf('drillReferenceFailed', {}),
    /** A reason of a later version. */
    codeOf('other', { text }),
  ])
  .meta({ id: 'ScheduleReason' });
export type ScheduleReason = z.infer<typeof scheduleReasonSchema>;

export const plantedDrillSchema = z.strictObject({
  /** The share that was asked for, and the one that was planted, both of the p50 that it is held against. */
  share: z.number(),
  plantedMs: z.number().positive().meta({ description: 'Whole milliseconds in the demo target, tenths elsewhere.' }),
  plantedShare: z.number(),
});
export type PlantedDrill = z.infer<typeof plantedDrillSchema>;

export const scheduleOutcomeSchema = z.strictObject({
  dueAt: z.iso.datetime(),
  /** When it was taken up. */
  at: z.iso.datetime(),
  state: z.enum(['started', 'waiting', 'skipped']),
  reason: scheduleReasonSchema.nullable(),
  missed: z
    .int()
    .nonnegative()
    .meta({
      description: `Further due times that passed while the installation was down, which this one stands for; counted up to ${mostMissed}.`,
    }),
  /** Null where it started none, or where it is deleted. */
  run: z.strictObject({ id: runIdSchema, number: runNumberSchema, state: runStateSchema, verdict: verdictSchema.nullable() }).nullable(),
  experiment: z.strictObject({ id: z.uuid(), state: experimentStateSchema }).nullable(),
  reference: z.strictObject({ id: runIdSchema, number: runNumberSchema, state: runStateSchema }).nullable().default(null).meta({
    description: 'Of a drill: the run by way of the same relay with nothing planted, which it is held against. Null: the baseline.',
  }),
  drill: plantedDrillSchema
    .extend({
      /** Did the comparison with the baseline call it worse? Null: not known yet, or it cannot be told. */
      found: z.boolean().nullable(),
    })
    .nullable(),
});
export type ScheduleOutcome = z.infer<typeof scheduleOutcomeSchema>;

export const scheduleSchema = z
  .strictObject({
    id: z.uuid(),
    name: z.string(),
    /** One of the two. */
    plan: z.strictObject({ id: z.uuid(), name: z.string() }).nullable(),
    experiment: z.strictObject({ id: z.uuid(), name: z.string(), kind: z.enum(experimentKinds) }).nullable(),
    cron: z.string(),
    timeZone: z.string(),
    tags: z.record(z.string(), z.string()),
    /** A drill: the share of the p50 that is planted in each run. */
    drill: z.number().nullable(),
    /** Whoever changed it last: it starts with the rights that this person has then. Null: without an account now. */
    author: z.strictObject({ id: z.string(), name: z.string() }).nullable(),
    paused: z
      .strictObject({
        since: z.iso.datetime(),
        /** Null: by a person. */
        reason: scheduleReasonSchema.nullable(),
      })
      .nullable(),
    next: z.array(z.iso.datetime()).meta({ description: `The next ${nextTimesTold} times; none while it is paused.` }),
    outcomes: z.array(scheduleOutcomeSchema).meta({ description: 'The latest first.' }),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: 'Schedule' });
export type Schedule = z.infer<typeof scheduleSchema>;
export const scheduleListSchema = z.strictObject({ items: z.array(scheduleSchema) });

/** At least 1 %: less is below any noise. */
const drillSchema = z.number().min(0.01).max(10);

export const createScheduleSchema = z
  .strictObject({
    name: nameSchema,
    planId: z.uuid().optional().meta({ description: 'Each time a run of the plan as it is then.' }),
    experimentId: z.uuid().optional().meta({ description: 'Each time a new experiment with the variants and settings of this one.' }),
    cron: cronSchema.meta({ description: 'Minute, hour, day of month, month, day of week.' }),
    timeZone: timeZoneSchema.default('UTC').meta({ description: 'An IANA name. Fixed times follow its clocks.' }),
    tags: tagsSchema.default({}).meta({ description: "Beside the plan's own." }),
    drill: drillSchema.nullable().default(null).meta({
      description:
        "Plants so much of the p50 as a delay, which the comparison must call worse. The demo target waits by itself and is held against the plan's baseline; of any other, a run by way of our relay is held against one before it, by the same way with nothing planted.",
    }),
    paused: z.boolean().default(false),
  })
  .superRefine(({ planId, experimentId, tags, drill }, context) => {
    const issue = (path: string[], reason: Refusal) => refuse(context, path, reason);
    if ((planId === undefined) === (experimentId === undefined)) issue(['planId'], refusal('schedule_of'));
    if (experimentId === undefined) return;
    if (Object.keys(tags).length > 0) issue(['tags'], refusal('schedule_tags'));
    if (drill !== null) issue(['drill'], refusal('drill_of_plan'));
  });
export type CreateSchedule = z.infer<typeof createScheduleSchema>;

/** Its author is whoever changes it. */
export const changeScheduleSchema = z.strictObject({
  name: nameSchema.optional(),
  cron: cronSchema.optional(),
  timeZone: timeZoneSchema.optional(),
  tags: tagsSchema.optional(),
  drill: drillSchema.nullable().optional(),
  paused: z.boolean().optional(),
});
export type ChangeSchedule = z.infer<typeof changeScheduleSchema>;
