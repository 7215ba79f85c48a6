/**
 * A plan: what to do. One schema for YAML and JSON; unknown keys are refused; defaults are filled in, so that a stored
 * plan says everything the run did.
 */
import { z } from 'zod';
import { publicObject } from '../api/public.ts';
import { type Refusal, refusal, refuse, refused } from '../api/refusal.ts';
import { checkClashes, checkSchema } from '../request/check.ts';
import { dataSchema } from '../request/data-rows.ts';
import { durationMs, durationSchema, lastingSchema } from '../request/duration.ts';
import { listRequests, requestListProblems, requestOrders, requestPath, requestSchema } from '../request/requests.ts';
import { targetSchema } from '../request/target.ts';
import { oneLine, text } from '../request/target-text.ts';
import { templateProblems } from '../request/template-problems.ts';
import { planResourcesSchema } from '../resources/plan-resources.ts';
import { connectionClashes, connectionSchema, headerClash } from './connection.ts';
import { planWorkersSchema } from './plan-workers.ts';
import { countGenerators, generatorsSchema } from './planned-generators.ts';
import { contradiction, foreignThreshold, parseThreshold, type Threshold, thresholdSchema } from './threshold.ts';
import { tracingClashes, tracingSchema } from './tracing.ts';

/** Stages of a load. */
export const mostStages = 100;

const connectionsSchema = z.int(refused('connections_whole')).min(1, refused('connections_least'));
const maxConnections = connectionsSchema;

const stageSchema = publicObject({ to: z.number().nonnegative(), over: durationSchema });
const stagesSchema = z
  .array(stageSchema)
  .min(1, refused('stages_least'))
  .max(mostStages, refused('stages_most'))
  .refine((stages) => stages.some((stage) => durationMs(stage.over) > 0), refused('stages_no_time'));

const closedSchema = publicObject({
  model: z.literal('closed'),
  /** Each sends its next request when the previous one ended. */
  connections: connectionsSchema.optional(),
  /** Ends after this many requests … */
  requests: z.int(refused('requests_whole')).min(1, refused('requests_least')).optional(),
  /** … or after this time; whichever comes first. */
  duration: lastingSchema.optional(),
  /** Ramping connections, from `startConnections`, in place of `connections`, `requests` and `duration`. */
  startConnections: z.int().min(0).optional(),
  stages: stagesSchema.optional(),
}).superRefine((load, context) => {
  const issue = (field: string, reason: Refusal) => refuse(context, [field], reason);
  if (load.stages) {
    for (const key of ['connections', 'requests', 'duration'] as const)
      if (load[key] !== undefined) issue(key, refusal('exclude_others', { first: key, second: 'stages' }));
    if (load.stages.some((stage) => !Number.isInteger(stage.to))) issue('stages', refusal('connections_all_whole'));
    return;
  }
  if (load.startConnections !== undefined) issue('startConnections', refusal('belongs_to', { field: 'startConnections', owner: 'stages' }));
  if (load.connections === undefined) issue('connections', refusal('connections_missing'));
  if (load.requests === undefined && load.duration === undefined) issue('duration', refusal('stop_missing'));
});

const openSchema = publicObject({
  model: z.literal('open'),
  /** Requests per second, constant; needs `duration`. */
  rate: z.number().positive(refused('rate_zero')).optional(),
  duration: lastingSchema.optional(),
  /** Constant gaps, or Poisson arrivals (exponential gaps). */
  arrivals: z.enum(['constant', 'poisson']).default('constant'),
  /** Seed of the Poisson arrivals: the same seed gives the same due times. */
  seed: z.int().min(0).max(0xffff_ffff).default(1),
  /** Rate line in place of `rate` and `duration`: from `startRate`, linear to each stage's `to`. */
  startRate: z.number().nonnegative().optional(),
  stages: stagesSchema.optional(),
  maxConnections: maxConnections.default(100),
  /** Due requests that may wait for a free connection; one more is dropped, and counted as dropped. */
  maxQueued: z.int().min(0).default(10_000),
}).superRefine((load, context) => {
  const issue = (field: string, reason: Refusal) => refuse(context, [field], reason);
  if (load.stages) {
    for (const key of ['rate', 'duration'] as const)
      if (load[key] !== undefined) issue(key, refusal('exclude_others', { first: key, second: 'stages' }));
    if (Math.max(load.startRate ?? 0, ...load.stages.map((stage) => stage.to)) <= 0) issue('stages', refusal('rate_always_zero'));
    return;
  }
  if (load.startRate !== undefined) issue('startRate', refusal('belongs_to', { field: 'startRate', owner: 'stages' }));
  if (load.rate === undefined) issue('rate', refusal('rate_missing'));
  if (load.duration === undefined) issue('duration', refusal('length_missing'));
});

