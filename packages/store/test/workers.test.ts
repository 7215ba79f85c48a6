import { claimExperiment } from '@plimsoll/store/experiment-life';
import { drainWorker, listWorkers } from '@plimsoll/store/list-workers';
import { uncapped } from '@plimsoll/store/load-caps';
import { readLoadFigures } from '@plimsoll/store/load-figures';
import { nextLoad, waitsForWorker } from '@plimsoll/store/next-load';
import { readQueue } from '@plimsoll/store/queue';
import { claimRun, runAtStartBarrier } from '@plimsoll/store/run-claim';
import { countWorkers, isDraining, listWorkerLabels, workerSeen } from '@plimsoll/store/workers-online';
import { workerRow } from '@plimsoll/testbed/worker-row';
import { beforeEach, expect, test } from 'vitest';
import { makePlan, queueExperiment, queueRun, secretKey, useDatabase } from './support.ts';

const scene = useDatabase();
beforeEach(async () => {
  for (const table of ['runs', 'experiments', 'workers_online']) await scene.db.query(`DELETE FROM ${table}`);
  await workerSeen(scene.db, workerRow('plain', { hostname: 'a' }));
  await workerSeen(scene.db, workerRow('eu-1', { hostname: 'b', labels: ['eu'] }));
  await workerSeen(scene.db, workerRow('eu-2', { hostname: 'c', labels: ['eu', 'large'] }));
});

const claim = (id: string, worker: string) => claimRun(scene.db, id, 1, worker, secretKey);
const next = (worker: string) => nextLoad(scene.db, worker, uncapped);

async function queued(label: string | null, { generators = 1, teamId = 'red' } = {}): Promise<string> {
  const plan = makePlan({ workers: { label }, load: { model: 'closed', connections: 8, requests: 8 }, generators });
  return (await queueRun(scene.db, { plan, teamId })).id;
}

const queuedExperiment = (label: string | null) =>
  queueExperiment(scene.db, {
    kind: 'aa',
    variants: [{ name: 'a', plan: makePlan({ workers: { label } }) }],
    repeats: 2,
    coolDown: '0s',
  });

test('a run of a pool is seen and taken by its workers alone, and any worker takes what names none', async () => {
  const large = await queued('large');
  expect([await next('plain'), await next('eu-1')]).toEqual([null, null]);
  expect([await waitsForWorker(scene.db, 'eu-1'), await waitsForWorker(scene.db, 'eu-2')]).toEqual([false, true]);
  expect([await claim(large, 'plain'), await claim(large, 'eu-1')]).toEqual([null, null]);
  const anywhere = await queued(null);
  expect(await next('plain')).toMatchObject({ runId: anywhere });
  expect(await next('eu-2')).toMatchObject({ runId: large });
  expect(await claim(large, 'eu-2')).toMatchObject({ shard: 0 });
  expect(await claim(anywhere, 'eu-1')).toMatchObject({ shard: 0 });
});

test('all generators of a run come from its pool, and it begins when as many of that are free', async () => {
  const both = await queued('eu', { generators: 2 });
  expect(await claim(both, 'plain')).toBeNull();
  const busy = await queued('large');
  expect(await claim(busy, 'eu-2')).toMatchObject({ shard: 0 });
  // The plain worker is free, and no help.
  expect(await claim(both, 'eu-1')).toBe('later');
  await scene.db.query('DELETE FROM runs WHERE id = $1', [busy]);
  expect(await claim(both, 'eu-1')).toMatchObject({ shard: 0 });
  expect(await runAtStartBarrier(scene.db, 'plain')).toBeNull();
  expect(await runAtStartBarrier(scene.db, 'eu-2')).toMatchObject({ runId: both });
  expect(await claim(both, 'plain')).toBeNull();
  expect(await claim(both, 'eu-2')).toMatchObject({ shard: 1 });
});

