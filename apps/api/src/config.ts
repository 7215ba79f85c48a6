/** Settings of the API, checked at start. The one file of this package that reads the environment. */
import { resolve } from 'node:path';
import { type Caps, defaultCaps } from '@plimsoll/contracts/caps';
import type { TargetPolicy } from '@plimsoll/contracts/target-policy';
import { z } from 'zod';

const port = z.coerce.number().int().min(0).max(65_535);
const cap = (fallback: number) => z.coerce.number().positive().default(fallback);

export const environmentSchema = z.object({
  PORT: port.default(4300).meta({ description: 'Port the API and the web listen on.' }),
  HOST: z.string().default('127.0.0.1').meta({ description: 'Address to listen on; 0.0.0.0 for every interface.' }),
  DATABASE_URL: z.string().min(1).meta({ description: 'Postgres. Left out, `npm start` brings its own.' }),
  REDIS_URL: z.string().optional().meta({ description: 'Redis for the queue. Left out, the queue lives in Postgres.' }),
  PLIMSOLL_SECRET_KEY: z
    .string()
    .min(32, { error: 'PLIMSOLL_SECRET_KEY needs at least 32 characters, for example from `openssl rand -base64 32`.' })
    .meta({ description: 'Key that signs sessions and seals the secrets of plans. Generated into the data directory by `npm start`.' }),
  PLIMSOLL_BASE_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .meta({ description: 'Public URL, where it differs from HOST and PORT.' }),
  PLIMSOLL_TARGETS: z.string().default('').meta({
    description: 'Where load may go beyond this machine: hosts, *.hosts, addresses and CIDR ranges by commas; or `open-lab` for anywhere.',
  }),
  PLIMSOLL_SIGNUP: z.enum(['invite', 'open']).default('invite').meta({ description: 'Who may sign up.' }),
  PLIMSOLL_DEMO_PORT: port.optional().meta({ description: 'Port of the built-in demo target (PORT + 90).' }),
  PLIMSOLL_TRUSTED_PROXIES: z.string().optional().meta({ description: 'Addresses whose X-Forwarded-* headers are believed.' }),
  PLIMSOLL_MAX_CONCURRENT_RUNS: cap(defaultCaps.maxConcurrentRuns).meta({ description: 'Runs of one team at once.' }),
  PLIMSOLL_MAX_CONNECTIONS: cap(defaultCaps.maxConnections).meta({ description: 'Connections of one run.' }),
  PLIMSOLL_MAX_RATE: cap(defaultCaps.maxRatePerSecond).meta({ description: 'Requests per second of one run.' }),
  PLIMSOLL_MAX_DURATION_SECONDS: cap(defaultCaps.maxDurationMs / 1000).meta({ description: 'Length of one run.' }),
  PLIMSOLL_MAX_REQUESTS: cap(defaultCaps.maxRequests).meta({ description: 'Requests of one closed run.' }),
  PLIMSOLL_LOG: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info').meta({ description: 'Least level logged.' }),
});

export interface ApiConfig {
  readonly port: number;
  readonly host: string;
  readonly databaseUrl: string;
  readonly redisUrl?: string;
  readonly secretKey: string;
  /** Public origin; absent = take each request's own. */
  readonly baseUrl?: string;
  readonly targets: TargetPolicy;
  readonly signup: 'invite' | 'open';
  readonly demoPort: number;
  readonly trustedProxies?: string;
  readonly caps: Caps;
  readonly logLevel: z.infer<typeof environmentSchema>['PLIMSOLL_LOG'];
  /** Directory of the built web; answers a plain sentence in its place while it is missing. */
  readonly webDirectory: string;
}

/** Reads and checks the environment. Throws an Error whose message names each variable that is wrong. */
export function readConfig(environment: NodeJS.ProcessEnv = process.env): ApiConfig {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const parsed = environmentSchema.safeParse(given);
  if (!parsed.success)
    throw new Error(`Configuration: ${parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; ')}`);
  const env = parsed.data;
  return {
    port: env.PORT,
    host: env.HOST,
    databaseUrl: env.DATABASE_URL,
    ...(env.REDIS_URL ? { redisUrl: env.REDIS_URL } : {}),
    secretKey: env.PLIMSOLL_SECRET_KEY,
    ...(env.PLIMSOLL_BASE_URL ? { baseUrl: env.PLIMSOLL_BASE_URL } : {}),
    targets: readTargets(env.PLIMSOLL_TARGETS, ownPorts(env.PORT, env.DATABASE_URL, env.REDIS_URL)),
    signup: env.PLIMSOLL_SIGNUP,
    demoPort: env.PLIMSOLL_DEMO_PORT ?? env.PORT + 90,
    ...(env.PLIMSOLL_TRUSTED_PROXIES ? { trustedProxies: env.PLIMSOLL_TRUSTED_PROXIES } : {}),
    caps: {
      maxConcurrentRuns: Math.floor(env.PLIMSOLL_MAX_CONCURRENT_RUNS),
      maxConnections: Math.floor(env.PLIMSOLL_MAX_CONNECTIONS),
      maxRatePerSecond: env.PLIMSOLL_MAX_RATE,
      maxDurationMs: env.PLIMSOLL_MAX_DURATION_SECONDS * 1000,
      maxRequests: Math.floor(env.PLIMSOLL_MAX_REQUESTS),
    },
    logLevel: env.PLIMSOLL_LOG,
    webDirectory: resolve(import.meta.dirname, '../../web/dist'),
  };
}

/** The policy that PLIMSOLL_TARGETS writes down. */
export function readTargets(text: string, ports: readonly number[]): TargetPolicy {
  const entries = text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
  const open = entries.includes('open-lab');
  return { mode: open ? 'open-lab' : 'allowlist', allowed: entries.filter((entry) => entry !== 'open-lab'), ownPorts: [...ports] };
}

function ownPorts(port: number, ...urls: readonly (string | undefined)[]): number[] {
  const ports = urls.flatMap((text) => {
    if (!text || !URL.canParse(text)) return [];
    const url = new URL(text);
    return [url.port ? Number(url.port) : url.protocol.startsWith('redis') ? 6379 : 5432];
  });
  return [port, ...ports].filter((own) => own > 0);
}