export const loadSchema = z.discriminatedUnion('model', [closedSchema, openSchema]);

const tagName = /^[A-Za-z0-9_.-]{1,50}$/;
export const tagsSchema = z
  .record(z.string().regex(tagName, refused('tag_name')), text(200))
  .refine((tags) => Object.keys(tags).length <= 20, refused('tags_most'));
export const noteSchema = text(10_000);
export const nameSchema = oneLine(200, 'give_it_a_name');

export const planSchema = z
  .strictObject({
    $schema: z.string().optional(),
    version: z.literal(1, refused('plan_version')),
    name: nameSchema,
    /** The one request of the plan … */
    target: targetSchema.nullable().default(null),
    /** … or several, in its place: all to one origin, so that they share the load's connections. */
    requests: z.array(requestSchema).min(1).max(50, refused('requests_most')).nullable().default(null),
    /** `mix`: by weight. `sequence`: one after the other, then from the first again. `auto`: a sequence where one extracts, else a mix. */
    requestOrder: z.enum(requestOrders).default('auto'),
    connection: connectionSchema.prefault({}),
    load: loadSchema,
    /**
     * Workers that make the load together, each a share by its load threads: a number, or a number in each of several regions
     * (`[{label: eu, n: 2}, {label: us}]`), each the pool of that label. Fewer at hand is an error, never a weaker load.
     */
    generators: generatorsSchema.default(1),
    /** The pool of workers that makes the load. */
    workers: planWorkersSchema.prefault({}),
    /** Sent and shown before the load's own time starts, kept out of the summary. Whole seconds. */
    warmup: durationSchema.refine((value) => durationMs(value) % 1000 === 0, refused('warmup_whole')).default('0s'),
    /** From a request's send (closed) or due time (open) until it counts as a timeout. */
    timeout: lastingSchema.default('30s'),
    checks: z.array(checkSchema).max(50).default([]),
    thresholds: z.array(thresholdSchema).max(50).default([]),
    /** End the run when a threshold is broken, judged each second over the load so far, from its tenth second on. */
    abortOnFail: z.boolean().default(false),
    /** Rows for `{{row.column}}` in the path, header values and body. */
    data: dataSchema.nullable().default(null),
    /** Statuses counted as errors besides failed requests. */
    errorStatuses: z.enum(['4xx-5xx', '5xx', 'none']).default('4xx-5xx'),
    /** Stop by itself at ≥ 90 % errors over 60 s, or after 10 s of nothing but connect errors. */
    autoStop: z.boolean().default(true),
    /** The target's own resources, beside the load. */
    resources: planResourcesSchema.prefault({}),
    /** Requests that carry `traceparent`, so that the slowest of them are found in the team's own trace backend. Left out: none. */
    tracing: tracingSchema.optional(),
    tags: tagsSchema.default({}),
    note: noteSchema.default(''),
  })
  .superRefine((plan, context) => {
    const thresholds = plan.thresholds.map(parseThreshold).filter((t): t is Threshold => !('error' in t));
    const clash = contradiction(thresholds);
    if (clash) refuse(context, ['thresholds'], clash);
    if (plan.abortOnFail && plan.thresholds.length === 0) refuse(context, ['abortOnFail'], refusal('no_threshold'));
    if (typeof plan.generators !== 'number' && plan.workers.label !== null)
      refuse(context, ['workers', 'label'], refusal('regions_or_pool'));
    const generators = countGenerators(plan.generators);
    if (generators > 1 && generators > peakConnections(plan.load))
      refuse(context, ['generators'], refusal('generators_need_connections', { generators, connections: peakConnections(plan.load) }));
    else if (generators > 1 && generators > mostParts(plan))
      refuse(context, ['generators'], refusal('generators_need_requests', { generators, requests: mostParts(plan) }));
    for (const { path, reason } of requestListProblems(plan)) refuse(context, path, reason);
    if (plan.requests ? plan.requests.length === 0 : plan.target === null) return;
    plan.thresholds.forEach((expression, index) => {
      const reason = foreignThreshold(expression, plan);
      if (reason) refuse(context, ['thresholds', index], reason);
    });
    for (const { path, reason } of [...templateProblems(plan), ...tracingClashes(plan, listRequests(plan))]) refuse(context, path, reason);
    const startsAt =
      plan.load.model === 'open'
        ? plan.load.stages
          ? (plan.load.startRate ?? 0)
          : 1
        : plan.load.stages
          ? (plan.load.startConnections ?? 1)
          : 1;
    if (durationMs(plan.warmup) > 0 && startsAt === 0) refuse(context, ['warmup'], refusal('warmup_sends_nothing'));
    const length = loadDurationMs(plan.load);
    if (length !== null && durationMs(plan.timeout) > length && durationMs(plan.timeout) > 30_000)
      refuse(context, ['timeout'], refusal('timeout_too_long', { timeout: plan.timeout }));
    for (const { path, reason } of checkClashes(plan.checks, listRequests(plan))) refuse(context, path, reason);
    for (const { path, reason } of connectionClashes(plan.connection, listRequests(plan)[0].url))
      refuse(context, ['connection', ...path], reason);
    if (plan.connection.pipelining > 1 && listRequests(plan).some(({ stream }) => stream))
      refuse(context, ['connection', 'pipelining'], refusal('pipelining_stream'));
    listRequests(plan).forEach(({ headers }, index) => {
      for (const name of Object.keys(headers)) {
        const reason = headerClash(plan.connection, name);
        if (reason) refuse(context, [...requestPath(plan, index), 'headers', name], reason);
      }
    });
  })
  .meta({ id: 'Plan' });