test('each region of a run has shards of its own workers, whichever comes first, and nobody else is waited for', async () => {
  await workerSeen(scene.db, workerRow('both', { hostname: 'd', labels: ['eu', 'us'] }));
  const generators = [
    { label: 'eu', n: 2 },
    { label: 'us', n: 1 },
  ];
  const plan = makePlan({ load: { model: 'closed', connections: 8, requests: 8 }, generators });
  const { id } = await queueRun(scene.db, { plan, teamId: 'red' });
  const { rows } = await scene.db.query(
    `SELECT generators, worker_label, NOT EXISTS (SELECT FROM workers_online w WHERE worker_label = ANY (w.labels)) AS hidden FROM runs WHERE id = $1`,
    [id],
  );
  // The version before asks for a worker with this label, and there is none.
  expect(rows).toEqual([{ generators: 3, worker_label: 'eu:2,us:1', hidden: true }]);
  expect([await next('plain'), await claim(id, 'plain'), await waitsForWorker(scene.db, 'plain')]).toEqual([null, null, false]);
  // The one of two pools leaves the shards of the other to those that can have no other.
  expect(await claim(id, 'both')).toMatchObject({ shard: 2, generators: 3 });
  expect(await claim(id, 'both')).toBeNull();
  expect(await claim(id, 'eu-2')).toMatchObject({ shard: 0 });
  await workerSeen(scene.db, workerRow('us-1', { hostname: 'e', labels: ['us'] }));
  // All shards of its region are taken: it is free for other loads.
  expect([await runAtStartBarrier(scene.db, 'us-1'), await claim(id, 'us-1')]).toEqual([null, null]);
  expect(await runAtStartBarrier(scene.db, 'eu-1')).toMatchObject({ runId: id });
  expect(await claim(id, 'eu-1')).toMatchObject({ shard: 1 });

  await scene.db.query('DELETE FROM runs');
  const busy = await queued('large');
  expect(await claim(busy, 'eu-2')).toMatchObject({ shard: 0 });
  const waiting = await queueRun(scene.db, { plan, teamId: 'red' });
  // Three are free, but only two of them fill eu without the busy one.
  expect(await claim(waiting.id, 'us-1')).toMatchObject({ shard: 2 });
});

test('an experiment goes to a worker of its pool; what no pool can make stands behind what can be made', async () => {
  const nowhere = await queued('mars');
  const experiment = await queuedExperiment('eu');
  expect([await next('plain'), await waitsForWorker(scene.db, 'plain')]).toEqual([null, false]);
  expect(await next('eu-1')).toEqual({ kind: 'experiment', experimentId: experiment });
  const { waiting, workers } = await readQueue(scene.db, 'red', uncapped);
  expect(waiting.map(({ ours, label, blocked }) => [ours?.id, label, blocked])).toEqual([
    [experiment, 'eu', false],
    [nowhere, 'mars', true],
  ]);
  expect(workers.map(({ id, labels }) => [id, labels])).toEqual([
    ['plain', []],
    ['eu-1', ['eu']],
    ['eu-2', ['eu', 'large']],
  ]);
  expect([await listWorkerLabels(scene.db), await countWorkers(scene.db), await countWorkers(scene.db, 'eu')]).toEqual([
    ['eu', 'large'],
    3,
    2,
  ]);
});

test('a worker that drains takes nothing new, ends its experiment, and takes loads again when it is let', async () => {
  const experiment = await queuedExperiment(null);
  expect(await claimExperiment(scene.db, experiment, 'plain', secretKey)).toMatchObject({ claim: 1 });
  expect(await drainWorker(scene.db, 'plain', true)).toBe('a');
  expect(await drainWorker(scene.db, 'nobody', true)).toBeNull();
  expect(await isDraining(scene.db, 'plain')).toBe(true);
  const since = (await listWorkers(scene.db, 'red'))[0]?.drainingSince;
  await drainWorker(scene.db, 'plain', true);
  // Its heartbeat changes nothing of it, and neither does a repeat.
  await workerSeen(scene.db, workerRow('plain'));
  expect((await listWorkers(scene.db, 'red'))[0]).toMatchObject({ host: 'a', drainingSince: since, experimentsUnderWay: 1 });
  const run = await queued(null);
  expect([await next('plain'), await claim(run, 'plain')]).toEqual([null, null]);
  const step = await queued(null);
  await scene.db.query(`UPDATE runs SET experiment_id = $2, crew = '{plain}' WHERE id = $1`, [step, experiment]);
  expect(await next('plain')).toMatchObject({ runId: step });
  expect(await claim(step, 'plain')).toMatchObject({ shard: 0 });
  expect([await countWorkers(scene.db), await readLoadFigures(scene.db)]).toMatchObject([2, { workers: 3, slots: 2, draining: 1 }]);
  await drainWorker(scene.db, 'plain', false);
  expect(await next('plain')).toMatchObject({ runId: run });
});

test('the list names the runs of the team that asks and counts the others', async () => {
  const [ours, theirs] = [await queued('eu'), await queued('large', { teamId: 'blue' })];
  await claim(ours, 'eu-1');
  await claim(theirs, 'eu-2');
  expect(await listWorkers(scene.db, 'red')).toMatchObject([
    { id: 'plain', host: 'a', cores: 4, threads: 2, labels: [], online: true, runsUnderWay: 0, runs: [], experimentsUnderWay: 0 },
    { id: 'eu-1', labels: ['eu'], drainingSince: null, runsUnderWay: 1, runs: [{ id: ours, name: 'a plan' }] },
    { id: 'eu-2', labels: ['eu', 'large'], runsUnderWay: 1, runs: [] },
  ]);
});
