/**
 * O2 on a small scale: with a history of 50 000 runs nothing that is asked often reads all of it. `npm run proof:history` holds the times with a million.
 * The table of runs has some 12 000 pages there, and an index of it from 50 (of few values) to 1000.
 */
import { runListQuerySchema } from '@plimsoll/contracts/run-list';
import { trendRuns } from '@plimsoll/store/baselines';
import type { Db } from '@plimsoll/store/db';
import { listRuns } from '@plimsoll/store/list-runs';
import { isAnyRunUnderWay } from '@plimsoll/store/live-state';
import { readLoadFigures } from '@plimsoll/store/load-figures';
import { nextLoad, waitsForWorker } from '@plimsoll/store/next-load';
import { listPlans } from '@plimsoll/store/plans';
import { readQueue } from '@plimsoll/store/queue';
import { reapLostExperiments } from '@plimsoll/store/reap-experiments';
import { claimRun } from '@plimsoll/store/run-claim';
import { takeRunEnd } from '@plimsoll/store/run-events';
import { finishRun, heartbeat, queuedRuns, reapLostRuns } from '@plimsoll/store/run-life';
import { keepTeamStorage, readTeamStorage } from '@plimsoll/store/team-storage';
import { makeHistory } from '@plimsoll/testbed/history';
import { beforeAll, describe, expect, test } from 'vitest';
import { uncapped } from '../src/queue/load-caps.ts';
import { countPages } from './page-count.ts';
import { environment, queueRun, secretKey, useDatabase } from './support.ts';

const scene = useDatabase();
/** Postgres compiles what it estimates to cost more. */
const jitAbove = 100_000;
const places = { planId: '', waits: '' };

beforeAll(async () => {
  const { db } = scene;
  const { id } = await queueRun(db);
  await claimRun(db, id, 1, 'w', secretKey);
  await finishRun(db, id, 1, {
    state: 'completed',
    ending: { kind: 'requestsSent', requests: 1 },
    endReason: 'requests',
    summary: null,
    validity: null,
    thresholds: [],
  });
  const summary = {
    requests: 1,
    responseTime: { p99Us: 1 },
    throughputPerSecond: 1,
    filler: Array.from({ length: 300 }, (_, n) => n * 7919),
  };
  await db.query('UPDATE runs SET summary = $2, environment = $3 WHERE id = $1', [
    id,
    JSON.stringify(summary),
    JSON.stringify(environment),
  ]);
  await makeHistory(db, { templateRunId: id, runs: 50_000, plans: 40 });
  places.planId = (await db.query<{ id: string }>(`SELECT id FROM plans WHERE name = 'checkout 7'`)).rows[0]?.id ?? '';
  places.waits = (await queueRun(db)).id;
  // An experiment that every run of the history overtook.
  await db.query(`INSERT INTO experiments (id, team_id, kind, name, variants, repeats, cool_down, created_at)
    VALUES (gen_random_uuid(), 'red', 'ab', 'waits', '[]', 1, '0s', now() - interval '2 years')`);
}, 240_000);

const key = () => ({ runId: places.waits, attempt: 1, shard: 0 });

describe.each<[what: string, most: number, ask: (db: Db) => Promise<unknown>]>([
  ['a look for lost runs, each second', 20, (db) => reapLostRuns(db)],
  ['a look for ends of runs, each second', 20, (db) => takeRunEnd(db, 'lost_figures')],
  ['a look for lost experiments, each second', 20, reapLostExperiments],
  ['a look for what waits for this worker, twice a second', 30, (db) => waitsForWorker(db, 'w')],
  ['a look for forgotten runs', 20, (db) => queuedRuns(db, 5000)],
  ['a look for runs under way', 20, isAnyRunUnderWay],
  ['the metrics', 30, readLoadFigures],
  ['the queue', 100, (db) => readQueue(db, 'red', uncapped)],
  ['the next load', 60, (db) => nextLoad(db, 'w', uncapped)],
  ['a new run', 200, (db) => queueRun(db)],
  ['a claim', 200, (db) => claimRun(db, places.waits, 1, 'w', secretKey)],
  ['a heartbeat', 20, (db) => heartbeat(db, key())],
  ['the last runs of a plan', 800, (db) => trendRuns(db, 'red', places.planId)],
])('%s', (_, most, ask) => {
  test(`reads at most ${most} pages`, async () => {
    const { pages, cost } = await countPages(scene.db, ask);
    const { rows } = await scene.db.query<{ version: number }>(`SELECT current_setting('server_version_num')::int AS version`);
    // Before 17 Postgres goes down an index once for each value of a list.
    const allowed = (rows[0]?.version ?? 0) < 170_000 ? 1.5 * most : most;
    expect(pages).toBeLessThanOrEqual(allowed);
    expect(cost).toBeLessThan(jitAbove);
  });
});

