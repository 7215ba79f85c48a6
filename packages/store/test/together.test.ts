/** Runs that are made together are one load: queued, claimed, started, stopped and lost as one. */
import { giveToCrew } from '@plimsoll/store/experiment-crew';
import { type ClaimedExperiment, claimExperiment, insertExperimentRuns, type StepOfRun } from '@plimsoll/store/experiment-life';
import { findExperiment } from '@plimsoll/store/experiments';
import { type LoadCaps, uncapped } from '@plimsoll/store/load-caps';
import { nextLoad } from '@plimsoll/store/next-load';
import { readQueue } from '@plimsoll/store/queue';
import { type ClaimedLoad, claimRun } from '@plimsoll/store/run-claim';
import { reapLostRuns } from '@plimsoll/store/run-life';
import { readyShard, readyShards } from '@plimsoll/store/run-shards';
import { findRun, insertRun, requestStop } from '@plimsoll/store/runs';
import { until } from '@plimsoll/testbed/until';
import { beforeEach, expect, test } from 'vitest';
import { environment, makePlan, queueExperiment, secretKey, useDatabase } from './support.ts';

const scene = useDatabase();
beforeEach(async () => {
  await scene.db.query('DELETE FROM runs');
  await scene.db.query('DELETE FROM experiments');
  await scene.db.query('DELETE FROM workers_online');
});

const planAt = (port: number, generators = 1) =>
  makePlan({
    name: `port ${port}`,
    target: { url: `http://127.0.0.1:${port}/` },
    load: { model: 'open', rate: 60, duration: '10s', maxConnections: 10 },
    generators,
  });

function queued(generators = 1): Promise<string> {
  const variants = [8081, 8082].map((port) => ({ name: `port ${port}`, plan: planAt(port, generators) }));
  return queueExperiment(scene.db, { variants, repeats: 1 }, { name: 'both at once' });
}

type Turned = Parameters<typeof insertExperimentRuns>[3];
const blocks = { blockSeconds: 4, burnInSeconds: 1, warmupSeconds: 0, lengthSeconds: 10 };

async function round(crew: readonly string[] = ['w'], port = 0, turns: Turned = null): Promise<readonly [string, string]> {
  const claim = (await claimExperiment(scene.db, await queued(crew.length), 'w', secretKey)) as ClaimedExperiment;
  const step = (position: number): StepOfRun => ({
    position,
    teamId: 'red',
    userId: 'ann',
    plan: planAt(port || 8081 + position, crew.length),
    planId: null,
    expectedDurationMs: 10_000,
    secretKey,
    crew,
  });
  await insertExperimentRuns(scene.db, claim, [step(0), step(1)], turns);
  const runs = (await findExperiment(scene.db, 'red', claim.id))?.runs ?? [];
  return [runs[0]?.runId ?? '', runs[1]?.runId ?? ''];
}

const take = (id: string, worker = 'w', caps: Partial<LoadCaps> = {}) =>
  claimRun(scene.db, id, 1, worker, secretKey, undefined, { ...uncapped, ...caps });
const statesOf = (ids: readonly string[]) => Promise.all(ids.map(async (id) => (await findRun(scene.db, 'red', id))?.state));

test('the claim of one takes both, with one seed; both start at one instant, and not before both are set up', async () => {
  const ids = await round();
  const load = (await take(ids[1])) as ClaimedLoad;
  expect([load.runId, load.round.map(({ runId }) => runId)]).toEqual([ids[1], ids]);
  expect(await statesOf(ids)).toEqual(['starting', 'starting']);
  expect(await take(ids[0])).toBeNull();
  await readyShards(
    scene.db,
    load.round.map((claim) => ({ ...claim, environment })),
    0,
  );
  expect(await statesOf(ids)).toEqual(['running', 'running']);
  const { rows } = await scene.db.query(
    'SELECT count(DISTINCT started_at)::int AS starts, count(DISTINCT together)::int AS groups FROM runs',
  );
  expect(rows[0]).toEqual({ starts: 1, groups: 1 });
  const other = (await take((await round())[0])) as ClaimedLoad;
  expect(other.seed).not.toBe(load.seed);
});

test('with two generators both runs start once all shards of both are set up', async () => {
  for (const id of ['w', 'v'])
    await scene.db.query(
      `INSERT INTO workers_online (id, hostname, version, pid, concurrency, started_at, migration) VALUES ($1, 'h', '1', 1, 1, now(), '999')`,
      [id],
    );
  const ids = await round(['w', 'v']);
  const [one, other] = [(await take(ids[0], 'w')) as ClaimedLoad, (await take(ids[0], 'v')) as ClaimedLoad];
  expect(other.round.map(({ shard }) => shard)).toEqual([1, 1]);
  const ready = (load: ClaimedLoad) => load.round.map((claim) => ({ ...claim, environment }));
  await readyShards(scene.db, ready(one), 0);
  expect(await statesOf(ids)).toEqual(['starting', 'starting']);
  await readyShards(scene.db, ready(other), 0);
  expect(await statesOf(ids)).toEqual(['running', 'running']);
});

