/** Settings of the API, checked at start. The one file of this package that reads the environment. */
import { getCompileCacheDir } from 'node:module';
import { isIP } from 'node:net';
import { dirname, resolve } from 'node:path';
import type { ObjectStoreSettings } from '@plimsoll/artefacts/object-store';
import type { Caps } from '@plimsoll/contracts/caps';
import { type GroupRole, groupRolesSchema } from '@plimsoll/contracts/group-roles';
import { defaultImportCaps, type ImportCaps } from '@plimsoll/contracts/import-caps';
import { mostResultBytes } from '@plimsoll/contracts/import-result';
import { workerLabelSchema } from '@plimsoll/contracts/plan-workers';
import { refused } from '@plimsoll/contracts/refusal';
import {
  type ProviderFactor,
  type ProviderSignOut,
  providerFactors,
  providerSignOuts,
  type SignInPolicy,
  signInPolicies,
} from '@plimsoll/contracts/sign-in';
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

const megabyte = 1024 ** 2;
const importCap = (fallback: number) => z.coerce.number().positive().default(fallback);

/** Does this address to listen on reach this machine only? */
export function isLoopbackHost(host: string): boolean {
  return /^(127(\.\d{1,3}){1,3}|localhost|::1)$/.test(host);
}

/** May browsers keep passkeys for this address? It needs a name, and TLS but for this machine. */
export function allowsPasskeys(baseUrl: string | undefined): boolean {
  if (baseUrl === undefined) return false;
  const { protocol, hostname } = new URL(baseUrl);
  if (hostname.startsWith('[') || isIP(hostname) > 0) return false;
  return protocol === 'https:' || hostname === 'localhost' || hostname.endsWith('.localhost');
}

/** May this be the address of a provider? Its answers say who somebody is: nobody on the way may change them. */
function isIssuer(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, search, hash, username, password } = new URL(text);
  const plain = search === '' && hash === '' && username === '' && password === '';
  return plain && (protocol === 'https:' || (protocol === 'http:' && isLoopbackHost(hostname.replace(/^\[(.*)\]$/, '$1'))));
}

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
  PLIMSOLL_SIGN_IN: z.enum(signInPolicies).optional(),
  PLIMSOLL_REQUIRE_SECOND_FACTOR: z.enum(['no', 'yes']).default('no'),
  PLIMSOLL_OIDC_ISSUER: z.string().refine(isIssuer, refused('issuer_url')).optional(),
  PLIMSOLL_OIDC_CLIENT_ID: z.string().max(1000).optional(),
  PLIMSOLL_OIDC_CLIENT_SECRET: z.string().max(10_000).optional(),
  PLIMSOLL_OIDC_LABEL: z.string().max(60).default('SSO'),
  PLIMSOLL_OIDC_SCOPES: z
    .string()
    .regex(/^[\x21\x23-\x5b\x5d-\x7e]+( [\x21\x23-\x5b\x5d-\x7e]+)*$/)
    .default('openid profile email'),
  PLIMSOLL_OIDC_GROUPS_CLAIM: z.string().max(200).default('groups'),
  PLIMSOLL_OIDC_GROUPS: groupRolesSchema.optional(),
  PLIMSOLL_OIDC_TRUST_EMAIL: z.enum(['no', 'yes']).default('no'),
  PLIMSOLL_OIDC_SECOND_FACTOR: z.enum(providerFactors).default('provider'),
  PLIMSOLL_OIDC_ACR: z
    .string()
    .regex(/^\S+( \S+)*$/)
    .max(1000)
    .optional(),
  PLIMSOLL_OIDC_SESSION_HOURS: z.coerce.number().positive().max(720).default(12),
  PLIMSOLL_OIDC_SIGN_OUT: z.enum(providerSignOuts).default('here'),
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

/** The installation's provider of identities (OpenID Connect). */
export interface ProviderConfig {
  readonly issuer: string;
  readonly clientId: string;
  /** Null: a public client. */
  readonly clientSecret: string | null;
  /** Its name on the button. */
  readonly label: string;
  readonly scopes: string;
  readonly groupsClaim: string;
  readonly groupRoles: readonly GroupRole[];
  /** Do its addresses count as confirmed where it does not say so? */
  readonly trustsAddresses: boolean;
  /** What counts as its second factor; asked for where `SignInConfig.secondFactor` is. */
  readonly secondFactor: ProviderFactor;
  /** Levels of a sign-in (`acr`) that are asked for. */
  readonly acr: readonly string[];
  readonly sessionHours: number;
  readonly signOut: ProviderSignOut;
}

export interface SignInConfig {
  readonly policy: SignInPolicy;
  /** A password alone is not enough. */
  readonly secondFactor: boolean;
  /** Null where `policy` is `password`. */
  readonly provider: ProviderConfig | null;
}

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

/** Throws an Error whose message names the setting that is missing. */
function readSignIn(env: z.infer<typeof environmentSchema>): SignInConfig {
  const { PLIMSOLL_OIDC_ISSUER: issuer, PLIMSOLL_OIDC_CLIENT_ID: clientId } = env;
  const policy = env.PLIMSOLL_SIGN_IN ?? (issuer === undefined ? 'password' : 'both');
  const secondFactor = env.PLIMSOLL_REQUIRE_SECOND_FACTOR === 'yes';
  if (policy === 'password') return { policy, secondFactor, provider: null };
  for (const name of ['PLIMSOLL_OIDC_ISSUER', 'PLIMSOLL_OIDC_CLIENT_ID', 'PLIMSOLL_BASE_URL'] as const)
    if (env[name] === undefined) throw new Error(`Configuration: ${name}: sign-in by OpenID Connect needs it`);
  const factor = env.PLIMSOLL_OIDC_SECOND_FACTOR;
  if (factor !== 'provider' && !secondFactor)
    throw new Error(
      'Configuration: PLIMSOLL_OIDC_SECOND_FACTOR: set PLIMSOLL_REQUIRE_SECOND_FACTOR=yes, too: without it none is asked for',
    );
  if (factor === 'passkey' && !allowsPasskeys(env.PLIMSOLL_BASE_URL))
    throw new Error(
      'Configuration: PLIMSOLL_OIDC_SECOND_FACTOR: passkeys need PLIMSOLL_BASE_URL with a name and https:// (or http://localhost)',
    );
  return {
    policy,
    secondFactor,
    provider: {
      issuer: issuer ?? '',
      clientId: clientId ?? '',
      clientSecret: env.PLIMSOLL_OIDC_CLIENT_SECRET ?? null,
      label: env.PLIMSOLL_OIDC_LABEL,
      scopes: env.PLIMSOLL_OIDC_SCOPES,
      groupsClaim: env.PLIMSOLL_OIDC_GROUPS_CLAIM,
      groupRoles: env.PLIMSOLL_OIDC_GROUPS ?? [],
      trustsAddresses: env.PLIMSOLL_OIDC_TRUST_EMAIL === 'yes',
      secondFactor: factor,
      acr: env.PLIMSOLL_OIDC_ACR?.split(' ') ?? [],
      sessionHours: env.PLIMSOLL_OIDC_SESSION_HOURS,
      signOut: env.PLIMSOLL_OIDC_SIGN_OUT,
    },
  };
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
