import { gatherCrew, giveToCrew } from '@plimsoll/store/experiment-crew';
import { claimExperiment, insertExperimentRuns } from '@plimsoll/store/experiment-life';
import { findExperiment } from '@plimsoll/store/experiments';
import { drainWorker } from '@plimsoll/store/list-workers';
import { uncapped } from '@plimsoll/store/load-caps';
import { nextLoad, waitsForWorker } from '@plimsoll/store/next-load';
import { claimRun } from '@plimsoll/store/run-claim';
import { endShard } from '@plimsoll/store/run-shards';
import { workerGone, workerSeen } from '@plimsoll/store/workers-online';
import { workerRow } from '@plimsoll/testbed/worker-row';
import { beforeEach, expect, test } from 'vitest';
import { fillCrew } from '../src/experiments/experiment-crew.ts';
import { makePlan, queueExperiment, queueRun, secretKey, useDatabase } from './support.ts';

const scene = useDatabase();
beforeEach(async () => {
  for (const table of ['runs', 'experiments', 'workers_online']) await scene.db.query(`DELETE FROM ${table}`);
  for (const id of ['a', 'b', 'c', 'd']) await workerSeen(scene.db, workerRow(id));
});

const load = { model: 'closed', connections: 8, requests: 8 } as const;
const take = (runId: string, worker: string) => claimRun(scene.db, runId, 1, worker, secretKey);

/** Claimed by a worker; its variants are made by two generators and by three. */
async function driven(worker: string, teamId = 'red') {
  const variants = [2, 3].map((generators) => ({ name: `of ${generators}`, plan: makePlan({ load, generators }) }));
  const id = await queueExperiment(scene.db, { kind: 'ab', variants, repeats: 1, coolDown: '0s' }, { teamId });
  const claim = await claimExperiment(scene.db, id, worker, secretKey);
  if (!claim) throw new Error('not claimed');
  return claim;
}

/** The run of a position, for these workers. */
async function step(claim: Awaited<ReturnType<typeof driven>>, position: number, crew: readonly string[]): Promise<string> {
  const plan = claim.variants[position]?.plan ?? makePlan({});
  const run = { teamId: 'red', userId: 'ann', plan, planId: null, expectedDurationMs: null, secretKey, crew };
  const inserted = await insertExperimentRuns(scene.db, claim, [{ position, ...run }]);
  if (typeof inserted === 'string') throw new Error(inserted);
  return inserted.runId;
}

test('a worker that is online keeps its place, the driver has one, and others take those that are free', () => {
  const worker = (id: string, ...labels: string[]) => ({ id, labels });
  const fill = (crew: string[], driver: string, online: string[], needed: number) =>
    fillCrew(crew, [worker(driver), ...online.map((id) => worker(id))], Array(needed).fill(null));
  expect(fill([], 'a', ['b', 'c'], 2)).toEqual(['a', 'b']);
  expect(fill(['a', 'b', 'c'], 'a', ['d', 'c'], 3)).toEqual(['a', 'd', 'c']);
  expect(fill(['a', 'b'], 'b', ['c'], 2)).toEqual(['c', 'b']);
  expect(fill(['a', 'b'], 'c', ['b', 'd'], 2)).toEqual(['c', 'b']);
  expect(fill(['a', 'b'], 'c', ['a', 'b'], 2)).toEqual(['c', 'b']);
  expect(fill(['a', 'b'], 'a', [], 2)).toEqual(['a', null]);
  expect(fill(['a'], 'b', ['a'], 1)).toEqual(['b']);
  // Each place is of a region; a driver of another one takes no place that it may not have.
  const online = [worker('d', 'us'), worker('a', 'eu'), worker('b', 'eu', 'us')] as const;
  expect(fillCrew([], [...online], ['eu', 'eu', 'us'])).toEqual(['a', 'b', 'd']);
  expect(fillCrew(['a', 'b', 'c'], [...online, worker('c', 'us')], ['eu', 'eu', 'us'])).toEqual(['a', 'b', 'd']);
  expect(fillCrew(['a', 'gone', 'd'], [...online], ['eu', 'eu', 'us'])).toEqual(['a', 'b', 'd']);
});

