import type { EndReason, TerminalState } from '@plimsoll/contracts/run';
import { claimRun, runAtStartBarrier } from '@plimsoll/store/run-claim';
import { heartbeat } from '@plimsoll/store/run-life';
import { endShard, readStartBarrier, readyShard, type ShardEnd } from '@plimsoll/store/run-shards';
import { findRun, requestStop } from '@plimsoll/store/runs';
import { appendSamples } from '@plimsoll/store/samples';
import { workerGone, workerSeen } from '@plimsoll/store/workers-online';
import { workerRow } from '@plimsoll/testbed/worker-row';
import { beforeEach, expect, test } from 'vitest';
import { environment, makePlan, makeSample, queueRun, secretKey, useDatabase } from './support.ts';

const scene = useDatabase();
beforeEach(async () => {
  await scene.db.query('DELETE FROM runs');
  await scene.db.query('DELETE FROM workers_online');
});

async function queued(generators: number): Promise<string> {
  const plan = makePlan({ load: { model: 'closed', connections: 8, requests: 8 }, generators });
  return (await queueRun(scene.db, { plan })).id;
}

const claim = (id: string, worker: string) => claimRun(scene.db, id, 1, worker, secretKey, (_plan, shard) => shard + 1);
const key = (runId: string, shard: number) => ({ runId, attempt: 1, shard });
const end = (state: TerminalState, reason: EndReason, error: string = reason): ShardEnd => ({
  state,
  reason,
  ending: { kind: 'generatorFailed', error },
});

async function seen(...ids: string[]): Promise<void> {
  for (const id of ids) await workerSeen(scene.db, workerRow(id));
}

/** All of its shards, on workers `a`, `b`, …, started. */
async function started(generators: number): Promise<string> {
  const id = await queued(generators);
  for (const worker of 'abcdefgh'.slice(0, generators)) await claim(id, worker);
  for (let shard = 0; shard < generators; shard++) await readyShard(scene.db, key(id, shard), environment, 0);
  return id;
}

test('of a hundred claims by ten workers, three get a shard each, and none has two', async () => {
  const id = await queued(3);
  const claims = await Promise.all(Array.from({ length: 100 }, (_, n) => claim(id, `worker-${n % 10}`)));
  const got = claims.filter((each) => each !== null && each !== 'later');
  expect(got.map((each) => each.shard).sort()).toEqual([0, 1, 2]);
  const { rows } = await scene.db.query<{ workers: number }>('SELECT count(DISTINCT worker_id)::int AS workers FROM run_shards');
  expect(rows[0]?.workers).toBe(3);
  expect((await readStartBarrier(scene.db, key(id, 0)))?.threads).toEqual([1, 2, 3]);
});

test('the last one ready fixes one start for all, and a stop before it leaves them without', async () => {
  const id = await queued(2);
  await claim(id, 'a');
  expect(await runAtStartBarrier(scene.db, 'a')).toBeNull();
  expect(await runAtStartBarrier(scene.db, 'b')).toEqual({ runId: id, attempt: 1 });
  await readyShard(scene.db, key(id, 0), environment, 1500);
  await claim(id, 'b');
  expect(await runAtStartBarrier(scene.db, 'c')).toBeNull();
  expect(await readStartBarrier(scene.db, key(id, 0))).toMatchObject({ generators: 2, ready: 1, startUs: null });
  expect((await findRun(scene.db, 'red', id))?.state).toBe('starting');
  await Promise.all([readyShard(scene.db, key(id, 1), environment, 1500), readyShard(scene.db, key(id, 1), environment, 1500)]);
  const barrier = await readStartBarrier(scene.db, key(id, 1));
  const { rows } = await scene.db.query<{ in_ms: number }>(
    `SELECT (extract(epoch FROM started_at - clock_timestamp()) * 1000)::float8 AS in_ms FROM runs`,
  );
  expect(rows[0]?.in_ms).toBeGreaterThan(500);
  expect(rows[0]?.in_ms).toBeLessThan(1500);
  const run = await findRun(scene.db, 'red', id);
  expect(run).toMatchObject({
    state: 'running',
    environment,
    generators: [
      { shard: 0, worker: 'a' },
      { shard: 1, worker: 'b' },
    ],
  });
  expect(Number((barrier?.startUs ?? 0n) / 1000n)).toBe(Date.parse(run?.startedAt ?? ''));

  const stopped = await queued(2);
  await claim(stopped, 'a');
  await claim(stopped, 'b');
  await readyShard(scene.db, key(stopped, 0), environment, 0);
  await requestStop(scene.db, 'red', stopped);
  await readyShard(scene.db, key(stopped, 1), environment, 0);
  expect(await readStartBarrier(scene.db, key(stopped, 0))).toMatchObject({ ready: 2, startUs: null });
  expect(await heartbeat(scene.db, key(stopped, 0))).toBe('stop');
});