/** A plan with all defaults filled in. */
export type Plan = z.infer<typeof planSchema>;
/** A plan as a person writes it. */
export type PlanInput = z.input<typeof planSchema>;
export type Load = Plan['load'];
export type ClosedLoad = Extract<Load, { model: 'closed' }>;
export type OpenLoad = Extract<Load, { model: 'open' }>;

/** Length of the load in ms without the warm-up; null where only a number of requests ends it. */
export function loadDurationMs(load: Load): number | null {
  if (load.stages) return load.stages.reduce((sum, stage) => sum + durationMs(stage.over), 0);
  return load.duration === undefined ? null : durationMs(load.duration);
}

/** Warm-up and load in ms; null where only a number of requests ends it. */
export function runLengthMs({ load, warmup }: Pick<Plan, 'load' | 'warmup'>): number | null {
  const length = loadDurationMs(load);
  return length === null ? null : durationMs(warmup) + length;
}

/** The most connections the load may hold open. */
export function peakConnections(load: Load): number {
  if (load.model === 'open') return load.maxConnections;
  if (load.stages) return Math.max(load.startConnections ?? 1, ...load.stages.map((stage) => stage.to));
  return load.connections ?? 1;
}

/** Into how many parts, threads or generators, the load can be cut: each needs a connection, and a request of the request limit. */
export function mostParts({ load, connection }: Pick<Plan, 'load' | 'connection'>): number {
  return Math.min(peakConnections(load), connection.maxActiveRequests ?? Number.POSITIVE_INFINITY);
}

/** The most requests the load may have under way at once. */
export function peakInFlight({ load, connection }: Pick<Plan, 'load' | 'connection'>): number {
  const each = connection.protocol === 'http2' || connection.protocol === 'grpc' ? connection.streams : connection.pipelining;
  return Math.min(peakConnections(load) * each, connection.maxActiveRequests ?? Number.POSITIVE_INFINITY);
}

/** The highest rate an open load asks for, per second; null for a closed load, whose rate the target decides. */
export function peakRate(load: Load): number | null {
  if (load.model === 'closed') return null;
  return load.stages ? Math.max(load.startRate ?? 0, ...load.stages.map((stage) => stage.to)) : (load.rate ?? 0);
}
