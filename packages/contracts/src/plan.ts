/**
 * A plan: what to do. One schema for YAML and JSON; unknown keys are refused; defaults are filled in, so that a stored
 * plan says everything the run did.
 */
import { z } from 'zod';
import { connectionClashes, connectionSchema } from './connection.ts';
import { durationMs, durationSchema } from './duration.ts';
import { isSecretName } from './problem.ts';
import { parseTargetUrl } from './target-url.ts';
import { contradiction, parseThreshold, type Threshold, thresholdSchema } from './threshold.ts';

/** Text that Postgres can keep: no NUL. */
const text = (max: number) =>
  z
    .string()
    .max(max)
    .refine((value) => !value.includes('\u0000'), { error: 'A NUL character cannot be kept.' });

export const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;
const ownedHeaders = new Set([
  'content-length',
  'transfer-encoding',
  'connection',
  'host',
  'keep-alive',
  'upgrade',
  'te',
  'trailer',
  'expect',
  'x-load-test-run',
]);
/** What the API answers in place of a secret; posted back, it stands for the secret that is stored. */
export const maskedSecret = '•••';
const headerName = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

const headersSchema = z.record(z.string(), text(8192)).superRefine((headers, context) => {
  const names = Object.keys(headers);
  if (names.length > 100) context.addIssue({ code: 'custom', message: `At most 100 headers. Got ${names.length}.` });
  const seen = new Set<string>();
  for (const name of names) {
    const issue = (message: string) => context.addIssue({ code: 'custom', message, path: [name] });
    if (!headerName.test(name)) issue(`"${name}" cannot be a header name.`);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
    if (/[\r\n\u0000]/.test(headers[name] ?? '')) issue('A header value cannot hold a line break or NUL.');
    else if (/[^\t\u0020-\u00ff]|\u007f/.test(headers[name] ?? '') && !(headers[name] === maskedSecret && isSecretName(name)))
      issue('A header value holds Latin-1 text only.');
    if (ownedHeaders.has(name.toLowerCase())) issue(`"${name}" is set by the load generator and cannot be overridden.`);
    if (seen.has(name.toLowerCase())) issue(`The header "${name}" is given twice.`);
    seen.add(name.toLowerCase());
  }
});

export const targetSchema = z
  .strictObject({
    url: text(8192).superRefine((value, context) => {
      const parsed = parseTargetUrl(value);
      if ('error' in parsed) context.addIssue({ code: 'custom', message: parsed.error });
    }),
    method: z.enum(methods).default('GET'),
    headers: headersSchema.default({}),
    body: text(1024 * 1024)
      .nullable()
      .default(null),
  })
  .superRefine((target, context) => {
    if (target.body && (target.method === 'GET' || target.method === 'HEAD'))
      context.addIssue({
        code: 'custom',
        path: ['body'],
        message: `A body with ${target.method} would be dropped. Use POST, or leave the body out.`,
      });
  });

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

const statusMatchSchema = z.union([
  z.int().min(100).max(599),
  z.array(z.int().min(100).max(599)).min(1).max(50),
  z.string().regex(/^([1-5]xx|[1-5]\d\d-[1-5]\d\d)$/, { error: 'A status is 200, [200, 201], "2xx" or "200-299".' }),
]);
export const checkSchema = z.union([
  z.strictObject({ status: statusMatchSchema }),
  z.strictObject({ bodyContains: text(1000).min(1) }),
  z.strictObject({ header: z.strictObject({ name: z.string().regex(headerName), contains: text(1000) }) }),
  z.strictObject({ maxBodyBytes: z.int().nonnegative() }),
  z.strictObject({ maxResponseTime: lastingSchema }),
]);
export type Check = z.infer<typeof checkSchema>;

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
    target: targetSchema,
    connection: connectionSchema.prefault({}),
    load: loadSchema,
    /** Sent and shown before the load's own time starts, kept out of the summary. Whole seconds. */
    warmup: durationSchema
      .refine((value) => durationMs(value) % 1000 === 0, { error: 'The warm-up is a whole number of seconds.' })
      .default('0s'),
    /** From a request's send (closed) or due time (open) until it counts as a timeout. */
    timeout: lastingSchema.default('30s'),
    checks: z.array(checkSchema).max(50).default([]),
    thresholds: z.array(thresholdSchema).max(50).default([]),
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
    for (const { path, message } of connectionClashes(plan.connection, plan.target.url))
      context.addIssue({ code: 'custom', path: ['connection', ...path], message });
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