test('the run ends with its last shard, by time if any ended by time', async () => {
  const id = await started(3);
  expect(await endShard(scene.db, key(id, 0), end('completed', 'requests'))).toBe('others');
  expect(await endShard(scene.db, key(id, 1), end('completed', 'duration'))).toBe('others');
  expect(await heartbeat(scene.db, key(id, 2))).toBe('continue');
  const last = end('completed', 'requests');
  expect(await endShard(scene.db, key(id, 2), last)).toMatchObject({ reason: 'duration' });
  // The answer was lost and is asked for again.
  expect(await endShard(scene.db, key(id, 2), last)).toMatchObject({ reason: 'duration' });
});

test('a shard that fails stops the others, and the run ends for its reason', async () => {
  const id = await started(3);
  expect(await endShard(scene.db, key(id, 0), end('completed', 'requests'))).toBe('others');
  expect(await endShard(scene.db, key(id, 1), end('auto_stopped', 'auto_stopped', 'nothing but errors'))).toBe('others');
  expect(await heartbeat(scene.db, key(id, 2))).toBe('stop');
  expect((await appendSamples(scene.db, id, 1, 2, [makeSample(0)])).answer).toBe('stop');
  expect(await endShard(scene.db, key(id, 2), end('stopped', 'stopped'))).toEqual(
    end('auto_stopped', 'auto_stopped', 'nothing but errors'),
  );
});

test('a shard that gives up on the others ends the run before all have come, and nobody joins any more', async () => {
  const id = await queued(3);
  await claim(id, 'a');
  await claim(id, 'b');
  expect(await endShard(scene.db, key(id, 0), end('start_failed', 'failed', 'only 2 of 3'))).toBe('others');
  expect(await claim(id, 'c')).toBeNull();
  expect(await endShard(scene.db, key(id, 1), end('stopped', 'stopped'))).toMatchObject({
    state: 'start_failed',
    ending: { kind: 'generatorFailed', error: 'only 2 of 3' },
  });
});

test('a run of several begins when enough workers are free, one is at its start barrier at a time, and nothing overtakes it then', async () => {
  await seen('a', 'b');
  const [busy, first, second, plain] = [await queued(1), await queued(2), await queued(2), await queued(1)];
  expect(await claim(busy, 'a')).toMatchObject({ shard: 0 });
  expect(await claim(first, 'b')).toBe('later');
  await endShard(scene.db, key(busy, 0), end('completed', 'requests'));
  expect(await claim(first, 'b')).toMatchObject({ shard: 0 });
  expect(await claim(second, 'a')).toBe('later');
  expect(await claim(plain, 'a')).toBe('later');
  expect(await claim(first, 'a')).toMatchObject({ shard: 1, generators: 2 });
  expect(await claim(plain, 'a')).toMatchObject({ shard: 0 });
  await endShard(scene.db, key(plain, 0), end('completed', 'requests'));
  await scene.db.query(`UPDATE runs SET state = 'completed' WHERE id <> $1`, [second]);
  // A run of an experiment makes its worker busy, its cool-down does not; and it overtakes no run that is at its start barrier.
  const step = await queued(1);
  await scene.db.query(
    `WITH x AS (INSERT INTO experiments (id, team_id, kind, name, variants, repeats, cool_down, state, worker_id)
       VALUES (gen_random_uuid(), 'red', 'aa', 'x', '[]', 2, '1s', 'running', 'b') RETURNING id)
     UPDATE runs SET experiment_id = x.id, crew = '{b}' FROM x WHERE runs.id = $1`,
    [step],
  );
  expect(await claim(step, 'a')).toBeNull();
  expect(await claim(step, 'b')).toMatchObject({ shard: 0 });
  expect(await claim(second, 'a')).toBe('later');
  await endShard(scene.db, key(step, 0), end('completed', 'requests'));
  expect(await claim(second, 'a')).toMatchObject({ shard: 0 });
  await scene.db.query(`UPDATE runs SET state = 'queued' WHERE id = $1`, [step]);
  await scene.db.query(`DELETE FROM run_shards WHERE run_id = $1`, [step]);
  expect(await claim(step, 'b')).toBe('later');
  await scene.db.query(`UPDATE runs SET state = 'queued' WHERE id = $1`, [second]);
  await scene.db.query(`DELETE FROM run_shards WHERE run_id = $1`, [second]);
  // Fewer workers than it needs are online: it begins, to say so when its patience is over.
  await workerGone(scene.db, 'b');
  expect(await claim(second, 'a')).toMatchObject({ shard: 0 });
});
