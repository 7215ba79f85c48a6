/** The real API on a throwaway Postgres. */
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Caps, defaultCaps } from '@plimsoll/contracts/caps';
import { defaultImportCaps } from '@plimsoll/contracts/import-caps';
import { mostResultBytes } from '@plimsoll/contracts/import-result';
import { migrateQueue } from '@plimsoll/queue/migrate-queue';
import { migrate } from '@plimsoll/store/migrate';
import { migratedDatabase } from '@plimsoll/testbed/postgres';
import type { FastifyInstance } from 'fastify';
import { buildApp } from '../../src/app.ts';
import type { ApiConfig } from '../../src/config.ts';
import type { ApiContext } from '../../src/context.ts';
import { openContext } from '../../src/start-api.ts';
import { type Ask, makeAsk } from './asking.ts';

export const secretKey = 'a test key that is longer than 32 characters';

/** So many loads at once that no test meets these caps. */
export const manyLoads = {
  maxConcurrentRuns: 1000,
  maxRunsOfPerson: 1000,
  maxRunsInAll: 1000,
  maxExperiments: 1000,
  maxExperimentsInAll: 1000,
} satisfies Partial<Caps>;

export interface TestApi {
  readonly app: FastifyInstance;
  readonly context: ApiContext;
  readonly config: ApiConfig;
  /** Nobody. */
  readonly anonymous: Ask;
  as(credentials: Record<string, string>): Ask;
  close(): Promise<void>;
}

export function testConfig(databaseUrl: string, change: Partial<ApiConfig> = {}): ApiConfig {
  return {
    port: 4300,
    host: '127.0.0.1',
    databaseUrl,
    secretKey,
    targets: { mode: 'allowlist', allowed: ['loopback'], ownPorts: [4300] },
    messages: 'public',
    signup: 'invite',
    teamMakers: 'owner',
    signIn: { policy: 'password', secondFactor: false, provider: null },
    demoPort: 4390,
    mostImportBytes: mostResultBytes,
    mostQuestions: 40,
    keptAnswerBytes: 32 * 1024 ** 2,
    importCaps: { ...defaultImportCaps, perMinute: 1000 },
    caps: { ...defaultCaps, ...manyLoads },
    pools: [],
    poolSeconds: 300,
    logLevel: 'silent',
    webDirectory: join(mkdtempSync(join(tmpdir(), 'plimsoll-web-')), 'dist'),
    ...change,
  };
}

/** On a database of its own, unless `databaseUrl` names one: that is brought to this version's schema, and left there. */
export async function startTestApi(change: Partial<ApiConfig> = {}, logTo?: NodeJS.WritableStream): Promise<TestApi> {
  const given = change.databaseUrl;
  const database = given === undefined ? await migratedDatabase() : { url: given, drop: async () => undefined };
  if (given !== undefined) {
    await migrate(given);
    await migrateQueue(given);
  }
  const config = testConfig(database.url, change);
  const { context, close } = await openContext(config);
  const app = await buildApp(context, logTo);
  await app.ready();
  const as = (credentials: Record<string, string>) => makeAsk(app, credentials);
  return {
    app,
    context,
    config,
    as,
    anonymous: as({}),
    close: async () => {
      await app.close();
      await close();
      await database.drop();
    },
  };
}

/** Puts the built web's page where the API looks for it. */
export function putWebPage(
  { config }: Pick<TestApi, 'config'>,
  html = '<!doctype html><title>Plimsoll</title><div id="root"></div>',
): void {
  mkdirSync(config.webDirectory, { recursive: true });
  writeFileSync(join(config.webDirectory, 'index.html'), html);
}
