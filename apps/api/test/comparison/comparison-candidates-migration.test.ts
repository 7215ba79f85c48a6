/**
 * Comparisons from when the first candidate stood beside the base and the further ones in `others` read after migration 012 as if this
 * version had kept them. The rows are made by this version, written back the way the older one wrote them into a database that ends at
 * migration 011, and migrated: every answer is the one this version gave before.
 */
import type { Candidate, Comparison, ComparisonResult } from '@plimsoll/contracts/comparison';
import type { Experiment } from '@plimsoll/contracts/experiment';
import { api } from '@plimsoll/contracts/paths';
import { type Shared, sharedSchema } from '@plimsoll/contracts/share';
import type { MetricDelta, Verdict } from '@plimsoll/contracts/verdict';
import { openPool } from '@plimsoll/store/database';
import type { DbPool } from '@plimsoll/store/db';
import type { ThrowawayDatabase } from '@plimsoll/testbed/postgres';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { share } from '../share/shares.ts';
import { type Ask, makeAsk } from '../support/asking.ts';
import { formerRow } from '../support/former-comparison.ts';
import { copyRows, databaseBefore } from '../support/older-database.ts';
import { owner, signIn } from '../support/people.ts';
import { finishedRun, planInput } from '../support/stored-runs.ts';
import { putWebPage, startTestApi, type TestApi } from '../support/test-api.ts';

let database: ThrowawayDatabase;
let test: TestApi;
let boss: Ask;
const ids = { pair: '', several: '', told: ['', ''], oldest: '', experiment: '', revoked: '' };
const tokens = { pair: '', several: '', hidden: '', experiment: '' };
/** Answers of this version, by path: for those who are signed in, and for everybody. */
const asked = new Map<string, unknown>();
const shown = new Map<string, unknown>();

const pages = ['', '/embed', '/badge.svg', '/preview.png'];
const signedInPaths = () => [
  api.comparisons,
  ...[ids.pair, ids.several, ...ids.told].map(api.storedComparison),
  api.experiment(ids.experiment),
  api.shares,
];
const publicPaths = () => Object.values(tokens).flatMap((token) => [api.shared(token), ...pages.map((page) => `/s/${token}${page}`)]);

const moved = (metric: MetricDelta['metric'], verdict: Verdict, deltaRelative: number | null) => ({ metric, verdict, deltaRelative });
/** Verdicts of four candidates, so that every way to put a change into words comes up. */
const told = [
  [
    [moved('throughput', 'no_difference', 0.01), moved('p99', 'worse', 0.802), moved('p50', 'better', -0.9), moved('p999', 'worse', 7)],
    [moved('errorRate', 'worse', 0.00434), moved('p50', 'no_difference', 0)],
    [moved('errorRate', 'better', -0.2), moved('p50', 'better', -0.2)],
    [moved('p999', 'worse', 4), moved('p90', 'better', -0.4), moved('p50', 'no_difference', 0.001)],
  ],
  [
    [moved('throughput', 'better', 123.4567), moved('p99', 'better', -0.5)],
    [moved('throughput', 'worse', null), moved('p99', 'not_enough_evidence', 3)],
    [moved('p50', 'worse', 1.5), moved('throughput', 'worse', -0.0312)],
    [moved('p99', 'not_enough_evidence', 0.1), moved('p50', 'no_difference', 0)],
  ],
  // `several` is shared: this version tells a change of twice as much and more as a factor.
  [[moved('p99', 'worse', 0.802)], [moved('p99', 'no_difference', 0)], [moved('p50', 'better', -0.2)]],
] as const;
/** The same sentences after the migration; their spaces before a unit and between digits do not break. */
const sentences = [
  'Against A · base: B · one worse (p99 +80.2 %), C · two worse (error rate +0.43 pp), D · one better (error rate −20.0 pp), E · four no difference.',
  'Against A · base: B · one better (throughput +12 346 %), C · two worse (throughput –), D · one worse (p50 +150 %), E · four not enough evidence.',
  'Against A · base: B · one worse (p99 +80.2 %), C · one no difference, D · four better (p50 −20.0 %).',
];

