/** Settings of the API, checked at start. The one file of this package that reads the environment. */
import { getCompileCacheDir } from 'node:module';
import { isIP } from 'node:net';
import { dirname, resolve } from 'node:path';
import type { ObjectStoreSettings } from '@plimsoll/artefacts/object-store';
import type { Caps } from '@plimsoll/contracts/caps';
import { defaultImportCaps, type ImportCaps } from '@plimsoll/contracts/import-caps';
import { mostResultBytes } from '@plimsoll/contracts/import-result';
import { workerLabelSchema } from '@plimsoll/contracts/plan-workers';
import { refused } from '@plimsoll/contracts/refusal';
import { type MessageReach, messageReaches, type TargetPolicy } from '@plimsoll/contracts/target-policy';
import { pickChildEnvironment } from '@plimsoll/settings/child-environment';
import {
  chooseDemoPort,
  commonVariables,
  givenVariables,
  listOwnPorts,
  listSockets,
  parseTargets,
  readCaps,
  readVariables,
} from '@plimsoll/settings/environment-variables';
import { readObjectStore } from '@plimsoll/settings/object-store-settings';
import { readTraces, telemetryVariables, tracesVariables } from '@plimsoll/settings/telemetry-variables';
import type { WorkerPool } from '@plimsoll/store/worker-pools';
import type { TelemetryConfig } from '@plimsoll/telemetry/telemetry-config';
import { z } from 'zod';
import { isLoopbackHost } from './loopback-host.ts';
import { readSignIn, type SignInConfig, signInVariables } from './sign-in-config.ts';

const megabyte = 1024 ** 2;
const importCap = (fallback: number) => z.coerce.number().positive().default(fallback);

const proxyGroups = ['loopback', 'linklocal', 'uniquelocal'];

const listProxies = (text: string) => text.split(',').map((entry) => entry.trim());

/** An address, a range of them, or one of the groups that Fastify knows by name. */
function isProxyAddress(entry: string): boolean {
  const [address = '', bits, ...rest] = entry.split('/');
  const most = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  return (
    proxyGroups.includes(entry) ||
    (rest.length === 0 && most > 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most)))
  );
}

/** `eu:8,*:4`: a label, or a star for loads without one, and the most workers. Null where it is neither, or names one twice. */
function readPools(text: string): WorkerPool[] | null {
  const pools: WorkerPool[] = [];
  for (const entry of text.split(',').flatMap((part) => part.trim() || [])) {
    const [, label = '', most = ''] = /^([^:]+):([1-9]\d{0,2})$/.exec(entry) ?? [];
    if (label !== '*' && !workerLabelSchema.safeParse(label).success) return null;
    pools.push({ label: label === '*' ? '' : label, mostWorkers: Number(most) });
  }
  return new Set(pools.map(({ label }) => label)).size === pools.length ? pools : null;
}

export const environmentSchema = z.object({
  ...commonVariables,
  // Workers send there; the API keeps requests away from it.
  OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: telemetryVariables.OTEL_EXPORTER_OTLP_METRICS_ENDPOINT,
  HOST: z.string().default('127.0.0.1'),
  MIGRATE_DATABASE_URL: z.string().min(1).optional(),
  PLIMSOLL_BASE_URL: z.url({ protocol: /^https?$/ }).optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  SMTP_FROM: z.string().max(320).optional(),
  PLIMSOLL_SIGNUP: z.enum(['invite', 'open']).default('invite'),
  PLIMSOLL_TEAM_MAKERS: z.enum(['owner', 'anyone']).default('owner'),
  ...signInVariables,
  PLIMSOLL_MESSAGES: z.enum(messageReaches).default('public'),
  PLIMSOLL_WORKER_COMMAND: z.string().max(1000).optional(),
  PLIMSOLL_MAX_IMPORT_MEGABYTES: importCap(mostResultBytes / megabyte),
  PLIMSOLL_MAX_IMPORTS_PER_MINUTE: importCap(defaultImportCaps.perMinute),
  PLIMSOLL_MAX_IMPORT_ROWS_PER_DAY: importCap(defaultImportCaps.perDay.rows),
  PLIMSOLL_MAX_IMPORT_SECONDS_PER_DAY: importCap(defaultImportCaps.perDay.seconds),
  PLIMSOLL_MAX_IMPORT_MEGABYTES_PER_DAY: importCap(defaultImportCaps.perDay.bytes / megabyte),
  PLIMSOLL_MAX_QUESTIONS: z.coerce.number().int().positive().default(40),
  PLIMSOLL_ANSWER_MEGABYTES: z.coerce.number().nonnegative().default(32),
  PLIMSOLL_POOLS: z
    .string()
    .refine((text) => readPools(text) !== null, refused('worker_pools'))
    .default(''),
  PLIMSOLL_POOL_SECONDS: z.coerce.number().int().min(1).max(3600).default(300),
  PLIMSOLL_TRUSTED_PROXIES: z
    .string()
    .refine((text) => listProxies(text).every(isProxyAddress), refused('proxy_address'))
    .optional(),
  ...tracesVariables,
  PLIMSOLL_TRACE_SQL_MS: z.coerce.number().min(0).default(100),
});

