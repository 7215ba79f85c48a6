import { readFileSync } from 'node:fs';
import { PassThrough } from 'node:stream';
import { keepJitOff, openPool } from '@plimsoll/store/database';
import type { DbPool } from '@plimsoll/store/db';
import { uncapped } from '@plimsoll/store/load-caps';
import { releaseLoad } from '@plimsoll/store/load-hold';
import { migrate } from '@plimsoll/store/migrate';
import { readQueue } from '@plimsoll/store/queue';
import { claimRun } from '@plimsoll/store/run-claim';
import { dropEmptyMonth, makeSampleMonths } from '@plimsoll/store/sample-months';
import { tryToWrite } from '@plimsoll/store/storage-watch';
import { listPoolNeeds, setWorkerPools } from '@plimsoll/store/worker-pools';
import { workerSeen } from '@plimsoll/store/workers-online';
import { writeBackup } from '@plimsoll/store/write-backup';
import { putTeam, putUser } from '@plimsoll/testbed/people';
import { throwawayDatabase } from '@plimsoll/testbed/postgres';
import { workerRow } from '@plimsoll/testbed/worker-row';
import { beforeEach, expect, test } from 'vitest';
import { makePlan, queueRun, secretKey, useDatabase } from './support.ts';

const scene = useDatabase();
beforeEach(async () => {
  for (const table of ['runs', 'experiments', 'workers_online', 'worker_pools']) await scene.db.query(`DELETE FROM ${table}`);
});

const queued = (label: string | null, generators: number) =>
  queueRun(scene.db, { plan: makePlan({ workers: { label }, load: { model: 'closed', connections: 8, requests: 8 }, generators }) });
const claim = (id: string, worker: string) => claimRun(scene.db, id, 1, worker, secretKey);

/** As KEDA asks for it. */
async function wanted(pool: string): Promise<number> {
  const { rows } = await scene.db.query<{ n: number }>(
    `SELECT coalesce(sum(workers), 0)::int AS n FROM queue_by_pool WHERE pool = ANY(string_to_array($1, '+'))`,
    [pool],
  );
  return rows[0]?.n ?? -1;
}

test('a run counts as many workers as it has generators, from the queue to its end, in its pool', async () => {
  await setWorkerPools(scene.db, [{ label: 'eu', mostWorkers: 8 }], 60);
  expect(await listPoolNeeds(scene.db)).toEqual([{ pool: 'eu', waiting: 0, underWay: 0, workers: 0 }]);
  expect(await wanted('eu')).toBe(0);
  const four = await queued('eu', 4);
  await queued(null, 1);
  expect(await listPoolNeeds(scene.db)).toEqual([
    { pool: '', waiting: 1, underWay: 0, workers: 1 },
    { pool: 'eu', waiting: 4, underWay: 0, workers: 4 },
  ]);
  expect([await wanted('eu'), await wanted('us')]).toEqual([4, 0]);
  for (const state of ['starting', 'running', 'stopping']) {
    await scene.db.query('UPDATE runs SET state = $2 WHERE id = $1', [four.id, state]);
    expect([state, await wanted('eu')]).toEqual([state, 4]);
  }
  await scene.db.query(`UPDATE runs SET state = 'completed' WHERE id = $1`, [four.id]);
  expect(await wanted('eu')).toBe(0);
  // Shares of several pools, as they are kept with a load.
  await scene.db.query(`UPDATE runs SET state = 'queued', worker_label = 'eu:3,us:1' WHERE id = $1`, [four.id]);
  expect([await wanted('eu'), await wanted('us')]).toEqual([3, 1]);
  // While all load is held nothing that waits begins.
  await scene.db.query('UPDATE installation SET load_held_at = now()');
  try {
    expect([await wanted('eu'), (await listPoolNeeds(scene.db)).find(({ pool }) => pool === 'eu')?.waiting]).toEqual([0, 3]);
  } finally {
    await scene.db.query('UPDATE installation SET load_held_at = NULL');
  }
});

test('a run waits in the queue until its pool has brought its workers, and no longer than that may take', async () => {
  await setWorkerPools(scene.db, [{ label: 'eu', mostWorkers: 4 }], 60);
  const { id } = await queued('eu', 2);
  const words = async () => (await readQueue(scene.db, 'red', uncapped)).waiting.map(({ scales }) => scales);
  expect(await words()).toEqual([{ seconds: 60, late: false }]);
  await workerSeen(scene.db, workerRow('eu-1', { labels: ['eu'] }));
  // The first comer takes no place at the start barrier, where it would hold up everybody for some seconds and then fail.
  expect([await claim(id, 'eu-1'), await claim(id, 'eu-1')]).toEqual(['later', 'later']);
  await workerSeen(scene.db, workerRow('eu-2', { labels: ['eu'] }));
  expect([await claim(id, 'eu-1'), await claim(id, 'eu-2')]).toMatchObject([{ shard: 0 }, { shard: 1 }]);

  const late = await queued('eu', 4);
  await scene.db.query(`UPDATE runs SET state = 'completed' WHERE id = $1`, [id]);
  expect(await claim(late.id, 'eu-1')).toBe('later');
  await scene.db.query(`UPDATE runs SET workers_awaited_since = now() - interval '61 s' WHERE id = $1`, [late.id]);
  // It begins, and fails with the numbers as any run does whose workers do not join.
  expect(await claim(late.id, 'eu-1')).toMatchObject({ shard: 0, generators: 4 });
  // A pool that is not scaled is not waited for.
  await setWorkerPools(scene.db, [], 60);
  await scene.db.query(`UPDATE runs SET state = 'completed' WHERE id = $1`, [late.id]);
  expect(await claim((await queued('eu', 4)).id, 'eu-1')).toMatchObject({ shard: 0 });
});