/** The oldest half of the runs has `legacy`, the newer one `shop`, all have `checkout`. */
describe.each<[what: string, query: Record<string, unknown>, found: number, most: number]>([
  ['the first page', {}, 50, 1000],
  ['runs under way', { state: 'active' }, 1, 1000],
  ['a state that none has', { state: 'target_refused' }, 0, 100],
  ['a state of one in twenty', { state: 'stopped' }, 50, 1000],
  ['regressions', { verdict: 'worse' }, 50, 2000],
  ['a verdict that none has', { verdict: 'better' }, 0, 100],
  ['a verdict that none has, of those that are over', { verdict: 'better', state: 'finished' }, 0, 300],
  ['a tag that none has', { tag: 'branch:none' }, 0, 7200],
  ['a word that none has', { search: 'nothing' }, 0, 7200],
  ['a word that all have', { search: 'checkout' }, 50, 7200],
  ['a word that the oldest half has', { search: 'legacy' }, 50, 7200],
  ['a tag that the oldest half has', { tag: 'service:legacy' }, 50, 7200],
  ['two letters that none has', { search: 'zq' }, 0, 7200],
  ['a sign that none has', { search: '~' }, 0, 7200],
  ['a stamp that none has', { stamp: 'unwatched' }, 0, 7200],
  ['a person who has none', { createdBy: 'nobody' }, 0, 7200],
  ['two words that no run has both of', { search: 'legacy shop' }, 0, 7200],
  ['a word that all have, in a state that none has', { search: 'checkout', state: 'target_refused' }, 0, 300],
])('a list of runs: %s', (_, query, found, most) => {
  test(`finds ${found} and reads at most ${most} pages`, async () => {
    const asked = runListQuerySchema.parse(query);
    const { pages } = await countPages(scene.db, async (db) => expect((await listRuns(db, 'red', asked)).items).toHaveLength(found));
    expect(pages).toBeLessThanOrEqual(most);
  });
});

test('the pages of what the oldest half has are the newest of it, in order and without a gap', async () => {
  const read = async (cursor?: string) =>
    listRuns(scene.db, 'red', runListQuerySchema.parse({ tag: 'service:legacy', limit: 100, cursor }));
  const one = await read();
  const two = await read(one.nextCursor ?? '');
  const { rows } = await scene.db.query<{ id: string }>(
    `SELECT id FROM runs WHERE tags ->> 'service' = 'legacy' ORDER BY ordinal DESC LIMIT 200`,
  );
  expect([...one.items, ...two.items].map(({ id }) => id)).toEqual(rows.map(({ id }) => id));
  expect([one.total, two.total]).toEqual([1001, 1001]);
});

test('a list of plans reads at most some pages of each', async () => {
  const { pages } = await countPages(scene.db, (db) => listPlans(db, 'red'));
  expect(pages / 40).toBeLessThanOrEqual(150);
});

test('the storage of a team is counted now and then, and read from the last count', async () => {
  const fresh = await readTeamStorage(scene.db, 'red');
  expect(fresh.runs).toBe(50_001);
  await keepTeamStorage(scene.db);
  const { pages } = await countPages(scene.db, async (db) =>
    expect(await readTeamStorage(db, 'red')).toMatchObject({ runs: 50_001, months: fresh.months }),
  );
  expect(pages).toBeLessThanOrEqual(5);
});
