/** The real API on a throwaway Postgres, with an owner signed in; and runs with samples, put there as a worker would. */
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defaultCaps } from '@plimsoll/contracts/caps';
import { api } from '@plimsoll/contracts/paths';
import type { PlanInput } from '@plimsoll/contracts/plan';
import type { Problem } from '@plimsoll/contracts/problem';
import type { Environment, Run } from '@plimsoll/contracts/run';
import { histogramNames, type Sample } from '@plimsoll/contracts/sample';
import { migrateQueue } from '@plimsoll/queue/migrate-queue';
import { emptyHistogram, encode, record } from '@plimsoll/statistics/histogram';
import { summarise } from '@plimsoll/statistics/summary';
import { migrate } from '@plimsoll/store/migrate';
import { claimRun } from '@plimsoll/store/run-claim';
import { finishRun } from '@plimsoll/store/run-life';
import { readyShard } from '@plimsoll/store/run-shards';
import { appendSamples } from '@plimsoll/store/samples';
import { throwawayDatabase } from '@plimsoll/testbed/postgres';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { expect } from 'vitest';
import { buildApp } from '../src/app.ts';
import type { ApiConfig } from '../src/config.ts';
import type { ApiContext } from '../src/context.ts';
import { openContext } from '../src/start-api.ts';

export const secretKey = 'a test key that is longer than 32 characters';
export const password = 'correct horse battery';

export interface Answer<Body = unknown> {
  readonly status: number;
  readonly body: Body;
  readonly text: string;
  readonly headers: Record<string, string | string[] | number | undefined>;
}

/** Sends one request as somebody. */
export type Ask = <Body = unknown>(
  method: InjectOptions['method'] & string,
  url: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<Answer<Body>>;

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
    targets: { mode: 'allowlist', allowed: [], ownPorts: [4300] },
    signup: 'invite',
    demoPort: 4390,
    caps: { ...defaultCaps, maxConcurrentRuns: 1000, maxExperiments: 1000 },
    logLevel: 'silent',
    webDirectory: join(mkdtempSync(join(tmpdir(), 'plimsoll-web-')), 'dist'),
    ...change,
  };
}

/** Asks this app with these headers. */
export function askOf(app: FastifyInstance, credentials: Record<string, string>): Ask {
  return async (method, url, body, headers = {}) => {
    const json = body !== undefined && headers['content-type'] === undefined ? { 'content-type': 'application/json' } : {};
    const payload = body === undefined ? {} : { payload: typeof body === 'string' ? body : JSON.stringify(body) };
    const answer = await app.inject({ method, url, ...payload, headers: { ...json, ...credentials, ...headers } } as InjectOptions);
    const type = String(answer.headers['content-type'] ?? '');
    return {
      status: answer.statusCode,
      body: (/json/.test(type) && answer.body !== '' ? JSON.parse(answer.body) : null) as never,
      text: answer.body,
      headers: answer.headers,
    };
  };
}

