/** Runs that several workers make together. */
import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { shardsOfRegion } from '@plimsoll/contracts/generators';
import type { PlanInput } from '@plimsoll/contracts/plan';
import type { Run } from '@plimsoll/contracts/run';
import type { Summary } from '@plimsoll/contracts/summary';
import { summarise } from '@plimsoll/statistics/summary';
import { databaseClockUs } from '@plimsoll/store/run-shards';
import { requestStop } from '@plimsoll/store/runs';
import { readSamples } from '@plimsoll/store/samples';
import { setWorkerPools } from '@plimsoll/store/worker-pools';
import { startRedis } from '@plimsoll/testbed/redis';
import { until } from '@plimsoll/testbed/until';
import { startWitness, type Witness } from '@plimsoll/testbed/witness';
import { expect, test } from 'vitest';
import { toMonotonicNs } from '../src/run/database-time.ts';
import { openStack, quickClient, type Stack, teamId } from './support.ts';

interface Arrival {
  readonly atMs: number;
  readonly number: number;
  readonly shard: number;
}

interface Scene {
  readonly stack: Stack;
  readonly witness: Witness;
  /** A plan for two generators against the witness, each request with its number in the load in a header. */
  joint(load: PlanInput['load'], more?: Partial<PlanInput>): PlanInput;
  workers(count: number, environment?: Record<string, string>): Promise<ChildProcess[]>;
  /** When each request of a run came, ms, its number in the load, and its generator: the two have one thread each, and take turns. */
  arrivals(run: Run): Promise<Arrival[]>;
}

/** Each test has a database, workers and a target of its own, so that they can wait side by side. */
async function scene(act: (scene: Scene) => Promise<void>, redisUrl?: string): Promise<void> {
  const witness = await startWitness({ log: true });
  const stack = await openStack(redisUrl ? { redisUrl } : {});
  try {
    await act({
      stack,
      witness,
      joint: (load, more) => ({
        version: 1,
        name: 'joint',
        generators: 2,
        target: { url: witness.url, headers: { 'x-number': '{{seq}}' } },
        connection: quickClient,
        load,
        ...more,
      }),
      workers: (count, environment) => Promise.all(Array.from({ length: count }, () => stack.worker(environment))),
      async arrivals(run) {
        const lines = (await witness.log()).filter((line) => line.runId === run.id);
        return lines.map(({ atMs, headers }) => ({ atMs, number: Number(headers['x-number']), shard: Number(headers['x-number']) % 2 }));
      },
    });
  } finally {
    await stack.close();
    await witness.close();
  }
}

/**
 * How far the times 0 of two generators lie apart, ms. Request n is due n / rate after it and comes no earlier; the one of each
 * generator that was least held up tells its time 0, however busy the machine is.
 */
function skewMs(arrivals: readonly Arrival[], rate: number): number {
  const starts = [0, 1].map((shard) =>
    Math.min(...arrivals.filter((each) => each.shard === shard).map(({ atMs, number }) => atMs - (1000 * number) / rate)),
  );
  return Math.abs((starts[0] ?? Number.NaN) - (starts[1] ?? Number.NaN));
}

const long = { model: 'open', rate: 100, duration: '60s', maxConnections: 5 } as const;

