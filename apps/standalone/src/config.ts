/** Settings of `npm start`. The API and the worker read theirs from what is handed on. */
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import type { ObjectStoreSettings } from '@plimsoll/artefacts/object-store';
import { commonVariables, givenVariables, readVariables } from '@plimsoll/settings/environment-variables';
import { readObjectStore } from '@plimsoll/settings/object-store-settings';
import { readSecretFiles } from '@plimsoll/settings/secret-files';
import { z } from 'zod';

export const environmentSchema = z.object({
  PORT: commonVariables.PORT,
  HOST: z.string().default('127.0.0.1'),
  PLIMSOLL_DATA_DIR: z.string().default('./.plimsoll'),
  DATABASE_URL: z.string().optional(),
  MIGRATE_DATABASE_URL: z.string().optional(),
  REDIS_URL: z.string().optional(),
  PLIMSOLL_SECRET_KEY: commonVariables.PLIMSOLL_SECRET_KEY.optional(),
  PLIMSOLL_BASE_URL: z.url({ protocol: /^https?$/ }).optional(),
});

export interface StandaloneConfig {
  readonly port: number;
  readonly host: string;
  readonly dataDir: string;
  /** Absent: we bring our own Postgres. */
  readonly databaseUrl: string | undefined;
  /** As the role that may change the schema; absent: `databaseUrl`. */
  readonly migrateUrl: string | undefined;
  readonly redisUrl: string | undefined;
  /** Absent: as host and port say. */
  readonly baseUrl: string | undefined;
  /** Absent: kept in the data directory. */
  readonly secretKey: string | undefined;
  /** The archive; null: there is none. */
  readonly objects: ObjectStoreSettings | null;
  /** Started by npm, which may be killed before us. */
  readonly underNpm: boolean;
  /** The environment of API and worker, completed by the services that were started for them. */
  environment(started: { databaseUrl: string; secretKey: string }): Record<string, string>;
}

export function readConfig(environment: NodeJS.ProcessEnv = process.env): StandaloneConfig {
  const env = readVariables(environmentSchema, environment);
  // A secret from a file is handed on by its name alone.
  const given = givenVariables(readSecretFiles(Object.keys(environmentSchema.shape), environment).environment);
  return {
    port: env.PORT,
    host: env.HOST,
    dataDir: resolve(env.PLIMSOLL_DATA_DIR),
    databaseUrl: env.DATABASE_URL,
    // Our own Postgres has one role.
    migrateUrl: env.DATABASE_URL ? env.MIGRATE_DATABASE_URL : undefined,
    redisUrl: env.REDIS_URL,
    baseUrl: env.PLIMSOLL_BASE_URL,
    secretKey: env.PLIMSOLL_SECRET_KEY,
    objects: readObjectStore(environment),
    underNpm: given.npm_lifecycle_event !== undefined,
    environment: ({ databaseUrl, secretKey }) => ({
      // The target shares this machine: half of its cores are left to it.
      PLIMSOLL_THREADS: String(Math.max(1, Math.floor(availableParallelism() / 2))),
      PLIMSOLL_LOG: 'warn',
      ...given,
      // Its Postgres goes with it.
      PLIMSOLL_DRAIN_SECONDS: '0',
      MIGRATE_DATABASE_URL: (env.DATABASE_URL && env.MIGRATE_DATABASE_URL) ?? '',
      DATABASE_URL: databaseUrl,
      PLIMSOLL_SECRET_KEY: secretKey,
    }),
  };
}
