/** A run: one execution of a plan snapshot. "Did it run" (state), "did it pass" (thresholds) and "can it be trusted" (validity) are three questions. */
import { z } from 'zod';
import { markPublic, publicObject } from '../api/public.ts';
import { refused } from '../api/refusal.ts';
import { histogramsIn } from '../figure/times.ts';
import { baselineVerdictSchema, ciStatusSchema, verdictSchema } from '../figure/verdict.ts';
import { spokenProtocols } from '../plan/connection.ts';
import { listedPlanSchema } from '../plan/listed-plan.ts';
import { noteSchema, planSchema, tagsSchema } from '../plan/plan.ts';
import { shownPlanSchema } from '../plan/shown-plan.ts';
import { thresholdResultSchema } from '../plan/threshold.ts';
import { limitEvidenceSchema, runLimits } from './limit.ts';
import { countFailedAnswers, errorExampleSchema, outcomeKinds } from './outcome.ts';
import { runEndingSchema } from './run-ending.ts';
import { runSourceSchema } from './run-source.ts';
import { buildTimesShape, grpcFiguresSchema } from './sample.ts';
import { buildShape, fieldsIn } from './sample-fields.ts';

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

/** `unwatched`: another tool made the load, and how its generator did is not known. */
export const validityStamps = ['valid', 'unwatched', 'degraded', 'invalid'] as const;
/** The remedies for a limit that is not the target's: raw sockets, more load threads, another generator; more connections. */
export const generatorRemedies = ['wire', 'threads', 'generators', 'connections'] as const;
export type GeneratorRemedy = (typeof generatorRemedies)[number];
/** Was the generator fit to measure? */
export const validitySchema = z
  .strictObject({
    /** The stamp of the generator alone. */
    stamp: markPublic(z.enum(validityStamps)),
    /** Each is one plain sentence with its number. */
    reasons: markPublic(z.array(z.string()), 'text'),
    limit: markPublic(
      z.enum(runLimits).nullable().default(null).meta({
        description:
          'What held the run back: nothing, the target, the connections that the plan allows, the generator (short of processor time), its HTTP client (threads full), the network, or not known. Null where it was not judged: nothing was measured, or an older version judged the run.',
      }),
    ),
    evidence: markPublic(z.array(limitEvidenceSchema).default([]).meta({ description: 'What shows the limit, by second of the run.' })),
    otherWork: markPublic(
      z.number().min(0).max(1).nullable().default(null).meta({
        description:
          "Share of the machine's cores used by others than generator and target while the load was on, host steal included. Null where it is not known.",
      }),
    ),
    advice: z.array(z.enum(generatorRemedies)).default([]).meta({
      description:
        'Where the generator or its client was the limit of a closed run, what would help, the cheapest first: the same plan with connection.client wire, with more load threads (PLIMSOLL_THREADS), with one more generator. Where the connections of the plan were the limit: more of them.',
    }),
  })
  .meta({ id: 'Validity' });
export type Validity = z.infer<typeof validitySchema>;
/** The rest of a stamp where nobody judged what held the run back. */
export const unjudged: Omit<Validity, 'stamp' | 'reasons'> = { limit: null, evidence: [], otherWork: null, advice: [] };

const count = z.int().nonnegative();

/** A rate that a version before migration 019 did not keep; null there. */
const laterRate = z.number().nonnegative().nullable().default(null);

export const errorGroupSchema = z.strictObject({
  /** `503` for a status, `UNAVAILABLE` for one of gRPC, else the outcome: `connect_refused`. */
  kind: markPublic(z.string()),
  count: markPublic(count),
  example: errorExampleSchema.nullable(),
});
export type ErrorGroup = z.infer<typeof errorGroupSchema>;

/** One request of a plan with several, over the whole run without its warm-up. */
export const requestSummarySchema = z.strictObject({
  name: markPublic(z.string(), 'request'),
  ...buildShape(fieldsIn('requestSummary')),
  /** Finished requests: every outcome but cut_off. */
  requests: markPublic(count),
  /** failed / requests; null when nothing finished. */
  errorRate: markPublic(z.number().nullable()),
  throughputPerSecond: markPublic(z.number().nonnegative()),
  goodputPerSecond: markPublic(laterRate),
  ...buildTimesShape(histogramsIn('requestSummary')),
});
export type RequestSummary = z.infer<typeof requestSummarySchema>;

/** The time in which requests were due, from the end of the first second in which some ended. */
export const whileLoadedSchema = z.strictObject({
  seconds: z.number().positive(),
  plannedPerSecond: z.number().nonnegative(),
  /** Good answers that came while requests were due. */
  goodPerSecond: z.number().nonnegative(),
  /** Requests under way and waiting for a connection, at both ends; how they grew is the median of all slopes between two seconds. */
  backlog: z.strictObject({ first: count, last: count, growthPerSecond: z.number() }),
});
export type WhileLoaded = z.infer<typeof whileLoadedSchema>;