test('two generators start together, send what was planned to the one, and hold no more connections than planned', async () => {
  // Several workers run on Redis where they are deployed; the other tests have the queue in Postgres.
  const redis = await startRedis();
  await scene(async ({ stack, witness, joint, workers, arrivals }) => {
    await workers(2);
    const run = await stack.launch(
      joint({ model: 'open', rate: 101, duration: '3s', maxConnections: 5 }, { connection: { client: 'undici' } }),
    );
    for (let again = 0; again < 3; again++) await stack.queue.enqueue({ kind: 'run', runId: run.id, attempt: 1 }, 2);
    const done = await stack.finished(run.id, 45_000);
    expect(done).toMatchObject({ state: 'completed', endReason: 'duration', attempt: 1 });
    expect(done.summary).toMatchObject({ planned: 303, sent: 303, done: 303, dropped: 0 });
    const came = await arrivals(run);
    expect(came.map(({ number }) => number).toSorted((a, b) => a - b)).toEqual(Array.from({ length: 303 }, (_, number) => number));
    expect(skewMs(came, 101)).toBeLessThan(10);
    const { mostOpenConnections, connections } = await witness.counts();
    expect(mostOpenConnections).toBeLessThanOrEqual(5);
    expect(connections).toBe(done.summary?.connections.opened);
    expect(new Set(done.generators.map(({ worker }) => worker)).size).toBe(2);
    expect(done.generators).toMatchObject([
      { shard: 0, threads: 1 },
      { shard: 1, threads: 1 },
    ]);
    const { rows: environments } = await stack.db.query(`SELECT environment ->> 'client' AS client FROM run_shards WHERE run_id = $1`, [
      run.id,
    ]);
    expect(environments.map(({ client }) => client)).toEqual(Array(2).fill(done.environment?.client));
    expect(done.environment?.client).toMatch(/^undici \d/);
    const seconds = (await readSamples(stack.db, teamId, run.id)).map(({ second }) => second);
    expect(seconds.slice(0, 6)).toEqual([0, 0, 1, 1, 2, 2]);

    await witness.reset();
    const closed = await stack.launch(joint({ model: 'closed', connections: 5, requests: 501 }));
    const ended = await stack.finished(closed.id, 45_000);
    expect(ended).toMatchObject({ state: 'completed', endReason: 'requests', stateReason: 'All 501 requests were sent.' });
    expect(ended.summary?.sent).toBe(501);
    expect((await witness.counts()).byRun[closed.id]).toBe(501);
    expect((await witness.counts()).connections).toBe(5);
    expect(new Set((await arrivals(closed)).map(({ shard }) => shard))).toEqual(new Set([0, 1]));
  }, redis.url).finally(() => redis.stop());
});

test.concurrent('a run waits for the workers that its pool brings up, the first of them wait with it, and none is wanted after it', () =>
  scene(async ({ stack, witness, joint, workers }) => {
    const wanted = async () =>
      (await stack.db.query<{ n: number }>(`SELECT coalesce(sum(workers), 0)::int AS n FROM queue_by_pool WHERE pool = 'eu'`)).rows[0]?.n;
    await setWorkerPools(stack.db, [{ label: 'eu', mostWorkers: 4 }], 60);
    const run = await stack.launch(
      joint({ model: 'open', rate: 100, duration: '2s', maxConnections: 8 }, { generators: 4, workers: { label: 'eu' } }),
    );
    expect(await wanted()).toBe(4);
    const pool = { PLIMSOLL_WORKER_LABELS: 'eu', PLIMSOLL_GATHER_SECONDS: '6' };
    await workers(1, pool);
    // Longer than a run waits at its start barrier by itself: it is no failed start, and nobody may take the first comer away.
    await sleep(8000);
    expect([(await stack.find(run.id)).state, await wanted()]).toEqual(['queued', 4]);
    await workers(3, pool);
    const done = await stack.finished(run.id, 60_000);
    expect(done).toMatchObject({ state: 'completed', summary: { done: 200 } });
    expect(done.generators).toHaveLength(4);
    expect(await witness.counts()).toMatchObject({ answered: 200 });
    expect(await wanted()).toBe(0);
  }));