export interface ApiConfig {
  readonly port: number;
  readonly host: string;
  readonly databaseUrl: string;
  /** As the role that may change the schema; absent: `databaseUrl`. */
  readonly migrateUrl?: string;
  readonly redisUrl?: string;
  readonly secretKey: string;
  /** The archive; absent: the installation has none. */
  readonly objects?: ObjectStoreSettings | undefined;
  /** Public origin; absent = take each request's own. */
  readonly baseUrl?: string;
  readonly targets: TargetPolicy;
  /** Where notifications may go, beside what `targets` lists. */
  readonly messages: MessageReach;
  readonly signup: 'invite' | 'open';
  readonly signIn: SignInConfig;
  /** The people who make teams beside the owners of the installation. */
  readonly teamMakers: 'owner' | 'anyone';
  /** Absent: no mails are sent. */
  readonly mail?: { readonly smtpUrl: string; readonly from: string };
  readonly demoPort: number;
  readonly trustedProxies?: string;
  readonly caps: Caps;
  /** Pools that something outside scales by what waits for them. */
  readonly pools: readonly WorkerPool[];
  /** How long the workers of such a pool may take to come. */
  readonly poolSeconds: number;
  /** The largest result file of another tool. */
  readonly mostImportBytes: number;
  /** Questions about figures that one person may have waiting. */
  readonly mostQuestions: number;
  /** Memory for answers that are kept because they never change. */
  readonly keptAnswerBytes: number;
  /** Limits for one team. */
  readonly importCaps: ImportCaps;
  /** A caller that has it may read the metrics; absent: any caller from this machine. */
  readonly metricsToken?: string;
  /** Where the spans of its work go; null or absent: nowhere. */
  readonly telemetry?: TelemetryConfig | null;
  /** Sentences about settings of OpenTelemetry that are wrong and count as not set. */
  readonly ignoredSettings?: readonly string[];
  /** Queries that take so long are spans, too; 100 unless given. */
  readonly slowQueryMs?: number;
  /** The command that starts one more worker, in the operator's words; `COUNT` in it stands for how many there will be. */
  readonly workerCommand?: string;
  /** Settings that a worker must have as this process has them, without those that are secrets or defaults. */
  readonly workerSettings?: Readonly<Record<string, string>>;
  /** Where `npm start` keeps what reaches its own Postgres, and its key with it unless `key` says no. Its children run on this machine. */
  readonly ownFiles?: { readonly directory: string; readonly key: boolean };
  readonly logLevel: z.infer<typeof environmentSchema>['PLIMSOLL_LOG'];
  /** Directory of the built web; answers a plain sentence in its place while it is missing. */
  readonly webDirectory: string;
}

/** A caller that reaches us on loopback by a public URL comes through a proxy on this machine: nobody else could forward to us. */
function trustedProxies(env: z.infer<typeof environmentSchema>): Pick<ApiConfig, 'trustedProxies'> {
  const behindLocalProxy = env.PLIMSOLL_BASE_URL !== undefined && isLoopbackHost(env.HOST);
  const trusted = env.PLIMSOLL_TRUSTED_PROXIES ?? (behindLocalProxy ? 'loopback' : undefined);
  return trusted === undefined ? {} : { trustedProxies: trusted };
}

function mail({ SMTP_URL, SMTP_FROM, PLIMSOLL_BASE_URL }: z.infer<typeof environmentSchema>): Pick<ApiConfig, 'mail'> {
  if (SMTP_URL === undefined) return {};
  const host = PLIMSOLL_BASE_URL === undefined ? 'localhost' : new URL(PLIMSOLL_BASE_URL).hostname;
  return { mail: { smtpUrl: SMTP_URL, from: SMTP_FROM ?? `Plimsoll <plimsoll@${host}>` } };
}