/** A whole run without its warm-up: computed from samples, never incremented. */
export const summarySchema = z
  .strictObject({
    /** Finished requests: every outcome but cut_off. */
    requests: markPublic(count),
    /** planned = sent + dropped; sent = Σ outcomes. */
    ...buildShape(fieldsIn('summary')),
    /** failed / requests; null when nothing finished. */
    errorRate: markPublic(z.number().nullable()),
    /** Measured time, ms. */
    durationMs: markPublic(z.number().nonnegative()),
    /** Finished requests (done + failed) per second of measured time. */
    throughputPerSecond: markPublic(z.number().nonnegative()),
    /** Good answers (done) per second of measured time. */
    goodputPerSecond: markPublic(laterRate),
    /** dropped / planned; null when nothing was planned. */
    droppedShare: markPublic(z.number().nonnegative().nullable().default(null)),
    /** Connections opened per second of measured time. The most at once are `connections.open`. */
    connectionsPerSecond: markPublic(laterRate),
    /** The most requests under way at once; null where an older version or another tool recorded the run. */
    peakInFlight: markPublic(count.nullable().default(null)),
    /** Did the target keep up? Null where too little was measured, or an older version or another tool recorded the run. */
    whileLoaded: whileLoadedSchema.nullable().default(null),
    /** Bytes × 8 per second of measured time. */
    bitsPerSecond: markPublic(
      publicObject({ sent: z.number().nonnegative(), received: z.number().nonnegative() }).nullable().default(null),
    ),
    /** The first and the last second in which each status, and each outcome without an answer, came. Empty where an older version did not keep it. */
    statusSeconds: markPublic(
      z.record(z.string(), publicObject({ first: count, last: count })).default({}),
      'plain',
      new RegExp(`^(\\d+|${outcomeKinds.join('|')})$`),
    ),
    // The text that the target wrote is private.
    redirectTo: z.string().nullable().default(null).meta({
      description:
        'Where the first redirect of the run leads to, as the target wrote it, secrets masked. Null where none came, or an older version ran it.',
    }),
    /**
     * Do `responseTime` and `serviceTime` hold the times of failed answers, too? Versions before migration 019 timed them together.
     * See `hasMixedTimes`.
     */
    timesMixed: markPublic(z.boolean().default(true)),
    ...buildTimesShape(histogramsIn('summary')),
    /** Null where no gRPC call got as far as a message or a status. */
    grpc: markPublic(grpcFiguresSchema.nullable().default(null)),
    /** Sent in the warm-up and left out of everything above. */
    warmup: markPublic(publicObject({ sent: count, requests: count })),
    errors: markPublic(z.array(errorGroupSchema)),
    /** Each request of a plan with several, in the plan's order. */
    byRequest: markPublic(z.array(requestSummarySchema).default([])),
  })
  .meta({ id: 'Summary' });
export type Summary = z.infer<typeof summarySchema>;

/** Were failed answers timed together with good ones? Then percentiles of response and service time say little of either. */
export function hasMixedTimes(summary: Pick<Summary, 'timesMixed' | 'failed' | 'outcomes'>): boolean {
  return summary.timesMixed && countFailedAnswers(summary) > 0;
}

/** Is it known what it did with connections? Files of other tools do not say it. */
export function tellsConnections({ connectionsPerSecond, connections }: Pick<Summary, 'connectionsPerSecond' | 'connections'>): boolean {
  return connectionsPerSecond !== null || connections.opened > 0;
}

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
});
export type Environment = z.infer<typeof environmentSchema>;

/** One of the generators of a run, where several made it together. */
export const generatorSchema = environmentSchema
  .pick({ worker: true, hostname: true, cpuModel: true, cores: true, threads: true })
  .extend({ shard: count });
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
    /** Null while it runs. */
    ciStatus: ciStatusSchema.nullable(),
    /** The experiment this run is part of. */
    experimentId: z.uuid().nullable(),
    /** The file of another tool it was imported from; null where Plimsoll made the load. */
    source: runSourceSchema.nullable().default(null),
  })
  .meta({ id: 'Run' });
export type Run = z.infer<typeof runSchema>;

/** A run as a list shows it: without the samples, the errors' examples, the plan's long contents and where it was generated. */
export const runListItemSchema = runSchema
  .omit({ environment: true, generators: true })
  .extend({ plan: listedPlanSchema })
  .meta({ id: 'RunListItem' });
export type RunListItem = z.infer<typeof runListItemSchema>;

export const runListSchema = z.strictObject({
  items: z.array(runListItemSchema),
  nextCursor: z.string().nullable(),
  total: z.int().nonnegative().meta({
    description: 'Runs that match. They are counted up to 10 000, found by a word or a tag up to 1 000: one more stands for any more.',
  }),
});
export const runListQuerySchema = z.strictObject({
  /** One state, or `active` / `finished` for a group. */
  state: z.union([runStateSchema, z.enum(['active', 'finished'])]).optional(),
  planId: z.uuid().optional(),
  experimentId: z.uuid().optional(),
  /** Verdict against the baseline; `worse` lists the regressions. */
  verdict: verdictSchema.optional(),
  /** `name` or `name:value`. */
  tag: z.string().max(260).optional(),
  search: z.string().max(200).optional().meta({
    description:
      'Words, all of which stand in the name, the URLs, the note or the tags. One of one or two letters or digits is looked for where words begin. One of signs alone, or of one or two other letters, is looked for among the newest 16 000 runs.',
  }),
  cursor: z.string().max(500).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(50),
});
export type RunListQuery = z.infer<typeof runListQuerySchema>;

/** The most runs that a list counts. A search by words and tags finds runs all over the table: each run more costs a look at it. */
export const mostCounted = ({ search, tag }: { search?: string | undefined; tag?: string | undefined }): number =>
  search || tag ? 1000 : 10_000;

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