test.concurrent('workers of two regions make their shares, whose figures are the whole when they are merged', () =>
  scene(async ({ stack, joint, witness }) => {
    const [eu, us] = [{ label: 'eu', n: 2 }, { label: 'us' }];
    for (const label of ['eu', 'us', 'us', 'eu']) await stack.worker({ PLIMSOLL_WORKER_LABELS: label });
    const load = { model: 'open', rate: 99, duration: '3s', maxConnections: 6 } as const;
    const run = await stack.launch(joint(load, { generators: [eu, us] as PlanInput['generators'] }));
    const done = await stack.finished(run.id, 45_000);
    expect(done).toMatchObject({ state: 'completed', attempt: 1, generators: [{ region: 'eu' }, { region: 'eu' }, { region: 'us' }] });
    const labels = await stack.db.query<{ labels: string[] }>(
      'SELECT w.labels FROM run_shards s JOIN workers_online w ON w.id = s.worker_id WHERE s.run_id = $1 ORDER BY s.shard',
      [run.id],
    );
    expect(labels.rows.flatMap((row) => row.labels)).toEqual(['eu', 'eu', 'us']);
    expect((await witness.counts()).byRun[run.id]).toBe(297);
    const { summary } = done;
    expect(summary?.byRegion).toMatchObject([
      { label: 'eu', generators: 2, sent: 198, done: 198, failed: 0, responseTime: { count: 198 } },
      { label: 'us', generators: 1, sent: 99, done: 99, failed: 0, responseTime: { count: 99 } },
    ]);
    const parts = await Promise.all(
      ['eu', 'us'].map((label) => readSamples(stack.db, teamId, run.id, { shards: shardsOfRegion(done.plan.generators, label) })),
    );
    const { byRegion: _, ...whole } = summary as Summary;
    expect(summarise(parts.flat(), '4xx-5xx')).toEqual(whole);
  }));

test.concurrent('with too few workers nothing is sent, and the run says how many came; a wait can be stopped', () =>
  scene(async ({ stack, witness, joint, workers }) => {
    await workers(1, { PLIMSOLL_GATHER_SECONDS: '3' });
    const run = await stack.launch(joint(long, { generators: 3 }));
    const asked = Date.now();
    await until(
      'the run waits',
      45_000,
      () => stack.find(run.id),
      ({ state }) => state === 'starting',
    );
    // As if the database's clock were set ahead: the wait is no longer for that.
    await stack.db.query(`UPDATE runs SET claimed_at = claimed_at - interval '1 h' WHERE id = $1`, [run.id]);
    const failed = await stack.finished(run.id, 45_000);
    expect(Date.now() - asked).toBeGreaterThan(2500);
    expect(failed).toMatchObject({ state: 'start_failed', endReason: 'failed', summary: null });
    expect(failed.stateReason).toContain('Only 1 of 3 generators had joined after 3 s');

    const waiting = await stack.launch(joint(long));
    await until(
      'the run waits',
      45_000,
      () => stack.find(waiting.id),
      ({ state }) => state === 'starting',
    );
    await requestStop(stack.db, teamId, waiting.id);
    const stopped = await stack.finished(waiting.id, 45_000);
    expect(stopped).toMatchObject({ state: 'stopped', stateReason: expect.stringContaining('nothing was sent') });
    expect((await witness.counts()).requests).toBe(0);
  }));

test.concurrent('a start that a stepped clock puts an hour away is taken for as far away as it can be', () =>
  scene(async ({ stack }) => {
    const nowNs = process.hrtime.bigint();
    const bounds = { leastNs: nowNs - 60_000_000_000n, mostNs: nowNs + 60_000_000_000n };
    const nowUs = await databaseClockUs(stack.db);
    const startNs = (aheadUs: bigint) => toMonotonicNs(stack.db, nowUs + aheadUs, bounds);
    expect(await startNs(3_600_000_000n)).toBe(bounds.mostNs);
    expect(await startNs(-3_600_000_000n)).toBe(bounds.leastNs);
    const honest = await startNs(0n);
    expect(honest).toBeGreaterThan(bounds.leastNs);
    expect(honest).toBeLessThan(bounds.mostNs);
  }));

test.concurrent('two runs of two wait for a busy worker and do not take the workers from each other', () =>
  scene(async ({ stack, joint, workers }) => {
    await workers(2);
    const load = (seconds: number) => ({ model: 'open', rate: 20, duration: `${seconds}s`, maxConnections: 2 }) as const;
    const alone = await stack.launch(joint(load(6), { generators: 1 }));
    await stack.sampled(alone.id, 1);
    const runs = await Promise.all([stack.launch(joint(load(1))), stack.launch(joint(load(1)))]);
    await sleep(800);
    expect(await Promise.all(runs.map(async ({ id }) => (await stack.find(id)).state))).toEqual(['queued', 'queued']);
    for (const run of runs) expect(await stack.finished(run.id, 40_000)).toMatchObject({ state: 'completed', summary: { sent: 20 } });
  }));