/** The caps, the targets, and the port that both keep load away from. */
function listWorkerSettings(environment: NodeJS.ProcessEnv): Record<string, string> {
  const given = givenVariables(environment);
  const names = Object.keys(commonVariables).filter((name) =>
    /^(PORT|PLIMSOLL_TARGETS|PLIMSOLL_UNIX_SOCKETS|PLIMSOLL_DEMO_PORT|PLIMSOLL_MAX_.*)$/.test(name),
  );
  return Object.fromEntries(names.flatMap((name) => (given[name] === undefined ? [] : [[name, given[name]]])));
}

/** The environment of every child process of the API. */
export function childEnvironment(): Record<string, string> {
  const compiled = getCompileCacheDir();
  // Below the directory that is set, each version of Node has one of its own.
  return pickChildEnvironment(process.env, compiled === undefined ? undefined : dirname(compiled));
}

/** Reads and checks the environment. Throws an Error whose message names each variable that is wrong. */
export function readConfig(environment: NodeJS.ProcessEnv = process.env): ApiConfig {
  const ignoredSettings: string[] = [];
  const env = readVariables(environmentSchema, environment, (sentence) => ignoredSettings.push(sentence));
  const objects = readObjectStore(environment) ?? undefined;
  const own = [env.DATABASE_URL, env.MIGRATE_DATABASE_URL, env.REDIS_URL];
  const beside = [
    objects?.endpoint,
    env.OTEL_EXPORTER_OTLP_ENDPOINT,
    env.OTEL_EXPORTER_OTLP_METRICS_ENDPOINT,
    env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT,
  ];
  return {
    port: env.PORT,
    host: env.HOST,
    databaseUrl: env.DATABASE_URL,
    ...(env.MIGRATE_DATABASE_URL ? { migrateUrl: env.MIGRATE_DATABASE_URL } : {}),
    ...(env.REDIS_URL ? { redisUrl: env.REDIS_URL } : {}),
    secretKey: env.PLIMSOLL_SECRET_KEY,
    objects,
    ...(env.PLIMSOLL_BASE_URL ? { baseUrl: env.PLIMSOLL_BASE_URL } : {}),
    targets: {
      ...parseTargets(env.PLIMSOLL_TARGETS, listOwnPorts(env.PORT, ...own, ...beside), chooseDemoPort(env)),
      ...listSockets(env.PLIMSOLL_UNIX_SOCKETS, ...own),
    },
    messages: env.PLIMSOLL_MESSAGES,
    signup: env.PLIMSOLL_SIGNUP,
    teamMakers: env.PLIMSOLL_TEAM_MAKERS,
    signIn: readSignIn(env),
    ...mail(env),
    demoPort: chooseDemoPort(env),
    ...trustedProxies(env),
    caps: readCaps(env),
    pools: readPools(env.PLIMSOLL_POOLS) ?? [],
    poolSeconds: env.PLIMSOLL_POOL_SECONDS,
    mostImportBytes: env.PLIMSOLL_MAX_IMPORT_MEGABYTES * megabyte,
    mostQuestions: env.PLIMSOLL_MAX_QUESTIONS,
    keptAnswerBytes: env.PLIMSOLL_ANSWER_MEGABYTES * megabyte,
    importCaps: {
      perMinute: Math.max(1, Math.floor(env.PLIMSOLL_MAX_IMPORTS_PER_MINUTE)),
      perDay: {
        rows: Math.floor(env.PLIMSOLL_MAX_IMPORT_ROWS_PER_DAY),
        seconds: Math.floor(env.PLIMSOLL_MAX_IMPORT_SECONDS_PER_DAY),
        bytes: env.PLIMSOLL_MAX_IMPORT_MEGABYTES_PER_DAY * megabyte,
      },
    },
    ...(env.PLIMSOLL_METRICS_TOKEN ? { metricsToken: env.PLIMSOLL_METRICS_TOKEN } : {}),
    ...(env.PLIMSOLL_WORKER_COMMAND ? { workerCommand: env.PLIMSOLL_WORKER_COMMAND } : {}),
    workerSettings: listWorkerSettings(environment),
    telemetry: readTraces(env),
    ignoredSettings,
    slowQueryMs: env.PLIMSOLL_TRACE_SQL_MS,
    logLevel: env.PLIMSOLL_LOG,
    webDirectory: resolve(import.meta.dirname, '../../web/dist'),
  };
}