export async function startTestApi(change: Partial<ApiConfig> = {}, logTo?: NodeJS.WritableStream): Promise<TestApi> {
  const database = await throwawayDatabase();
  await migrate(database.url);
  await migrateQueue(database.url);
  const config = testConfig(database.url, change);
  const { context, close } = await openContext(config);
  const app = await buildApp(context, logTo);
  await app.ready();
  const as = (credentials: Record<string, string>) => askOf(app, credentials);
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

export function cookieOf(answer: Answer): string {
  return [answer.headers['set-cookie'] ?? []]
    .flat()
    .map((line) => String(line).split(';')[0])
    .join('; ');
}

/** Makes the first owner and team. */
export async function owner(test: TestApi, email = 'owner@example.com'): Promise<Ask> {
  const answer = await test.anonymous('POST', api.setup, { name: 'Ola', email, password, team: 'Harbour' });
  expect(answer.status, answer.text).toBe(201);
  return test.as({ cookie: cookieOf(answer) });
}

let people = 0;
/** Another person, straight into the database, member of a team in this role, signed in. */
export async function member(test: TestApi, teamId: string, role: string): Promise<Ask> {
  const { db, auth } = test.context;
  const id = `person-${++people}`;
  const email = `${id}@example.com`;
  await db.query('INSERT INTO users (id, name, email, email_verified) VALUES ($1, $1, $2, true)', [id, email]);
  await db.query(
    `INSERT INTO accounts (id, account_id, provider_id, user_id, password, updated_at) VALUES ($1, $1, 'credential', $1, $2, now())`,
    [id, await auth.hashPassword(password)],
  );
  await db.query('INSERT INTO members (id, team_id, user_id, role, created_at) VALUES ($1, $2, $1, $3, now())', [id, teamId, role]);
  const answer = await test.anonymous('POST', api.signIn, { email, password });
  expect(answer.status, answer.text).toBe(200);
  return test.as({ cookie: cookieOf(answer) });
}

/** A second team with an owner of its own. */
export async function otherTeam(test: TestApi): Promise<Ask> {
  const id = `team-${++people}`;
  await test.context.db.query('INSERT INTO teams (id, name, slug, created_at) VALUES ($1, $1, $1, now())', [id]);
  return member(test, id, 'owner');
}

export async function teamIdOf(ask: Ask): Promise<string> {
  const { body } = await ask<{ team: { id: string } }>('GET', api.session);
  return body.team.id;
}

export async function tokenOf(test: TestApi, ask: Ask, scopes: string[] = ['write']): Promise<Ask> {
  const { body, text } = await ask<{ token: string }>('POST', api.tokens, { name: 'a token', scopes });
  expect(body?.token, text).toMatch(/^plm_[A-Za-z0-9_-]{43}$/);
  return test.as({ authorization: `Bearer ${body.token}` });
}

export function planInput(change: Partial<PlanInput> = {}): PlanInput {
  return {
    version: 1,
    name: 'checkout',
    target: { url: 'http://127.0.0.1:8787/' },
    load: { model: 'closed', connections: 10, duration: '20s' },
    ...change,
  };
}

/** Puts the built web's page where the API looks for it. */
export function putWebPage({ config }: Pick<TestApi, 'config'>, html = '<!doctype html><title>Plimsoll</title>'): void {
  mkdirSync(config.webDirectory, { recursive: true });
  writeFileSync(join(config.webDirectory, 'index.html'), html);
}

/** One second with `times` ms of response time, each counted once. */
export function sampleAt(second: number, timesMs: readonly number[], change: Partial<Sample> = {}): Sample {
  const histogram = emptyHistogram();
  for (const ms of timesMs) record(histogram, Math.round(ms * 1000));
  const encoded = encode(histogram);
  const count = timesMs.length;
  return {
    second,
    lengthMs: 1000,
    warmup: false,
    planned: count,
    sent: count,
    dropped: 0,
    done: count,
    failed: 0,
    outcomes: { response: count },
    statuses: { '200': count },
    doneTimeUs: timesMs.reduce((sum, ms) => sum + ms * 1000, 0),
    failedTimeUs: 0,
    byRequest: [],
    bytes: { sent: 100 * count, received: 200 * count },
    stragglers: {},
    inFlight: 1,
    waiting: 0,
    connections: { opened: second === 0 ? 10 : 0, reused: count, closedByPeer: 0, closedByUs: 0, failed: 0, tlsHandshakes: 0, open: 10 },
    histograms: Object.fromEntries(histogramNames.map((name) => [name, encoded])) as Sample['histograms'],
    errors: [],
    generator: { cpu: 0.2, eventLoopDelayP99Us: 500, eventLoopUtilisation: 0.2, rssBytes: 80_000_000, clockDriftMs: 0 },
    ...change,
  };
}

export const environment: Environment = {
  worker: 'worker-1',
  hostname: 'generator-host.internal',
  cpuModel: 'Test CPU',
  cores: 2,
  memoryBytes: 4_000_000_000,
  kernel: '6.1.0',
  node: '24.21.0',
  client: 'wire 0.1.0',
  plimsoll: '0.1.0',
  threads: 1,
};

export async function launch(ask: Ask, plan: PlanInput = planInput(), more: Record<string, unknown> = {}): Promise<Run> {
  const answer = await ask<Run>('POST', api.runs, { plan, ...more });
  expect(answer.status, answer.text).toBe(201);
  return answer.body;
}

/** Claims the run and marks it running. */
export async function begin(test: TestApi, runId: string): Promise<void> {
  const { db } = test.context;
  expect(await claimRun(db, runId, 1, 'worker-1', secretKey)).not.toBeNull();
  await readyShard(db, { runId, attempt: 1, shard: 0 }, environment, 0);
}

export async function put(test: TestApi, runId: string, samples: readonly Sample[], shard = 0): Promise<number> {
  return (await appendSamples(test.context.db, runId, 1, shard, samples)).lastSequence;
}

export async function finish(test: TestApi, runId: string, samples: readonly Sample[]): Promise<void> {
  const finished = await finishRun(test.context.db, runId, 1, {
    state: 'completed',
    stateReason: 'It ran to its end.',
    endReason: 'duration',
    summary: summarise(samples),
    validity: { stamp: 'valid', reasons: [] },
    thresholds: [],
  });
  expect(finished).toBe(true);
}

/** A run that is over, with `seconds` of samples around `ms`. */
export async function finishedRun(
  test: TestApi,
  ask: Ask,
  options: { plan?: PlanInput; seconds?: number; ms?: number } = {},
): Promise<Run> {
  const { plan = planInput(), seconds = 20, ms = 10 } = options;
  const run = await launch(ask, plan);
  await begin(test, run.id);
  const samples = Array.from({ length: seconds }, (_, second) =>
    sampleAt(
      second,
      Array.from({ length: 50 }, (_, i) => ms + ((second * 7 + i * 3) % 11) / 10),
    ),
  );
  await put(test, run.id, samples);
  await finish(test, run.id, samples);
  return (await ask<Run>('GET', api.run(run.id))).body;
}

export function problemIn(answer: Answer): Problem {
  expect(answer.headers['content-type']).toContain('application/problem+json');
  return answer.body as Problem;
}
