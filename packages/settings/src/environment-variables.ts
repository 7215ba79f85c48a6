/** Settings that several deployables read, as data: each has its own config.ts, and the README's table is made from these. */

import { type Caps, defaultCaps } from '@plimsoll/contracts/caps';
import type { TargetPolicy } from '@plimsoll/contracts/target-policy';
import { z } from 'zod';

const cap = (fallback: number) => z.coerce.number().positive().default(fallback);
export const portVariable = z.coerce.number().int().min(0).max(65_535);

export const commonVariables = {
  PORT: portVariable.default(4300).meta({ description: 'Port the API and the web listen on.' }),
  DATABASE_URL: z.string().min(1).meta({ description: 'Postgres. Left out, `npm start` brings its own.' }),
  REDIS_URL: z.string().optional().meta({ description: 'Redis for the queue. Left out, the queue lives in Postgres.' }),
  PLIMSOLL_SECRET_KEY: z
    .string()
    .min(32, { error: 'PLIMSOLL_SECRET_KEY needs at least 32 characters, for example from `openssl rand -base64 32`.' })
    .meta({ description: 'Key that signs sessions and seals the secrets of plans. Generated into the data directory by `npm start`.' }),
  PLIMSOLL_TARGETS: z.string().default('').meta({
    description: 'Where load may go beyond this machine: hosts, *.hosts, addresses and CIDR ranges by commas; or `open-lab` for anywhere.',
  }),
  PLIMSOLL_DEMO_PORT: portVariable
    .optional()
    .meta({ description: 'Port of the built-in demo target (PORT + 90, or − 90 where that is no port).' }),
  PLIMSOLL_MAX_CONCURRENT_RUNS: cap(defaultCaps.maxConcurrentRuns).meta({ description: 'Runs of one team at once.' }),
  PLIMSOLL_MAX_EXPERIMENTS: cap(defaultCaps.maxExperiments).meta({ description: 'Experiments of one team queued or under way.' }),
  PLIMSOLL_MAX_CONNECTIONS: cap(defaultCaps.maxConnections).meta({ description: 'Connections of one run.' }),
  PLIMSOLL_MAX_RATE: cap(defaultCaps.maxRatePerSecond).meta({ description: 'Requests per second of one run.' }),
  PLIMSOLL_MAX_DURATION_SECONDS: cap(defaultCaps.maxDurationMs / 1000).meta({ description: 'Length of one run.' }),
  PLIMSOLL_MAX_REQUESTS: cap(defaultCaps.maxRequests).meta({ description: 'Requests of one closed run.' }),
  PLIMSOLL_LOG: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info').meta({ description: 'Least level logged.' }),
} as const;

/** Variables that are set; an empty one counts as not set. */
export function givenVariables(environment: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(Object.entries(environment).filter((entry): entry is [string, string] => Boolean(entry[1])));
}

/** The environment as this schema reads it. Throws an Error whose message names each variable that is wrong. */
export function readVariables<Schema extends z.ZodType>(
  schema: Schema,
  environment: Readonly<Record<string, string | undefined>>,
): z.infer<Schema> {
  const parsed = schema.safeParse(givenVariables(environment));
  if (parsed.success) return parsed.data;
  throw new Error(`Configuration: ${parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; ')}`);
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
  PLIMSOLL_MAX_EXPERIMENTS: true,
  PLIMSOLL_MAX_CONNECTIONS: true,
  PLIMSOLL_MAX_RATE: true,
  PLIMSOLL_MAX_DURATION_SECONDS: true,
  PLIMSOLL_MAX_REQUESTS: true,
});

export function readCaps(variables: z.infer<typeof capVariables>): Caps {
  return {
    maxConcurrentRuns: Math.floor(variables.PLIMSOLL_MAX_CONCURRENT_RUNS),
    maxExperiments: Math.floor(variables.PLIMSOLL_MAX_EXPERIMENTS),
    maxConnections: Math.floor(variables.PLIMSOLL_MAX_CONNECTIONS),
    maxRatePerSecond: variables.PLIMSOLL_MAX_RATE,
    maxDurationMs: variables.PLIMSOLL_MAX_DURATION_SECONDS * 1000,
    maxRequests: Math.floor(variables.PLIMSOLL_MAX_REQUESTS),
  };
}

/** The policy that PLIMSOLL_TARGETS writes down. */
export function parseTargets(text: string, ownPorts: readonly number[]): TargetPolicy {
  const entries = text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
  const open = entries.includes('open-lab');
  return { mode: open ? 'open-lab' : 'allowlist', allowed: entries.filter((entry) => entry !== 'open-lab'), ownPorts: [...ownPorts] };
}

/** Ports of our own API, Postgres and Redis: never loaded. */
export function listOwnPorts(port: number, ...urls: readonly (string | undefined)[]): number[] {
  const ports = urls.flatMap((text) => {
    if (!text || !URL.canParse(text)) return [];
    const url = new URL(text);
    return [url.port ? Number(url.port) : url.protocol.startsWith('redis') ? 6379 : 5432];
  });
  return [port, ...ports].filter((own) => own > 0);
}

/** A setting as a log may show it. */
export function maskedVariable(name: string, value: string): string {
  if (/key|secret|password|token/i.test(name)) return '•••';
  if (!URL.canParse(value)) return value;
  const url = new URL(value);
  if (url.password !== '') url.password = '***';
  return url.href;
}
