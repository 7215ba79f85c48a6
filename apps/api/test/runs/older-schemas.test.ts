/**
 * A database of every earlier schema opens in this version, with a run under way, one that waits and one that is over in it. The rows are
 * made by this version and written into a database that ends at the earlier migration, in the columns it had.
 */
import { readdirSync } from 'node:fs';
import { api } from '@plimsoll/contracts/paths';
import { type Run, runSchema } from '@plimsoll/contracts/run';
import { runListSchema } from '@plimsoll/contracts/run-list';
import type { SavedPlan } from '@plimsoll/contracts/saved-plan';
import { openPool } from '@plimsoll/store/database';
import type { DbPool } from '@plimsoll/store/db';
import { migrationsDir } from '@plimsoll/store/migrate';
import { claimRun } from '@plimsoll/store/run-claim';
import { reapLostRuns } from '@plimsoll/store/run-life';
import { readSamples } from '@plimsoll/store/samples';
import { until } from '@plimsoll/testbed/until';
import { beforeAll, expect, it } from 'vitest';
import { makeAsk } from '../support/asking.ts';
import { formerRow } from '../support/former-comparison.ts';
import { copyRows, databaseBefore, type Json } from '../support/older-database.ts';
import { findTeamId, signIn } from '../support/people.ts';
import { useApi } from '../support/scene.ts';
import { begin, finishedRun, launch, planInput, put, sampleAt } from '../support/stored-runs.ts';
import { secretKey, startTestApi } from '../support/test-api.ts';

const { test: made, boss } = useApi();
const secret = { target: { url: 'http://127.0.0.1:8787/', headers: { authorization: 'Bearer sealed' } } };
const ids = { over: '', underWay: '', waiting: '', plan: '' };

beforeAll(async () => {
  ids.over = (await finishedRun(made, boss, { seconds: 5 })).id;
  ids.underWay = (await launch(boss, planInput({ name: 'under way' }))).id;
  await begin(made, ids.underWay);
  await put(made, ids.underWay, [sampleAt(0, [1]), sampleAt(1, [2, 3]), sampleAt(2, [4])]);
  ids.plan = (await boss<SavedPlan>('POST', api.plans, { plan: planInput(secret) })).body.id;
  ids.waiting = (await launch(boss, planInput({ name: 'waiting', ...secret }))).id;
});

/** A worker that was killed just before the upgrade. */
function deadWorker(table: string, row: Record<string, Json>): Record<string, Json> {
  if (table === 'runs' && row.id === ids.underWay) return { ...row, worker_id: 'worker-1', heartbeat_at: '2026-01-01T00:00:00Z' };
  return table === 'run_shards' && row.run_id === ids.underWay ? { ...row, heartbeat_at: '2026-01-01T00:00:00Z' } : row;
}

/** Numbers of the migrations; the first that had runs is 002. Every third and the newest here, all of them by `npm run proof`. */
const [, , ...later] = readdirSync(migrationsDir)
  .filter((file) => file.endsWith('.sql'))
  .map((file) => file.slice(0, 3))
  .sort();

const newest = 6;
const tried = process.env.PLIMSOLL_PROOF ? later : later.filter((_, at) => at % 3 === 0 || at >= later.length - newest);

it.each(tried)('the schema before %s', async (migration) => {
  const database = await databaseBefore(migration);
  const old = openPool(database.url);
  await copyRows(made.context.db as DbPool, old, (table, row) => formerRow(table, deadWorker(table, row)));
  await old.end();
  const test = await startTestApi({ databaseUrl: database.url });
  try {
    const { db } = test.context;
    const ask = makeAsk(test.app, { cookie: await signIn(test) });
    const teamId = await findTeamId(ask);
    const states = async () => runListSchema.parse((await ask('GET', api.runs)).body).items.map(({ id, state }) => [id, state]);
    expect(await states()).toEqual([
      [ids.waiting, 'queued'],
      [ids.underWay, 'running'],
      [ids.over, 'completed'],
    ]);
    // A Postgres that has just started gives workers time to be heard.
    await until(
      'the run under way is reaped',
      30_000,
      async () => (await reapLostRuns(db)).map(({ id }) => id),
      (reaped) => reaped.includes(ids.underWay),
    );
    const { body: lost, text } = await ask<Run>('GET', api.run(ids.underWay));
    expect(runSchema.parse(lost), text).toMatchObject({ state: 'worker_lost', attempt: 1 });
    expect((await readSamples(db, teamId, ids.underWay)).map(({ second, sent }) => [second, sent])).toEqual([
      [0, 1],
      [1, 2],
      [2, 1],
    ]);
    expect(await claimRun(db, ids.waiting, 1, 'worker-2', secretKey)).toMatchObject({ plan: secret });
    expect((await ask<Run>('GET', api.run(ids.over))).body.summary?.sent).toBe(250);
    expect((await ask<Run>('POST', api.runs, { planId: ids.plan })).body).toMatchObject({ state: 'queued', planId: ids.plan });
  } finally {
    await test.close();
    await database.drop();
  }
});
