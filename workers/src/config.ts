/** Settings of a worker, checked at start. The one file of this package that reads the environment. */
import { getCompileCacheDir } from 'node:module';
import { availableParallelism } from 'node:os';
import { dirname } from 'node:path';
import type { Caps } from '@plimsoll/contracts/caps';
import { mostWorkerLabels, workerLabelSchema } from '@plimsoll/contracts/plan-workers';
import { refused } from '@plimsoll/contracts/refusal';
import type { TargetPolicy } from '@plimsoll/contracts/target-policy';
import { pickChildEnvironment } from '@plimsoll/settings/child-environment';
import {
  chooseDemoPort,
  commonVariables,
  listOwnPorts,
  listSockets,
  maskedVariable,
  parseTargets,
  portVariable,
  readCaps,
  readVariables,
} from '@plimsoll/settings/environment-variables';
import { readObjectStore } from '@plimsoll/settings/object-store-settings';
import { readTelemetry, telemetryVariables } from '@plimsoll/settings/telemetry-variables';
import type { TelemetryConfig } from '@plimsoll/telemetry/telemetry-config';
import { z } from 'zod';
import type { MetricsAccess } from './metrics/metrics-server.ts';

const listLabels = (text: string) => [...new Set(text.split(',').flatMap((label) => label.trim() || []))];

export const environmentSchema = z.object({
  ...commonVariables,
  PLIMSOLL_WORKER_RUNS: z.coerce.number().int().min(1).max(64).default(1),
  PLIMSOLL_WORKER_LABELS: z
    .string()
    .refine((text) => listLabels(text).every((label) => workerLabelSchema.safeParse(label).success), refused('worker_label'))
    .refine((text) => listLabels(text).length <= mostWorkerLabels, refused('worker_labels_most'))
    .default(''),
  PLIMSOLL_GATHER_SECONDS: z.coerce.number().int().min(1).max(600).default(15),
  PLIMSOLL_DRAIN_SECONDS: z.coerce.number().int().min(0).max(86_400).default(0),
  PLIMSOLL_SPARE_GENERATOR: z.enum(['used', 'on', 'off']).default('used'),
  PLIMSOLL_THREADS: z.coerce.number().int().min(1).max(256).optional(),
  PLIMSOLL_METRICS_PORT: portVariable.min(1).optional(),
  PLIMSOLL_ALIVE_FILE: z.string().optional(),
  ...telemetryVariables,
});

export interface WorkerConfig {
  readonly databaseUrl: string;
  readonly redisUrl?: string | undefined;
  readonly secretKey: string;
  /** The archive, where the series of a baseline may lie; absent: the installation has none. */
  readonly objects?: NonNullable<ReturnType<typeof readObjectStore>> | undefined;
  readonly targets: TargetPolicy;
  readonly caps: Caps;
  readonly demoPort: number;
  /** Runs made at once. */
  readonly concurrency: number;
  /** Pools that this worker belongs to. */
  readonly labels: readonly string[];
  /** Load threads of one run. */
  readonly threads: number;
  /** Which generator process an idle worker keeps: `on`: one that has made no load, `used`: that of its last load. */
  readonly spareGenerator: z.infer<typeof environmentSchema>['PLIMSOLL_SPARE_GENERATOR'];
  /** How long a run waits at the start barrier for all of its generators. */
  readonly startBarrierMs: number;
  /** How long SIGTERM lets it end what it makes before it stops that. */
  readonly drainMs: number;
  /** Where its metrics are read; absent: nowhere. */
  readonly metrics?: MetricsAccess | undefined;
  /** Where OpenTelemetry goes; null: nowhere. */
  readonly telemetry: TelemetryConfig | null;
  /** Sentences about settings of OpenTelemetry that are wrong and count as not set. */
  readonly ignoredSettings?: readonly string[];
  /** Written while the database sees this worker. */
  readonly aliveFile?: string | undefined;
  readonly logLevel: z.infer<typeof environmentSchema>['PLIMSOLL_LOG'];
}

/** Reads and checks the environment. Throws an Error whose message names each variable that is wrong. */
export function readConfig(environment: NodeJS.ProcessEnv = process.env): WorkerConfig {
  const ignoredSettings: string[] = [];
  const env = readVariables(environmentSchema, environment, (sentence) => ignoredSettings.push(sentence));
  const port = env.PLIMSOLL_METRICS_PORT;
  const objects = readObjectStore(environment) ?? undefined;
  const telemetry = readTelemetry(env);
  return {
    databaseUrl: env.DATABASE_URL,
    redisUrl: env.REDIS_URL,
    secretKey: env.PLIMSOLL_SECRET_KEY,
    objects,
    targets: {
      ...parseTargets(
        env.PLIMSOLL_TARGETS,
        [
          ...listOwnPorts(env.PORT, env.DATABASE_URL, env.REDIS_URL, objects?.endpoint, telemetry?.metrics?.url, telemetry?.traces?.url),
          ...(port === undefined ? [] : [port]),
        ],
        chooseDemoPort(env),
      ),
      ...listSockets(env.PLIMSOLL_UNIX_SOCKETS, env.DATABASE_URL, env.REDIS_URL),
    },
    caps: readCaps(env),
    demoPort: chooseDemoPort(env),
    concurrency: env.PLIMSOLL_WORKER_RUNS,
    labels: listLabels(env.PLIMSOLL_WORKER_LABELS),
    threads: env.PLIMSOLL_THREADS ?? availableParallelism(),
    spareGenerator: env.PLIMSOLL_SPARE_GENERATOR,
    drainMs: env.PLIMSOLL_DRAIN_SECONDS * 1000,
    startBarrierMs: env.PLIMSOLL_GATHER_SECONDS * 1000,
    ...(port === undefined ? {} : { metrics: { port, token: env.PLIMSOLL_METRICS_TOKEN } }),
    telemetry,
    ignoredSettings,
    aliveFile: env.PLIMSOLL_ALIVE_FILE,
    logLevel: env.PLIMSOLL_LOG,
  };
}

/** The settings as a log may show them. */
export function maskedConfig(config: WorkerConfig): Record<string, unknown> {
  const { secretKey: _, databaseUrl, redisUrl, metrics, telemetry, objects, ignoredSettings: __, ...rest } = config;
  return {
    ...rest,
    metricsPort: metrics?.port ?? null,
    telemetry:
      telemetry && [telemetry.metrics, telemetry.traces].flatMap((to) => (to ? maskedVariable('OTEL_EXPORTER_OTLP_ENDPOINT', to.url) : [])),
    archive: objects ? maskedVariable('PLIMSOLL_S3_ENDPOINT', objects.endpoint) : null,
    databaseUrl: maskedVariable('DATABASE_URL', databaseUrl),
    redisUrl: redisUrl === undefined ? null : maskedVariable('REDIS_URL', redisUrl),
  };
}

/** The environment of every child process of a worker. */
export function childEnvironment(): Record<string, string> {
  const compiled = getCompileCacheDir();
  // Below the directory that is set, each version of Node has one of its own.
  return pickChildEnvironment(process.env, compiled === undefined ? undefined : dirname(compiled));
}