async function tell(db: DbPool, id: string, kept: Comparison, at: number): Promise<void> {
  const { id: _id, title: _title, createdAt: _createdAt, ...result } = kept;
  const candidates = result.candidates.map((candidate, place): Candidate => {
    const said = told[at]?.[place]?.map((one) => ({ ...one, base: 1, candidate: 2, delta: 1, interval: null, reason: '', code: null }));
    return { ...candidate, metrics: said ?? [], code: null };
  });
  const sentence = (sentences[at] ?? '').replaceAll(/(?<=\d) (?=[\d%p])/g, '\u00a0');
  const compared: ComparisonResult = { ...result, candidates, sentence };
  await db.query('UPDATE comparisons SET result = $2 WHERE id = $1', [id, JSON.stringify(compared)]);
}

async function makeRows(made: TestApi): Promise<void> {
  const ask = await owner(made);
  const db = made.context.db as DbPool;
  const [base = '', one = '', two = '', three = '', four = ''] = await Promise.all(
    ['base', 'one', 'two', 'one', 'four'].map(async (name, at) => {
      const plan = planInput({ name, target: { url: 'http://127.0.0.1:8787/secret?q=canary-query' } });
      return (await finishedRun(made, ask, { plan, ms: 10 * (at + 1) })).id;
    }),
  );
  const keep = async (body: object) => {
    const { body: kept, status, text } = await ask<Comparison>('POST', api.comparisons, { base: [base], ...body });
    expect(status, text).toBe(201);
    return kept;
  };
  ids.pair = (await keep({ candidates: [[one]], from: 2, to: 16, title: 'a pair' })).id;
  const several = await keep({ candidates: [[one, two], [three], [four]] });
  ids.several = several.id;
  await tell(db, several.id, several, 2);
  for (const at of ids.told.keys()) {
    const kept = await keep({ candidates: [[one], [two], [three], [four]] });
    ids.told[at] = kept.id;
    await tell(db, kept.id, kept, at);
  }
  ids.oldest = (await keep({ candidates: [[one]], title: 'from 0.1.0' })).id;

  const variants = ['raw', 'ORM', 'cached'].map((name, at) => ({ name, plan: planInput({ name, connection: { keepAlive: at === 0 } }) }));
  // The one design there was.
  ids.experiment = (await ask<Experiment>('POST', api.experiments, { variants, design: 'runs' })).body.id;
  const { body: compared } = await ask<ComparisonResult>('GET', api.comparison([base], [one], [two]));
  const comparisons = compared.candidates.map((candidate, at) => ({
    variant: at + 1,
    result: { ...compared, candidates: [candidate], sentence: candidate.sentence },
  }));
  const found = { comparisons, noiseFloor: null, capacity: null, knee: null };
  await db.query(`UPDATE experiments SET state = 'completed', ended_at = now(), result = $2 WHERE id = $1`, [
    ids.experiment,
    JSON.stringify(found),
  ]);
  // One that has not begun has found nothing yet.
  await ask('POST', api.experiments, { variants });

  tokens.pair = (await share(ask, { comparisonId: ids.pair })).token;
  tokens.several = (await share(ask, { comparisonId: ids.told[0] })).token;
  tokens.hidden = (await share(ask, { comparisonId: ids.several, hide: ['host', 'path', 'name'] })).token;
  tokens.experiment = (await share(ask, { experimentId: ids.experiment })).token;
  ids.revoked = (await share(ask, { comparisonId: ids.several })).id;
  await ask('DELETE', api.share(ids.revoked));

  putWebPage(made);
  for (const path of publicPaths()) shown.set(path, await answerOf(made.anonymous, path));
  for (const path of signedInPaths()) asked.set(path, await answerOf(ask, path));
}

