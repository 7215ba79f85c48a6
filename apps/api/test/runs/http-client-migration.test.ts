/**
 * Plans from before the HTTP client had a name had been driven by the wire, and say so after migration 009. The rows are made by this
 * version, written back the way the older one wrote them into a database that ends at migration 008, and migrated.
 */
import { createHash } from 'node:crypto';
import type { Candidate, Comparability, Comparison } from '@plimsoll/contracts/comparison';
import type { Experiment } from '@plimsoll/contracts/experiment';
import { api } from '@plimsoll/contracts/paths';
import { createRunSchema, type Run, runSchema } from '@plimsoll/contracts/run';
import { runListSchema } from '@plimsoll/contracts/run-list';
import type { SavedPlan } from '@plimsoll/contracts/saved-plan';
import { type Shared, sharedSchema } from '@plimsoll/contracts/share';
import { openPool } from '@plimsoll/store/database';
import type { DbPool } from '@plimsoll/store/db';
import type { ThrowawayDatabase } from '@plimsoll/testbed/postgres';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { share } from '../share/shares.ts';
import { type Ask, makeAsk } from '../support/asking.ts';
import { formerRow } from '../support/former-comparison.ts';
import { copyRows, databaseBefore, type Json } from '../support/older-database.ts';
import { owner, signIn } from '../support/people.ts';
import { finishedRun, launch, planInput } from '../support/stored-runs.ts';
import { putWebPage, startTestApi, type TestApi } from '../support/test-api.ts';

/** The version whose rows these are, and the undici it was installed with. */
const older = { plimsoll: '0.1.0', undici: '8.12.4' };
const key = 'the same press of the button';
const [run, bare, base, candidate] = [
  planInput({ name: 'a run' }),
  planInput({ name: 'no connection at all' }),
  planInput({ name: 'base', target: { url: 'http://127.0.0.1:8787/', headers: { authorization: 'Bearer sealed' } } }),
  planInput({ name: 'candidate', connection: { keepAlive: false }, tags: { client: 'undici', connection: 'x' } }),
];

let database: ThrowawayDatabase;
let test: TestApi;
let boss: Ask;
const ids = { run: '', bare: '', base: '', candidate: '', queued: '', plan: '', comparison: '', experiment: '' };
const tokens = { run: '', comparison: '', experiment: '' };

/** The value as version 0.1.0 wrote it. */
function aged(value: Json): Json {
  if (Array.isArray(value)) return value.map(aged);
  if (value === null || typeof value !== 'object') return value;
  const { client, ...rest } = value;
  if ('plimsoll' in rest && client !== undefined) return { ...rest, ...older };
  const inner = Object.fromEntries(Object.entries(value).map(([name, one]) => [name, aged(one)]));
  const { connection } = inner;
  if (connection !== null && typeof connection === 'object' && 'client' in connection) {
    const { client: _, ...known } = connection;
    return { ...inner, connection: known };
  }
  // For an idempotency key: migration 011 gave the column its new name.
  return inner.made_id === undefined ? inner : { ...inner, run_id: inner.made_id };
}

const undiciDiffers = { field: 'environment.undici', base: '8.12.2', candidate: '8.12.4', kind: 'environment' as const };
/** Words of a comparison where another undici was installed on either side, which sent nothing. */
const unlike = (names: string, ...differences: Comparability['differences']): Comparability => ({
  grade: 'not_like_with_like',
  differences,
  code: null,
  sentence: `Not like with like: the runs differ in ${names}, so a change cannot be put down to one of them.`,
});
const keepAlive = { field: 'connection.keepAlive', base: 'true', candidate: 'false', kind: 'plan' as const };
const alone = unlike("generator's undici", undiciDiffers);
const threads = { field: 'environment.threads', base: '1', candidate: '2', kind: 'environment' as const };
const ahead = unlike("generator's undici and generator's threads", undiciDiffers, threads);
const beside = unlike("connection.keepAlive and generator's undici", keepAlive, undiciDiffers);
const afterwards = {
  alone: { grade: 'same', differences: [], code: null, sentence: 'Same plan, same kind of generator: like with like.' },
  ahead: unlike("generator's threads", threads),
  beside: unlike('connection.keepAlive', keepAlive),
};

