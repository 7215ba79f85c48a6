/** A run: one execution of a plan snapshot. "Did it run" (state), "did it pass" (thresholds) and "can it be trusted" (validity) are three questions. */
import { z } from 'zod';
import { refused } from '../api/refusal.ts';
import { ciStatusSchema } from '../figure/verdict.ts';
import { spokenProtocols } from '../plan/connection.ts';
import { noteSchema, planSchema, tagsSchema } from '../plan/plan.ts';
import { shownPlanSchema } from '../plan/shown-plan.ts';
import { thresholdResultSchema } from '../plan/threshold.ts';
import { baselineVerdictSchema } from './baseline-verdict.ts';
import { runEndingSchema } from './run-ending.ts';
import { runSourceSchema } from './run-source.ts';
import { summarySchema } from './summary.ts';
import { turnsSchema } from './turns.ts';
import { validitySchema } from './validity.ts';

export const activeStates = ['queued', 'starting', 'running', 'stopping'] as const;
export const terminalStates = [
  'completed',
  'stopped',
  'auto_stopped',
  'worker_lost',
  'control_lost',
  'start_failed',
  'target_refused',
] as const;
export const runStates = [...activeStates, ...terminalStates] as const;
export const runStateSchema = z.enum(runStates);
export type RunState = z.infer<typeof runStateSchema>;
export type TerminalState = (typeof terminalStates)[number];

export function isTerminal(state: RunState): state is TerminalState {
  return (terminalStates as readonly string[]).includes(state);
}

const count = z.int().nonnegative();

/** Times that the generator itself takes, of requests to an echo of its own over loopback. */
const latencyFloorSchema = z.strictObject({
  p50Us: count,
  p99Us: count,
  ageSeconds: count.meta({
    description: 'Before the run was set up; at most a minute.',
  }),
});
export type LatencyFloor = z.infer<typeof latencyFloorSchema>;

/** The machine that generated a run. Versions and hardware are part of the measurement. */
export const environmentSchema = z.strictObject({
  worker: z.string(),
  hostname: z.string(),
  cpuModel: z.string(),
  cores: z.int().positive(),
  memoryBytes: count,
  kernel: z.string(),
  node: z.string(),
  /** The HTTP client that sent the requests, with its version: `undici 8.12.4`, `wire 0.2.0`. */
  client: z.string(),
  /** The protocol that was spoken, also where the plan says `auto`; null where an older version recorded the run. */
  protocol: z.enum(spokenProtocols).nullable().default(null),
  plimsoll: z.string(),
  threads: z.int().positive(),
  lineBitsPerSecond: z.number().positive().nullable().default(null).meta({
    description: 'Of the network interface towards the target, where the system tells it: not for loopback, and not outside Linux.',
  }),
  latencyFloor: latencyFloorSchema.nullable().default(null).meta({
    description: "Through the run's own client: nothing it measures can be faster.",
  }),
  plantedDelayMs: z.number().nonnegative().optional().meta({
    description: "Only of a drill's runs: they go by way of a relay, on which each answer leaves so much later.",
  }),
});
export type Environment = z.infer<typeof environmentSchema>;

/** One of the generators of a run, where several made it together. */
export const generatorSchema = environmentSchema
  .pick({ worker: true, hostname: true, cpuModel: true, cores: true, threads: true, latencyFloor: true })
  .extend({
    shard: count,
    region: z.string().optional().meta({ description: 'The region of the plan whose share it made; not there where the plan names none.' }),
  });
export type Generator = z.infer<typeof generatorSchema>;

/** The reason for the load's end, as the engine says it. */
export const endReasons = [
  'requests',
  'duration',
  'stages',
  'stopped',
  'auto_stopped',
  'deadline',
  'control_lost',
  'target_refused',
  'failed',
] as const;
export const endReasonSchema = z.enum(endReasons);
export type EndReason = z.infer<typeof endReasonSchema>;

export const runIdSchema = z.uuid();
export const runNumberSchema = z.int().positive().nullable().default(null).meta({
  description: 'Counted per team from 1, never used again. Null for a short while after an upgrade, until the runs of before are numbered.',
});

export const runSchema = z
  .strictObject({
    id: runIdSchema,
    number: runNumberSchema,
    state: runStateSchema,
    /** `ending` as one plain sentence, or null while it runs. */
    stateReason: z.string().nullable(),
    ending: runEndingSchema
      .nullable()
      .default(null)
      .meta({ description: 'Why it ended, as a code with its figures. Null while it runs; `legacy` where an older version ended it.' }),
    endReason: endReasonSchema.nullable(),
    attempt: z.int().positive(),
    planId: z.uuid().nullable(),
    plan: shownPlanSchema,
    tags: tagsSchema,
    note: noteSchema,
    validity: validitySchema.nullable(),
    thresholds: z.array(thresholdResultSchema),
    summary: summarySchema.nullable(),
    environment: environmentSchema.nullable(),
    /** Every worker that made its share of the load, by shard; the first one's environment is `environment`. */
    generators: z.array(generatorSchema).default([]),
    createdBy: z.strictObject({ id: z.string(), name: z.string() }).nullable(),
    createdAt: z.iso.datetime(),
    startedAt: z.iso.datetime().nullable(),
    endedAt: z.iso.datetime().nullable(),
    /** The latest time at which it ends, if its load is bounded by time. */
    expectedDurationMs: z.number().nullable(),
    stopRequested: z.boolean(),
    /** Against the baseline its plan had when it ended; null without one, and while it runs. */
    baseline: baselineVerdictSchema.nullable(),
    /** `failed`: it did not complete, no answer was good, its generator was not fit, a threshold failed, or it is worse than its baseline. Null while it runs. */
    ciStatus: ciStatusSchema.nullable(),
    /** The experiment this run is part of. */
    experimentId: z.uuid().nullable(),
    turns: turnsSchema.nullable().default(null).meta({
      description:
        'The turns that it took with the other runs of its round. Its seconds are then those of its turns; what it sent in burn-ins counts in summary.warmup. Null where it took none.',
    }),
    /** The file of another tool it was imported from; null where Plimsoll made the load. */
    source: runSourceSchema.nullable().default(null),
    importedFile: z
      .strictObject({ bytes: z.int().nonnegative() })
      .nullable()
      .optional()
      .meta({ description: 'The file that it was imported from, where the archive keeps it; null where it does not. Not told in lists.' }),
    schedule: z.strictObject({ id: z.uuid(), name: z.string() }).nullable().optional().meta({
      description: 'The schedule that started it; null where none did, or where it is deleted. Not told in lists.',
    }),
  })
  .meta({ id: 'Run' });
export type Run = z.infer<typeof runSchema>;

export const createRunSchema = z
  .strictObject({
    plan: planSchema.optional(),
    planId: z.uuid().optional(),
    tags: tagsSchema.optional(),
    note: noteSchema.optional(),
    /** Id of the run or saved plan whose stored secrets the `•••` in `plan` stand for. */
    secretsFrom: z.uuid().optional(),
  })
  .refine((body) => (body.plan === undefined) !== (body.planId === undefined), refused('plan_or_id'));
export const updateRunSchema = z.strictObject({ tags: tagsSchema.optional(), note: noteSchema.optional() });
