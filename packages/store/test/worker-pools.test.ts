import { openPool } from '@plimsoll/store/database';
import { uncapped } from '@plimsoll/store/load-caps';
import { migrate } from '@plimsoll/store/migrate';
import { readQueue } from '@plimsoll/store/queue';
import { claimRun } from '@plimsoll/store/run-claim';
import { dropEmptyMonth, makeSampleMonths } from '@plimsoll/store/sample-months';
import { listPoolNeeds, setWorkerPools } from '@plimsoll/store/worker-pools';
import { workerSeen } from '@plimsoll/store/workers-online';
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
  expect(await words()).toEqual([true]);
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

test('a role that may only read and write rows keeps the product going, and one for KEDA reads the view alone', async () => {
  const { url, drop } = await throwawayDatabase();
  const owner = openPool(url);
  const name = new URL(url).pathname.slice(1).replaceAll(/\W/g, '_').slice(-40);
  const [app, keda] = [`app_${name}`, `keda_${name}`];
  const as = (role: string) => {
    const other = new URL(url);
    other.username = role;
    other.password = 'p';
    return openPool(other.href);
  };
  try {
    // As docs/database.md says.
    await owner.query(`CREATE ROLE ${app} LOGIN PASSWORD 'p'; CREATE ROLE ${keda} LOGIN PASSWORD 'p';
      ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO ${app};
      ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT USAGE ON SEQUENCES TO ${app}`);
    await migrate(url);
    await owner.query(`GRANT SELECT ON queue_by_pool TO ${keda}`);
    const db = as(app);
    const reader = as(keda);
    try {
      // Months are made and dropped by functions of the owner.
      await makeSampleMonths(db, new Date(Date.now() + 400 * 86_400_000));
      const { rows } = await db.query<{ month: string }>('SELECT max(month)::text AS month FROM sample_months');
      expect(await dropEmptyMonth(db, rows[0]?.month ?? '')).toBe(true);
      await putUser(db, 'ann', 'Ann');
      await putTeam(db, 'red', 'Red');
      await queueRun(db);
      expect(await listPoolNeeds(db)).toMatchObject([{ pool: '', workers: 1 }]);
      // Nothing is pending: an API that starts changes nothing.
      expect(await migrate(db.options.connectionString ?? '')).toEqual({ applied: [] });
      await expect(db.query('ALTER TABLE runs ADD COLUMN x int')).rejects.toMatchObject({ code: '42501' });
      await expect(db.query('CREATE TABLE mine ()')).rejects.toMatchObject({ code: '42501' });
      expect((await reader.query('SELECT pool, workers FROM queue_by_pool')).rows).toEqual([{ pool: '', workers: 1 }]);
      for (const table of ['runs', 'users', 'worker_pools'])
        await expect(reader.query(`SELECT FROM ${table}`), table).rejects.toMatchObject({ code: '42501' });
    } finally {
      await db.end();
      await reader.end();
    }
  } finally {
    await owner.query(`DROP OWNED BY ${app}, ${keda}; DROP ROLE ${app}, ${keda}`).catch(() => undefined);
    await owner.end();
    await drop();
  }
});