test.concurrent('a stop reaches both; kill -9 of one worker ends the run once, and the other sends nothing more', () =>
  scene(async ({ stack, witness, joint, workers, arrivals }) => {
    const [victim] = await workers(2);
    const first = await stack.launch(joint(long));
    await stack.sampled(first.id, 4);
    const asked = Date.now();
    await requestStop(stack.db, teamId, first.id);
    const stopped = await stack.finished(first.id, 45_000);
    expect(stopped).toMatchObject({ state: 'stopped', endReason: 'stopped', stopRequested: true });
    for (const { atMs } of await arrivals(first)) expect(atMs - asked).toBeLessThan(2000);
    expect(stopped.summary?.sent).toBe((await witness.counts()).byRun[first.id]);

    const run = await stack.launch(joint(long));
    await stack.sampled(run.id, 4);
    const lost = (await stack.find(run.id)).generators.findIndex(({ worker }) => worker.includes(`-${victim?.pid}-`));
    expect(lost).toBeGreaterThanOrEqual(0);
    victim?.kill('SIGKILL');
    const killedAt = Date.now();
    const over = await stack.finished(run.id, 16_000);
    expect(over).toMatchObject({ state: 'worker_lost', stateReason: expect.stringContaining('One of the 2 workers') });
    await sleep(1500);
    const came = await arrivals(run);
    const lastOf = (shard: number) => Math.max(...came.filter((each) => each.shard === shard).map(({ atMs }) => atMs));
    expect(lastOf(lost) - killedAt).toBeLessThan(2000);
    expect(lastOf(1 - lost) - killedAt).toBeLessThan(9000);
    const whole = await until(
      'the lost run has its figures',
      45_000,
      () => stack.find(run.id),
      ({ summary }) => summary !== null,
    );
    const samples = await readSamples(stack.db, teamId, run.id);
    expect(whole.summary?.sent).toBe(samples.reduce((sum, { sent }) => sum + sent, 0));
    expect(whole).toMatchObject({ attempt: 1, validity: { stamp: 'invalid' } });
  }));

test.concurrent('a worker that is not heard for 8 s ends the load of the other, and the run says so', () =>
  scene(async ({ stack, joint, workers }) => {
    const [frozen] = await workers(2);
    const run = await stack.launch(joint(long));
    await stack.sampled(run.id, 4);
    frozen?.kill('SIGSTOP');
    await sleep(9500);
    frozen?.kill('SIGCONT');
    expect(await stack.finished(run.id, 45_000)).toMatchObject({
      state: 'control_lost',
      stopRequested: false,
      ending: { kind: 'otherSilent', seconds: 8 },
    });
  }));

test.concurrent('a threshold is judged over both together; a worker that is shut down ends the load of the other, too', () =>
  scene(async ({ stack, witness, joint, workers }) => {
    const [leaving] = await workers(2);
    // Each of them makes 30 a second and would keep it alone.
    const load = { model: 'open', rate: 60, duration: '60s', maxConnections: 4 } as const;
    const broken = await stack.launch(joint(load, { thresholds: ['throughput < 50/s'], abortOnFail: true }));
    const over = await stack.finished(broken.id, 40_000);
    expect(over).toMatchObject({ state: 'auto_stopped', endReason: 'auto_stopped' });
    expect(over.stateReason).toMatch(/^Stopped by itself: the threshold "throughput < 50\/s" failed after 1\d s\.$/);
    expect(over.summary?.sent).toBe((await witness.counts()).byRun[broken.id]);

    const next = await stack.launch(joint(long));
    await stack.sampled(next.id, 4);
    leaving?.kill('SIGINT');
    const ended = await stack.finished(next.id, 45_000);
    expect(ended).toMatchObject({ state: 'stopped', stopRequested: false, stateReason: expect.stringContaining('shut down') });
    expect(ended.summary?.sent).toBe((await witness.counts()).byRun[next.id]);
  }));