test('a crew is made of free workers, and each of it has the shard of its place in every run', async () => {
  const busy = await queueRun(scene.db, { plan: makePlan({ load }), teamId: 'red' });
  expect(await take(busy.id, 'b')).toMatchObject({ shard: 0 });
  const claim = await driven('a');
  expect(await gatherCrew(scene.db, claim, 'a')).toEqual({ workers: ['a', 'c', 'd'], needed: 3 });
  const [two, three] = [await step(claim, 0, ['a', 'c']), await step(claim, 1, ['a', 'c', 'd'])];
  expect([await take(two, 'b'), await take(two, 'd')]).toEqual([null, null]);
  expect([await waitsForWorker(scene.db, 'b'), await waitsForWorker(scene.db, 'd')]).toEqual([false, true]);
  // The last of the crew comes first, and begins the run.
  expect(await take(two, 'c')).toMatchObject({ shard: 1, generators: 2 });
  expect([await nextLoad(scene.db, 'd', uncapped), await nextLoad(scene.db, 'a', uncapped)]).toMatchObject([
    { runId: three },
    { runId: two },
  ]);
  expect(await take(two, 'a')).toMatchObject({ shard: 0 });
  // The next waits until all of its crew are free, whoever else is.
  expect(await take(three, 'd')).toBe('later');
  for (const shard of [0, 1])
    await endShard(
      scene.db,
      { runId: two, attempt: 1, shard },
      { state: 'completed', reason: 'requests', ending: { kind: 'requestsSent', requests: 1 } },
    );
  await drainWorker(scene.db, 'c', true);
  expect(await take(three, 'd')).toMatchObject({ shard: 2 });
  expect([await take(three, 'c'), await take(three, 'a')]).toMatchObject([{ shard: 1 }, { shard: 0 }]);
  expect(await giveToCrew(scene.db, three, { workers: ['a', 'b', 'c'] })).toBe('begun');
});

test('a worker of the crew that is gone is replaced and told, by one of no other experiment first; without one the run waits', async () => {
  const other = await driven('b', 'blue');
  await gatherCrew(scene.db, other, 'b');
  await scene.db.query(`UPDATE experiments SET crew = '{b,c}' WHERE id = $1`, [other.id]);
  const claim = await driven('a');
  expect(await gatherCrew(scene.db, claim, 'a')).toMatchObject({ workers: ['a', 'd', 'b'] });
  // No worker of the crew drives a second experiment of the same person.
  const id = await queueExperiment(scene.db, { kind: 'aa', variants: [{ name: 'a', plan: makePlan() }] });
  expect([await nextLoad(scene.db, 'd', uncapped), await nextLoad(scene.db, 'c', uncapped)]).toEqual([
    null,
    { kind: 'experiment', experimentId: id },
  ]);
  const run = await step(claim, 1, ['a', 'd', 'b']);
  await workerGone(scene.db, 'd');
  expect(await take(run, 'a')).toBe('later');
  const crew = await gatherCrew(scene.db, claim, 'a');
  expect(crew).toEqual({ workers: ['a', 'c', 'b'], needed: 3 });
  if (crew)
    expect([await giveToCrew(scene.db, run, crew), await giveToCrew(scene.db, run, crew)]).toEqual([{ runId: run, attempt: 1 }, 'kept']);
  expect((await findExperiment(scene.db, 'red', claim.id))?.stateReason).toBe('The worker d is gone, and c took its place.');
  await workerGone(scene.db, 'c');
  expect(await gatherCrew(scene.db, claim, 'a')).toEqual({ workers: ['a', 'b'], needed: 3 });
  expect(await gatherCrew(scene.db, { ...claim, claim: claim.claim + 1 }, 'a')).toBeNull();
});

test('a crew that lacks workers of a region names it', async () => {
  const claim = await driven('a');
  await scene.db.query(`UPDATE experiments SET worker_label = 'eu:1,us:2' WHERE id = $1`, [claim.id]);
  await scene.db.query(`UPDATE workers_online SET labels = '{eu}' WHERE id = 'a'`);
  await scene.db.query(`UPDATE workers_online SET labels = '{us}' WHERE id = 'd'`);
  expect(await gatherCrew(scene.db, claim, 'a')).toEqual({ workers: ['a', 'd'], needed: 3, lacking: ['us'] });
});