/** Sentences that an earlier version kept stay what they were: they say worse, name no arm of a pair, and have no codes; nobody noted why an experiment had its design. */
function asKeptBefore(answer: unknown): unknown {
  if (typeof answer === 'string') return answer;
  const text = JSON.stringify(answer).replaceAll(/"sentence":"(one|two) is slower:/g, '"sentence":"Slower:');
  const ofSeveral = (said: string) => said.replaceAll(' slower (', ' worse (').replaceAll(' faster (', ' better (');
  const before = text.replaceAll(/"sentence":"Against A · [^"]*"/g, ofSeveral);
  return JSON.parse(before, (key, value: unknown) => (key === 'code' || key === 'designReason' ? null : value));
}

/** Views are counted as they are made. */
async function answerOf(ask: Ask, path: string): Promise<unknown> {
  const { status, text, body } = await ask('GET', path);
  expect(status, `${path}: ${text}`).toBe(200);
  return path === api.shares || !path.startsWith('/api') ? text.replaceAll(/"viewCount":\d+/g, '') : body;
}

beforeAll(async () => {
  database = await databaseBefore('012');
  const made = await startTestApi();
  const old = openPool(database.url);
  await makeRows(made);
  await copyRows(made.context.db as DbPool, old, formerRow);
  // Version 0.1.0 compared two arms only.
  await old.query(
    `UPDATE comparisons SET result = result - 'others' - 'window' - 'byRequest' - 'errors', other_run_ids = DEFAULT WHERE id = $1`,
    [ids.oldest],
  );
  const { rows } = await old.query('SELECT result ?& $1 AS former, result ? $2 AS today FROM comparisons', [
    ['candidate', 'comparability', 'metrics'],
    'candidates',
  ]);
  expect(rows).toEqual(Array(5).fill({ former: true, today: false }));
  await old.end();
  await made.close();

  test = await startTestApi({ databaseUrl: database.url });
  putWebPage(test);
  boss = makeAsk(test.app, { cookie: await signIn(test) });
}, 120_000);
afterAll(async () => {
  await test?.close();
  await database?.drop();
});

it('kept comparisons, their list and an experiment answer as if this version had kept them', async () => {
  expect(asked.size).toBe(7);
  for (const [path, before] of asked) expect(await answerOf(boss, path), path).toEqual(asKeptBefore(before));
});

it('several candidates say together what their pages said, whatever moved', async () => {
  const read = await Promise.all(
    [...ids.told, ids.several].map(async (id) => (await boss<Comparison>('GET', api.storedComparison(id))).body.sentence),
  );
  expect(read.map((sentence) => sentence.replaceAll('\u00a0', ' '))).toEqual(sentences);
});

it('a comparison that version 0.1.0 kept reads as one candidate', async () => {
  const { body, status, text } = await boss<Comparison>('GET', api.storedComparison(ids.oldest));
  expect(status, text).toBe(200);
  expect(body).toMatchObject({ title: 'from 0.1.0', window: null, candidates: [{ byRequest: [], errors: [] }] });
  expect(body.candidates).toHaveLength(1);
  expect(body.sentence).toBe(body.candidates[0]?.sentence);
});

it('every link shows what it showed: as data, as a page without scripts, embedded, as a badge and as a picture', async () => {
  expect(shown.size).toBe(4 * (1 + pages.length));
  for (const [path, before] of shown) expect(await answerOf(test.anonymous, path), path).toEqual(asKeptBefore(before));
  const { body } = await test.anonymous<Shared>('GET', api.shared(tokens.hidden));
  expect(sharedSchema.parse(body)).toEqual(body);
  expect(JSON.stringify(body)).not.toMatch(/canary|127\.0\.0\.1|"four"/);
});

it('a link can be made of what was kept, and a revoked one stays empty', async () => {
  for (const comparisonId of [ids.several, ids.oldest]) {
    const { token } = await share(boss, { comparisonId });
    expect((await test.anonymous('GET', `/s/${token}`)).status).toBe(200);
  }
  const { rows } = await test.context.db.query('SELECT content FROM shares WHERE id = $1', [ids.revoked]);
  expect(rows).toEqual([{ content: {} }]);
});
