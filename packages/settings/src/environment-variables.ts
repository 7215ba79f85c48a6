/** Settings that several deployables read, as data: each has its own config.ts, and the README's table is made from them. */

import { type Caps, defaultCaps } from '@plimsoll/contracts/caps';
import { maskedSecret } from '@plimsoll/contracts/problem';
import { issueText, refusal, refuse, refused, toIssueText } from '@plimsoll/contracts/refusal';
import { loopbackWord, type TargetPolicy } from '@plimsoll/contracts/target-policy';
import { issueSentence } from '@plimsoll/wording/refusal-sentence';
import { z } from 'zod';
import { readSecretFiles } from './secret-files.ts';

const cap = (fallback: number) => z.coerce.number().positive().default(fallback);
/** Left out, another cap stands in for it. */
const ownCap = z.coerce.number().positive().optional();
export const portVariable = z.coerce.number().int().min(0).max(65_535);

const listed = (text: string) =>
  text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');

function judgeSocketList(text: string, context: z.RefinementCtx): void {
  for (const entry of listed(text))
    if (!/^(\/[A-Za-z0-9._@+,=*-]+)+$/.test(entry)) refuse(context, [], refusal('socket_entry', { got: entry }));
}

export const commonVariables = {
  PORT: portVariable.default(4300),
  DATABASE_URL: z.string().min(1),
  REDIS_URL: z.string().optional(),
  PLIMSOLL_SECRET_KEY: z.string().min(32, refused('secret_key_short')),
  PLIMSOLL_TARGETS: z.string().default(loopbackWord),
  PLIMSOLL_UNIX_SOCKETS: z.string().default('').superRefine(judgeSocketList),
  PLIMSOLL_DEMO_PORT: portVariable.optional(),
  PLIMSOLL_MAX_CONCURRENT_RUNS: cap(defaultCaps.maxConcurrentRuns),
  PLIMSOLL_MAX_RUNS_OF_PERSON: ownCap,
  PLIMSOLL_MAX_RUNS_IN_ALL: cap(defaultCaps.maxRunsInAll),
  PLIMSOLL_MAX_EXPERIMENTS: cap(defaultCaps.maxExperiments),
  PLIMSOLL_MAX_EXPERIMENTS_IN_ALL: cap(defaultCaps.maxExperimentsInAll),
  PLIMSOLL_MAX_CONNECTIONS: cap(defaultCaps.maxConnections),
  PLIMSOLL_MAX_CONNECTIONS_OF_TARGET: ownCap,
  PLIMSOLL_MAX_RATE: cap(defaultCaps.maxRatePerSecond),
  PLIMSOLL_MAX_RATE_OF_TARGET: ownCap,
  PLIMSOLL_MAX_DURATION_SECONDS: cap(defaultCaps.maxDurationMs / 1000),
  PLIMSOLL_MAX_REQUESTS: cap(defaultCaps.maxRequests),
  PLIMSOLL_METRICS_TOKEN: z.string().min(16, refused('metrics_token_short')).optional(),
  PLIMSOLL_LOG: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
  PLIMSOLL_S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/)
    .optional(),
  PLIMSOLL_S3_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  PLIMSOLL_S3_REGION: z
    .string()
    .regex(/^[a-z0-9-]{1,40}$/)
    .default('us-east-1'),
  PLIMSOLL_S3_ACCESS_KEY_ID: z.string().optional(),
  PLIMSOLL_S3_SECRET_ACCESS_KEY: z.string().optional(),
  PLIMSOLL_S3_PREFIX: z
    .string()
    .regex(/^([a-z0-9.-]+\/)*$/)
    .default(''),
  PLIMSOLL_S3_PATH_STYLE: z.enum(['on', 'off']).default('on'),
} as const;

/** Variables that are set; an empty one counts as not set. */
export function givenVariables(environment: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(Object.entries(environment).filter((entry): entry is [string, string] => Boolean(entry[1])));
}

/** OpenTelemetry's specification has a wrong value of its variables warned of, and counted as not set. */
const isForgiven = (name: string) => name.startsWith('OTEL_');

/**
 * The environment as this schema reads it, secrets from their files where NAME_FILE is set. Throws an Error whose message names each variable that is wrong,
 * but for those of OpenTelemetry: `forgive` hears a sentence about each, without its value, and it counts as not set.
 */
export function readVariables<Schema extends z.ZodObject>(
  schema: Schema,
  environment: Readonly<Record<string, string | undefined>>,
  forgive: (sentence: string) => void = () => undefined,
): z.infer<Schema> {
  const secrets = readSecretFiles(Object.keys(schema.shape), environment);
  const given = givenVariables(secrets.environment);
  for (const issue of schema.safeParse(given).error?.issues ?? []) {
    const name = issue.path.join('.');
    if (!isForgiven(name) || given[name] === undefined) continue;
    forgive(`${name}: ${issueSentence(issueText(issue))}`);
    delete given[name];
  }
  const parsed = schema.safeParse(given);
  const wrong = [...secrets.refusals].map(([name, reason]) => `${name}: ${issueSentence(toIssueText(reason))}`);
  for (const issue of parsed.error?.issues ?? [])
    if (!secrets.refusals.has(issue.path.join('.'))) wrong.push(`${issue.path.join('.')}: ${issueSentence(issueText(issue))}`);
  if (parsed.success && wrong.length === 0) return parsed.data;
  throw new Error(`Configuration: ${wrong.join('; ')}`);
}

const demoPortDistance = 90;

