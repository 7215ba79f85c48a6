/**
 * A plan: what to do. One schema for YAML and JSON; unknown keys are refused; defaults are filled in, so that a stored
 * plan says everything the run did.
 */
import { z } from 'zod';
import { checkSchema } from './check.ts';
import { connectionClashes, connectionSchema, headerClash } from './connection.ts';
import { dataSchema } from './data-rows.ts';
import { durationMs, durationSchema } from './duration.ts';
import { requestListProblems, requestOrders, requestPath, requestSchema, requestsOf } from './requests.ts';
import { targetSchema, text } from './target.ts';
import { templateProblems } from './template-problems.ts';
import { contradiction, parseThreshold, type Threshold, thresholdSchema } from './threshold.ts';

/** Workers that may make one run together. */
export const mostGenerators = 64;

const positive = (what: string) => z.number().positive({ error: `${what} must be above 0.` });
const lastingSchema = durationSchema.refine((value) => durationMs(value) > 0, { error: 'The duration must be above 0.' });
const connectionsSchema = z.int({ error: 'Connections are a whole number.' }).min(1, { error: 'At least 1 connection.' });
const maxConnections = connectionsSchema;

const stageSchema = z.strictObject({
  to: z.number().nonnegative(),
  over: durationSchema,
});
const stagesSchema = z
  .array(stageSchema)
  .min(1, { error: 'At least one stage is needed.' })
  .max(100, { error: 'At most 100 stages.' })
  .refine((stages) => stages.some((stage) => durationMs(stage.over) > 0), { error: 'The stages last 0 s in all.' });

const closedSchema = z
  .strictObject({
    model: z.literal('closed'),
    /** Each sends its next request when the previous one ended. */
    connections: connectionsSchema.optional(),
    /** Ends after this many requests … */
    requests: z.int({ error: 'Requests are a whole number.' }).min(1, { error: 'At least 1 request.' }).optional(),
    /** … or after this time; whichever comes first. */
    duration: lastingSchema.optional(),
    /** Ramping connections, from `startConnections`, in place of `connections`, `requests` and `duration`. */
    startConnections: z.int().min(0).optional(),
    stages: stagesSchema.optional(),
  })
  .superRefine((load, context) => {
    const issue = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message });
    if (load.stages) {
      for (const key of ['connections', 'requests', 'duration'] as const)
        if (load[key] !== undefined) issue(key, `"${key}" and "stages" exclude each other.`);
      if (load.stages.some((stage) => !Number.isInteger(stage.to))) issue('stages', 'Connections are whole numbers.');
      return;
    }
    if (load.startConnections !== undefined) issue('startConnections', '"startConnections" belongs to "stages".');
    if (load.connections === undefined) issue('connections', 'How many connections?');
    if (load.requests === undefined && load.duration === undefined)
      issue('duration', 'Say when to stop: a duration, a number of requests, or both.');
  });

const openSchema = z
  .strictObject({
    model: z.literal('open'),
    /** Requests per second, constant; needs `duration`. */
    rate: positive('The rate').optional(),
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
  })
  .superRefine((load, context) => {
    const issue = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message });
    if (load.stages) {
      for (const key of ['rate', 'duration'] as const) if (load[key] !== undefined) issue(key, `"${key}" and "stages" exclude each other.`);
      if (Math.max(load.startRate ?? 0, ...load.stages.map((stage) => stage.to)) <= 0) issue('stages', 'The rate is 0 in every stage.');
      return;
    }
    if (load.startRate !== undefined) issue('startRate', '"startRate" belongs to "stages".');
    if (load.rate === undefined) issue('rate', 'How many requests per second?');
    if (load.duration === undefined) issue('duration', 'How long?');
  });

export const loadSchema = z.discriminatedUnion('model', [closedSchema, openSchema]);

const tagName = /^[A-Za-z0-9_.-]{1,50}$/;
export const tagsSchema = z
  .record(z.string().regex(tagName, { error: 'A tag name is 1 to 50 letters, digits, ".", "_" or "-".' }), text(200))
  .refine((tags) => Object.keys(tags).length <= 20, { error: 'At most 20 tags.' });
export const noteSchema = text(10_000);
export const nameSchema = text(200).trim().min(1, { error: 'Give it a name.' });