async function copyAged(from: DbPool, to: DbPool): Promise<void> {
  await copyRows(from, to, (table, row) => aged(formerRow(table, row) as Json));
  await to.query(`UPDATE runs SET plan = plan - 'connection' WHERE id = $1`, [ids.bare]);
}

async function makeRows(made: TestApi): Promise<void> {
  const ask = await owner(made);
  ids.run = (await finishedRun(made, ask, { plan: run })).id;
  ids.bare = (await finishedRun(made, ask, { plan: bare })).id;
  ids.base = (await finishedRun(made, ask, { plan: base })).id;
  ids.candidate = (await finishedRun(made, ask, { plan: candidate, ms: 20 })).id;
  ids.plan = (await ask<SavedPlan>('POST', api.plans, { plan: base })).body.id;
  ids.queued = (await ask<Run>('POST', api.runs, { plan: run }, { 'idempotency-key': key })).body.id;

  const { db } = made.context;
  const arms = { base: [ids.base], candidates: [[ids.candidate], [ids.run]] };
  const kept = (await ask<Comparison>('POST', api.comparisons, arms)).body;
  ids.comparison = kept.id;
  const { id: _id, title: _title, createdAt: _createdAt, ...result } = kept;
  const said = (...all: Comparability[]) => ({
    ...result,
    candidates: all.map((comparability, at) => ({ ...(result.candidates[at] as Candidate), comparability })),
  });
  const compared = said(beside, alone);
  await db.query('UPDATE comparisons SET result = $2 WHERE id = $1', [ids.comparison, JSON.stringify(compared)]);

  const variants = [base, candidate].map((plan) => ({ name: plan.name, plan }));
  ids.experiment = (await ask<{ id: string }>('POST', api.experiments, { variants, planId: ids.plan })).body.id;
  const found = { comparisons: [{ variant: 1, result: said(ahead) }], noiseFloor: null, capacity: null, knee: null };
  await db.query(`UPDATE experiments SET state = 'completed', ended_at = now(), result = $2 WHERE id = $1`, [
    ids.experiment,
    JSON.stringify(found),
  ]);

  tokens.run = (await share(ask, { runId: ids.run })).token;
  tokens.comparison = (await share(ask, { comparisonId: ids.comparison })).token;
  tokens.experiment = (await share(ask, { experimentId: ids.experiment })).token;
}

beforeAll(async () => {
  database = await databaseBefore('009');
  const made = await startTestApi();
  const old = openPool(database.url);
  await makeRows(made);
  await copyAged(made.context.db as DbPool, old);
  const { rows } = await old.query(`SELECT plan::text AS plan, environment::text AS environment FROM runs WHERE id = $1`, [ids.run]);
  expect([rows[0].plan, rows[0].environment].join()).not.toMatch(/"client"|wire/);
  await old.end();
  await made.close();

  test = await startTestApi({ databaseUrl: database.url });
  putWebPage(test);
  boss = makeAsk(test.app, { cookie: await signIn(test) });
});
afterAll(async () => {
  await test?.close();
  await database?.drop();
});

const wire = { client: 'wire 0.1.0', plimsoll: '0.1.0' };

it('runs: by themselves, in a list, and one that still waits', async () => {
  for (const id of [ids.run, ids.bare, ids.base, ids.candidate]) {
    const { body, text } = await boss<Run>('GET', api.run(id));
    expect(runSchema.parse(body), text).toEqual(body);
    expect(body.plan.connection.client, body.plan.name).toBe('wire');
    expect(body.environment).toMatchObject(wire);
    expect(text).not.toContain('"undici":');
  }
  const { body: other } = await boss<Run>('GET', api.run(ids.candidate));
  expect(other.plan).toMatchObject({ connection: { keepAlive: false, protocol: 'http1' }, tags: { client: 'undici', connection: 'x' } });
  expect((await boss<Run>('GET', api.run(ids.queued))).body).toMatchObject({
    state: 'queued',
    plan: { connection: { client: 'wire' } },
    environment: null,
  });
  const list = runListSchema.parse((await boss('GET', api.runs)).body);
  expect(list.items.map(({ plan }) => plan.connection.client)).toEqual(Array(5).fill('wire'));
  const { rows } = await test.context.db.query(`SELECT DISTINCT environment FROM run_shards`);
  expect(rows).toEqual([{ environment: expect.objectContaining(wire) }]);
  expect(rows[0].environment).not.toHaveProperty('undici');
  // The index that was made anew still finds by name.
  expect((await boss<{ items: Run[] }>('GET', `${api.runs}?search=no+connection`)).body.items.map(({ id }) => id)).toEqual([ids.bare]);
});