export function chooseDemoPort({
  PORT,
  PLIMSOLL_DEMO_PORT,
}: {
  readonly PORT: number;
  readonly PLIMSOLL_DEMO_PORT?: number | undefined;
}): number {
  const above = PORT + demoPortDistance;
  return PLIMSOLL_DEMO_PORT ?? (portVariable.safeParse(above).success ? above : PORT - demoPortDistance);
}

const capVariables = z.object(commonVariables).pick({
  PLIMSOLL_MAX_CONCURRENT_RUNS: true,
  PLIMSOLL_MAX_RUNS_OF_PERSON: true,
  PLIMSOLL_MAX_RUNS_IN_ALL: true,
  PLIMSOLL_MAX_EXPERIMENTS: true,
  PLIMSOLL_MAX_EXPERIMENTS_IN_ALL: true,
  PLIMSOLL_MAX_CONNECTIONS: true,
  PLIMSOLL_MAX_CONNECTIONS_OF_TARGET: true,
  PLIMSOLL_MAX_RATE: true,
  PLIMSOLL_MAX_RATE_OF_TARGET: true,
  PLIMSOLL_MAX_DURATION_SECONDS: true,
  PLIMSOLL_MAX_REQUESTS: true,
});

export function readCaps(variables: z.infer<typeof capVariables>): Caps {
  return {
    maxConcurrentRuns: Math.floor(variables.PLIMSOLL_MAX_CONCURRENT_RUNS),
    maxRunsOfPerson: Math.floor(variables.PLIMSOLL_MAX_RUNS_OF_PERSON ?? variables.PLIMSOLL_MAX_CONCURRENT_RUNS),
    maxRunsInAll: Math.floor(variables.PLIMSOLL_MAX_RUNS_IN_ALL),
    maxExperiments: Math.floor(variables.PLIMSOLL_MAX_EXPERIMENTS),
    maxExperimentsInAll: Math.floor(variables.PLIMSOLL_MAX_EXPERIMENTS_IN_ALL),
    maxConnections: Math.floor(variables.PLIMSOLL_MAX_CONNECTIONS),
    // Many runs must not do together what one may not.
    maxConnectionsOfTarget: Math.floor(variables.PLIMSOLL_MAX_CONNECTIONS_OF_TARGET ?? variables.PLIMSOLL_MAX_CONNECTIONS),
    maxRatePerSecond: variables.PLIMSOLL_MAX_RATE,
    maxRateOfTarget: variables.PLIMSOLL_MAX_RATE_OF_TARGET ?? variables.PLIMSOLL_MAX_RATE,
    maxDurationMs: variables.PLIMSOLL_MAX_DURATION_SECONDS * 1000,
    maxRequests: Math.floor(variables.PLIMSOLL_MAX_REQUESTS),
  };
}

/** Words among the entries, the widest first. */
const modes = ['open-lab', 'public-verified'] as const;
/** The word in place of a list for the demo target alone. */
const nothing = 'none';

/** The policy that PLIMSOLL_TARGETS writes down. */
export function parseTargets(text: string, ownPorts: readonly number[], demoPort: number): TargetPolicy {
  const entries = listed(text);
  const mode = modes.find((word) => entries.includes(word)) ?? 'allowlist';
  return { mode, allowed: entries.filter((entry) => ![nothing, ...modes].includes(entry)), ownPorts: [...ownPorts], demoPort };
}

/** Unix sockets that load may go to, and our own, which it may not: those that the URLs name, and the directories of Postgres. */
export function listSockets(text: string, ...urls: readonly (string | undefined)[]): Pick<TargetPolicy, 'sockets' | 'ownSockets'> {
  const sockets = listed(text);
  if (sockets.length === 0) return {};
  return { sockets, ownSockets: urls.flatMap((url) => ownSockets(url ?? '')) };
}

/** Postgres: a directory as the host or the parameter `host`, `socket:/path`. Redis: a path, `unix:/path`. */
function ownSockets(text: string): string[] {
  if (text.startsWith('/')) return [text.replace(/ .*$/, '')];
  if (!URL.canParse(text)) return [];
  const url = new URL(text);
  const path = /unix|socket/.test(url.protocol) ? url.pathname : '';
  return [path, decodeURIComponent(url.hostname), url.searchParams.get('host') ?? ''].filter((one) => one.startsWith('/'));
}

const defaultPorts: Readonly<Record<string, number>> = { 'redis:': 6379, 'rediss:': 6379, 'http:': 80, 'https:': 443 };

/**
 * Ports of our own API, and of what these URLs name (Postgres, Redis, the archive, the receiver of OpenTelemetry): never loaded. A port that the web has everywhere
 * is ours on this machine alone: load may go to others' services behind it.
 */
export function listOwnPorts(port: number, ...urls: readonly (string | undefined)[]): number[] {
  const ports = urls.flatMap((text) => {
    if (!text || !URL.canParse(text)) return [];
    const { protocol, port: named, hostname } = new URL(text);
    const found = named === '' ? (defaultPorts[protocol] ?? 5432) : Number(named);
    const isElsewhere = /^https?:$/.test(protocol) && (found === 80 || found === 443) && !/^(localhost|127\.|\[::1\])/.test(hostname);
    return isElsewhere ? [] : [found];
  });
  return [...new Set([port, ...ports])].filter((own) => own > 0);
}

/** A setting as a log may show it. */
export function maskedVariable(name: string, value: string): string {
  const isSecret = (text: string) => /key|secret|password|token/i.test(text);
  if (isSecret(name)) return maskedSecret;
  if (!URL.canParse(value)) return value;
  const url = new URL(value);
  if (url.password !== '') url.password = '***';
  for (const parameter of [...url.searchParams.keys()].filter(isSecret)) url.searchParams.set(parameter, '***');
  return url.href;
}