test('they count as one load under way, and for a target with the sum of what they send there', async () => {
  const ids = await round(['w'], 8090);
  expect(await take(ids[0], 'w', { maxRateOfTarget: 119 })).toBe('later');
  expect(await nextLoad(scene.db, 'w', { ...uncapped, maxRateOfTarget: 119 })).toBeNull();
  expect(await take(ids[0], 'w', { maxRateOfTarget: 120, maxConcurrentRuns: 1 })).toMatchObject({ targetShare: { rate: 60 } });
  const alone = await insertRun(scene.db, {
    teamId: 'red',
    userId: 'ann',
    plan: makePlan(),
    planId: null,
    expectedDurationMs: 1000,
    secretKey,
    caps: { ...uncapped, maxConcurrentRuns: 2 },
  });
  expect(await take(alone.id, 'other', { maxConcurrentRuns: 1 })).toBe('later');
  expect(await take(alone.id, 'other', { maxConcurrentRuns: 2 })).toMatchObject({ runId: alone.id });
});

test('runs that take turns are claimed with the turns that each keeps, and count for a target with the most of one', async () => {
  const ids = await round(['w'], 8090, blocks);
  expect(await take(ids[0], 'w', { maxRateOfTarget: 59 })).toBe('later');
  const load = (await take(ids[0], 'w', { maxRateOfTarget: 60 })) as ClaimedLoad;
  expect(load.round.map(({ targetShare }) => targetShare.rate)).toEqual([60, 60]);
  expect(load.turns).toMatchObject({ ...blocks, sides: 2, seed: load.seed });
  const kept = await Promise.all(ids.map((id) => findRun(scene.db, 'red', id)));
  expect(kept.map((run) => run?.turns)).toEqual([0, 1].map((side) => ({ ...blocks, sides: 2, side, seed: load.seed })));
  // Both may go on for as long as one after the other takes.
  expect(load.round[0]?.hardDeadlineMs).toBeGreaterThan(20_000);
  const { rows } = await scene.db.query('SELECT turns FROM runs WHERE turns IS NULL');
  expect(rows).toEqual([]);
});

test('the queue shows them as their experiment, once, and one slot is taken', async () => {
  const ids = await round();
  const before = await readQueue(scene.db, 'red', uncapped);
  expect(before.waiting.map(({ ours }) => ours?.name)).toEqual(['both at once']);
  expect(await nextLoad(scene.db, 'w', uncapped)).toEqual({ kind: 'run', runId: ids[0], attempt: 1 });
  await take(ids[0]);
  const after = await readQueue(scene.db, 'red', uncapped);
  expect([after.waiting, after.underWay.map(({ workers }) => workers)]).toEqual([[], [['w']]]);
});

test('a crew that takes the place of another gets both', async () => {
  const ids = await round();
  expect(await giveToCrew(scene.db, ids[0], { workers: ['v'] })).toMatchObject({ attempt: 1 });
  expect(await take(ids[1], 'w')).toBeNull();
  expect(((await take(ids[1], 'v')) as ClaimedLoad).round).toHaveLength(2);
});

test('a stop of one stops both, be they queued or under way', async () => {
  const waiting = await round();
  await requestStop(scene.db, 'red', waiting[1]);
  expect(await statesOf(waiting)).toEqual(['stopped', 'stopped']);
  const underWay = await round();
  await take(underWay[0]);
  await requestStop(scene.db, 'red', underWay[0]);
  expect(await statesOf(underWay)).toEqual(['stopping', 'stopping']);
});

test('one that is lost loses both, and says that its worker is', async () => {
  const ids = await round();
  const load = (await take(ids[0])) as ClaimedLoad;
  for (const claim of load.round) await readyShard(scene.db, claim, environment, 0);
  await scene.db.query(`UPDATE runs SET heartbeat_at = now() - interval '13 s' WHERE id = $1`, [ids[1]]);
  // Nothing is lost while Postgres itself is back for less than 15 s.
  const reaped = () => reapLostRuns(scene.db);
  expect((await until('a run is lost', 30_000, reaped, (lost) => lost.length > 0)).map(({ id }) => id).sort()).toEqual([...ids].sort());
  const runs = await Promise.all(ids.map((id) => findRun(scene.db, 'red', id)));
  const told = Array(2).fill(['worker_lost', 'workerLost']);
  expect(runs.map((run) => [run?.state, run?.ending?.kind])).toEqual(told);
  // Its experiment says why each of its runs ended, too.
  const experiment = await findExperiment(scene.db, 'red', runs[0]?.experimentId ?? '');
  expect(experiment?.runs.map((run) => [run.state, run.ending?.kind])).toEqual(told);
});

test('a worker of the version before, which would make the runs one after another, does not get such an experiment', async () => {
  await scene.db.query(
    `INSERT INTO workers_online (id, hostname, version, pid, concurrency, started_at, migration) VALUES ('old', 'h', '0.2', 1, 1, now(), '063_sample'), ('newer', 'h', '0.3', 1, 1, now(), '071_together')`,
  );
  const turning = await queued();
  await scene.db.query(`UPDATE experiments SET design = 'turns' WHERE id = $1`, [turning]);
  expect(await claimExperiment(scene.db, turning, 'newer', secretKey)).toBeNull();
  expect(await claimExperiment(scene.db, turning, 'w', secretKey)).toMatchObject({ design: 'turns' });
  const id = await queued();
  expect(await claimExperiment(scene.db, id, 'old', secretKey)).toBeNull();
  expect(await claimExperiment(scene.db, id, 'w', secretKey)).toMatchObject({ design: 'together' });
});