it('a plan, and a run of it, which sends what the plan sent before', async () => {
  const { body } = await boss<SavedPlan>('GET', api.plan(ids.plan));
  expect(body.plan.connection.client).toBe('wire');
  const again = await boss<Run>('POST', api.runs, { planId: ids.plan });
  expect(again.body).toMatchObject({ planId: ids.plan, plan: { connection: { client: 'wire' } } });
  expect((await launch(boss, planInput())).plan.connection.client).toBe('undici');
});

it('the same request with the same key is still the same run', async () => {
  const body = createRunSchema.parse({ plan: run });
  const { client: _, ...connection } = body.plan?.connection ?? {};
  // As the older version did it.
  const hash = createHash('sha256')
    .update(JSON.stringify({ ...body, plan: { ...body.plan, connection } }))
    .digest('hex');
  await test.context.db.query('UPDATE idempotency_keys SET body_hash = $1', [hash]);
  const repeated = await boss<Run>('POST', api.runs, { plan: run }, { 'idempotency-key': key });
  expect([repeated.status, repeated.body.id]).toEqual([201, ids.queued]);
  const other = await boss('POST', api.runs, { plan: { ...run, connection: { client: 'wire' } } }, { 'idempotency-key': key });
  expect(other.status).toBe(409);
});

it('an experiment and what it found', async () => {
  const { body, text } = await boss<Experiment>('GET', api.experiment(ids.experiment));
  expect(
    body.variants.map(({ plan }) => plan.connection),
    text,
  ).toMatchObject([
    { client: 'wire', keepAlive: true },
    { client: 'wire', keepAlive: false },
  ]);
  expect(body.comparisons[0]?.result.candidates[0]?.comparability).toEqual(afterwards.ahead);
});

it('a kept comparison, of several arms', async () => {
  const { body, text } = await boss<Comparison>('GET', api.storedComparison(ids.comparison));
  expect(
    body.candidates.map(({ comparability }) => comparability),
    text,
  ).toEqual([afterwards.beside, afterwards.alone]);
  expect(text).not.toContain('undici');
});

it('every shared page, frozen as it was but for the name of the client', async () => {
  const contents = Object.fromEntries(
    await Promise.all(
      Object.entries(tokens).map(async ([kind, token]) => {
        const { body, text } = await test.anonymous<Shared>('GET', api.shared(token));
        expect(sharedSchema.parse(body), text).toEqual(body);
        return [kind, body.content];
      }),
    ),
  );
  expect(contents.run).toMatchObject({ plan: { connection: { client: 'wire' } }, versions: wire });
  expect(contents.run.versions).not.toHaveProperty('undici');
  const plan = { connection: { client: 'wire' } };
  expect(contents.comparison).toMatchObject({
    basePlan: plan,
    candidatePlans: [plan, plan],
    comparison: { candidates: [{ comparability: afterwards.beside }, { comparability: afterwards.alone }] },
  });
  expect(contents.experiment.experiment).toMatchObject({
    variants: [{ plan }, { plan }],
    comparisons: [{ variant: 1, result: { candidates: [{ comparability: afterwards.ahead }] } }],
  });
  for (const token of Object.values(tokens))
    for (const page of ['', '/embed', '/badge.svg', '/preview.png'])
      expect((await test.anonymous('GET', `/s/${token}${page}`)).status).toBe(200);
  const { text } = await test.anonymous('GET', `/s/${tokens.run}`);
  expect(text).toContain('· wire 0.1.0 ·');
  expect(text).not.toContain('undici');
});