test('a run that was held back with all load waits for its workers from the release on', async () => {
  await setWorkerPools(scene.db, [{ label: 'eu', mostWorkers: 4 }], 60);
  const { id } = await queued('eu', 4);
  await workerSeen(scene.db, workerRow('eu-1', { labels: ['eu'] }));
  await scene.db.query(
    `UPDATE runs SET created_at = now() - interval '1 hour', workers_awaited_since = now() - interval '1 hour' WHERE id = $1`,
    [id],
  );
  const late = async () => (await readQueue(scene.db, 'red', uncapped)).waiting.map(({ scales }) => scales?.late);
  try {
    expect(await late()).toEqual([true]);
    await scene.db.query('UPDATE installation SET load_held_at = now()');
    await releaseLoad(scene.db);
    expect([await late(), await claim(id, 'eu-1')]).toEqual([[false], 'later']);
    await scene.db.query(`UPDATE installation SET load_released_at = now() - interval '61 s'`);
    expect([await late(), await claim(id, 'eu-1')]).toMatchObject([[true], { shard: 0, generators: 4 }]);
  } finally {
    await scene.db.query('UPDATE installation SET load_held_at = NULL, load_released_at = NULL');
  }
});

/** The statements of docs/database.md for two roles, with names of this test: as a superuser, then as the owner. */
function listRights(rename: (word: string) => string): string[][] {
  const page = readFileSync(new URL('../../../docs/database.md', import.meta.url), 'utf8');
  return [...page.matchAll(/^```sql\n(.*?)^```/gms)].map(([, sql = '']) =>
    sql
      .replaceAll('…', 'p')
      .replaceAll(/\bplimsoll(_owner|_app)?\b/g, rename)
      .split(/;\n/)
      .filter((statement) => statement !== ''),
  );
}

test('a role that may only read and write rows keeps the product going and backs it up, and one for KEDA reads the view alone', async () => {
  const { url, drop } = await throwawayDatabase();
  const admin = openPool(url);
  const place = new URL(url).pathname.slice(1).replaceAll(/\W/g, '_').slice(-40);
  const rename = (word: string) => `${word.replace('plimsoll', 'own')}_${place}`;
  const [database, owner, app, keda] = ['plimsoll', 'plimsoll_owner', 'plimsoll_app', 'plimsoll_keda'].map(rename);
  const urlAs = (role = '') => {
    const other = new URL(url);
    [other.username, other.password, other.pathname] = [role, 'p', `/${database}`];
    return other.href;
  };
  const pools: DbPool[] = [];
  const as = (role?: string) => {
    const pool = openPool(urlAs(role));
    pools.push(pool);
    return pool;
  };
  try {
    const [bySuperuser = [], byOwner = [], ...rest] = listRights(rename);
    expect([bySuperuser.length, byOwner.length, rest]).toEqual([3, 2, []]);
    for (const statement of [...bySuperuser, `CREATE ROLE ${keda} LOGIN PASSWORD 'p'`]) await admin.query(statement);
    const db = as(app);
    const owned = as(owner);
    const reader = as(keda);
    for (const statement of byOwner) await owned.query(statement);
    await migrate(urlAs(owner));
    await owned.query(`GRANT SELECT ON queue_by_pool TO ${keda}`);
    // Months are made and dropped by functions of the owner.
    await makeSampleMonths(db, new Date(Date.now() + 400 * 86_400_000));
    const { rows } = await db.query<{ month: string }>('SELECT max(month)::text AS month FROM sample_months');
    expect(await dropEmptyMonth(db, rows[0]?.month ?? '')).toBe(true);
    await putUser(db, 'ann', 'Ann');
    await putTeam(db, 'red', 'Red');
    await queueRun(db);
    expect(await listPoolNeeds(db)).toMatchObject([{ pool: '', workers: 1 }]);
    await keepJitOff(db);
    await tryToWrite(db);
    const backup = await writeBackup(urlAs(app), new PassThrough().resume(), null);
    expect(backup.tables.find(({ table }) => table === 'runs')?.rows).toBe(1);
    // Nothing is pending: an API that starts changes nothing.
    expect(await migrate(urlAs(app))).toEqual({ applied: [] });
    await expect(db.query('ALTER TABLE runs ADD COLUMN x int')).rejects.toMatchObject({ code: '42501' });
    await expect(db.query('CREATE TABLE mine ()')).rejects.toMatchObject({ code: '42501' });
    expect((await reader.query('SELECT pool, workers FROM queue_by_pool')).rows).toEqual([{ pool: '', workers: 1 }]);
    for (const table of ['runs', 'users', 'worker_pools'])
      await expect(reader.query(`SELECT FROM ${table}`), table).rejects.toMatchObject({ code: '42501' });
  } finally {
    await Promise.all(pools.map((pool) => pool.end()));
    await admin.query(`DROP DATABASE IF EXISTS ${database} WITH (FORCE)`);
    for (const role of [app, keda, owner]) await admin.query(`DROP ROLE IF EXISTS ${role}`);
    await admin.end();
    await drop();
  }
});