export const planSchema = z
  .strictObject({
    $schema: z.string().optional(),
    version: z.literal(1, { error: 'This is version 1 of the plan format: write "version: 1".' }),
    name: nameSchema,
    /** The one request of the plan … */
    target: targetSchema.nullable().default(null),
    /** … or several, in its place: all to one origin, so that they share the load's connections. */
    requests: z.array(requestSchema).min(1).max(50, { error: 'At most 50 requests.' }).nullable().default(null),
    /** `mix`: by weight. `sequence`: one after the other, then from the first again. `auto`: a sequence where one extracts, else a mix. */
    requestOrder: z.enum(requestOrders).default('auto'),
    connection: connectionSchema.prefault({}),
    load: loadSchema,
    /** Workers that make the load together, each a share by its load threads. Fewer at hand is an error, never a weaker load. */
    generators: z
      .int({ error: 'Generators are a whole number.' })
      .min(1, { error: 'At least 1.' })
      .max(mostGenerators, { error: `At most ${mostGenerators}.` })
      .default(1),
    /** Sent and shown before the load's own time starts, kept out of the summary. Whole seconds. */
    warmup: durationSchema
      .refine((value) => durationMs(value) % 1000 === 0, { error: 'The warm-up is a whole number of seconds.' })
      .default('0s'),
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
    tags: tagsSchema.default({}),
    note: noteSchema.default(''),
  })
  .superRefine((plan, context) => {
    const thresholds = plan.thresholds.map(parseThreshold).filter((t): t is Threshold => !('error' in t));
    const clash = contradiction(thresholds);
    if (clash) context.addIssue({ code: 'custom', path: ['thresholds'], message: clash });
    if (plan.abortOnFail && plan.thresholds.length === 0)
      context.addIssue({ code: 'custom', path: ['abortOnFail'], message: 'There is no threshold that could fail.' });
    if (plan.generators > 1 && plan.generators > peakConnections(plan.load))
      context.addIssue({
        code: 'custom',
        path: ['generators'],
        message: `Each generator needs a connection of its own: ${plan.generators} generators, ${peakConnections(plan.load)} connections.`,
      });
    const misfits = requestListProblems(plan);
    for (const { path, message } of misfits) context.addIssue({ code: 'custom', path, message });
    if (plan.requests ? plan.requests.length === 0 : plan.target === null) return;
    thresholds.forEach(({ request }, index) => {
      if (request !== null && !plan.requests?.some(({ name }) => name === request))
        context.addIssue({ code: 'custom', path: ['thresholds', index], message: `The plan has no request "${request}".` });
    });
    for (const { path, message } of templateProblems(plan)) context.addIssue({ code: 'custom', path, message });
    const startsAt =
      plan.load.model === 'open'
        ? plan.load.stages
          ? (plan.load.startRate ?? 0)
          : 1
        : plan.load.stages
          ? (plan.load.startConnections ?? 1)
          : 1;
    if (durationMs(plan.warmup) > 0 && startsAt === 0)
      context.addIssue({
        code: 'custom',
        path: ['warmup'],
        message: "A warm-up runs at the load's start, which is 0 here and would send nothing. Set the start above 0 or drop the warm-up.",
      });
    const length = loadDurationMs(plan.load);
    if (length !== null && durationMs(plan.timeout) > length && durationMs(plan.timeout) > 30_000)
      context.addIssue({ code: 'custom', path: ['timeout'], message: `The timeout (${plan.timeout}) is longer than the run.` });
    for (const { path, message } of connectionClashes(plan.connection, requestsOf(plan)[0].url))
      context.addIssue({ code: 'custom', path: ['connection', ...path], message });
    requestsOf(plan).forEach(({ headers }, index) => {
      for (const name of Object.keys(headers)) {
        const message = headerClash(plan.connection, name);
        if (message) context.addIssue({ code: 'custom', path: [...requestPath(plan, index), 'headers', name], message });
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

/** The most connections the load may hold open. */
export function peakConnections(load: Load): number {
  if (load.model === 'open') return load.maxConnections;
  if (load.stages) return Math.max(load.startConnections ?? 1, ...load.stages.map((stage) => stage.to));
  return load.connections ?? 1;
}

/** The highest rate an open load asks for, per second; null for a closed load, whose rate the target decides. */
export function peakRate(load: Load): number | null {
  if (load.model === 'closed') return null;
  return load.stages ? Math.max(load.startRate ?? 0, ...load.stages.map((stage) => stage.to)) : (load.rate ?? 0);
}
