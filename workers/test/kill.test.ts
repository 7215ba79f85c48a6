import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import type { PlanInput } from '@plimsoll/contracts/plan';
import { isTerminal } from '@plimsoll/contracts/run';
import { requestStop } from '@plimsoll/store/runs';
import { readSamples } from '@plimsoll/store/samples';
import { startRedis } from '@plimsoll/testbed/redis';
import { chaosForm, noteFigure, onStages, rounds } from '@plimsoll/testbed/rounds';
import { until } from '@plimsoll/testbed/until';
import { startWitness, type Witness } from '@plimsoll/testbed/witness';
import { expect, test } from 'vitest';
import { isAlive, listChildren, openStack, quickClient, type Stack, startWorkerProcess, teamId } from './support.ts';

interface Scene {
  readonly stack: Stack;
  readonly witness: Witness;
  /** 50 requests a second for so long. */
  steady(seconds: number): PlanInput;
  lastRequestMs(runId: string): Promise<number>;
  close(): Promise<void>;
}

/** A database, workers and a target of one's own, so that tests and rounds can wait side by side. */
async function openScene(redisUrl?: string): Promise<Scene> {
  const witness = await startWitness({ log: true });
  const stack = await openStack(redisUrl ? { redisUrl } : {});
  return {
    stack,
    witness,
    steady: (seconds) => ({
      version: 1,
      name: 'steady',
      target: { url: witness.url },
      connection: quickClient,
      load: { model: 'open', rate: 50, duration: `${seconds}s`, maxConnections: 5 },
    }),
    lastRequestMs: async (runId) => Math.max(0, ...(await witness.log()).filter((line) => line.runId === runId).map((line) => line.atMs)),
    async close() {
      await stack.close();
      await witness.close();
    },
  };
}

async function scene(act: (scene: Scene) => Promise<void>): Promise<void> {
  await onStages(1, 1, openScene, act);
}

async function generatorOf(worker: ChildProcess): Promise<number> {
  const [generator] = await until(
    'the worker has a generator',
    30_000,
    () => listChildren(worker.pid ?? 0),
    (pids) => pids.length > 0,
  );
  return generator ?? 0;
}

/** A run of which two seconds are kept, who makes it, and one worker beside it or those of the form. */
async function underWay(stack: Stack, plan: PlanInput, workers = 2) {
  if (chaosForm() !== null || workers > 1) await stack.staff();
  else await stack.worker();
  const run = await stack.launch(plan);
  await stack.sampled(run.id, 2);
  const worker = await stack.workerOf(run.id);
  return { run, worker, generator: await generatorOf(worker) };
}

async function killed({ stack, witness, steady, lastRequestMs }: Scene, afterMs: number): Promise<void> {
  const { run, worker, generator } = await underWay(stack, steady(60));
  await sleep(afterMs);
  const killedAt = Date.now();
  worker.kill('SIGKILL');
  // Nothing else comes before: what the database takes to answer is no time of the generator's.
  await until(
    'the generator is gone',
    2000,
    () => isAlive(generator),
    (alive) => !alive,
  );
  noteFigure('R2', 'generator gone after, ms', Date.now() - killedAt);
  const restarted = chaosForm() ? stack.staff() : undefined;
  const kept = await stack.db.query<{ n: number }>('SELECT count(*)::int AS n FROM samples WHERE run_id = $1', [run.id]);
  const lost = await stack.finished(run.id, 16_000);
  noteFigure('R1', 'over after, ms', Date.now() - killedAt);
  expect(Date.now() - killedAt).toBeLessThan(15_500);
  expect(lost.state).toBe('worker_lost');
  expect(lost.stateReason).toContain('not heard for 12 s');
  const lastAfterMs = (await lastRequestMs(run.id)) - killedAt;
  noteFigure('R1', 'last request after, ms', lastAfterMs);
  expect(lastAfterMs).toBeLessThan(2000);
  const whole = await until(
    'the lost run has its figures',
    45_000,
    () => stack.find(run.id),
    (found) => found.summary !== null,
  );
  const samples = await readSamples(stack.db, teamId, run.id);
  expect(samples.length).toBeGreaterThanOrEqual(kept.rows[0]?.n ?? 0);
  expect(samples.map((sample) => sample.second)).toEqual(samples.map((_, second) => second));
  expect(whole.summary?.sent).toBe(samples.reduce((sum, sample) => sum + sample.sent, 0));
  expect(whole.validity?.stamp).toBe('invalid');
  // Never started again by itself.
  await sleep(1500);
  expect((await stack.find(run.id)).attempt).toBe(1);
  const requests = (await witness.counts()).byRun[run.id] ?? 0;
  await sleep(1000);
  expect((await witness.counts()).byRun[run.id]).toBe(requests);
  await restarted;
}

/** The queue is on Redis, on Postgres, or, where no form is asked for, on each in turn: two rounds, of as many processes as two cores can start beside others. */
test.concurrent('kill -9 of a worker in mid-run, again and again: every acknowledged sample is kept once, and run and load end in time', async () => {
  const redis = await startRedis();
  let opened = 0;
  const open = () => openScene(chaosForm() === null ? [undefined, redis.url][opened++ % 2] : undefined);
  try {
    await onStages(rounds(50, 2), rounds(5, 2), open, (stage, round) => killed(stage, ((round * 137) % 1000) + 137));
  } finally {
    await redis.stop();
  }
});

test.concurrent('a worker frozen for longer than 8 s goes silent by itself, and thawed it makes no more load', () =>
  onStages(rounds(20, 1), 5, openScene, frozenUntilLost));

async function frozenUntilLost({ stack, witness, steady, lastRequestMs }: Scene): Promise<void> {
  const { run, worker, generator } = await underWay(stack, steady(60));
  const frozenAt = Date.now();
  worker.kill('SIGSTOP');
  const lost = await stack.finished(run.id, 17_000);
  expect(lost.state).toBe('worker_lost');
  const silentAfterMs = (await lastRequestMs(run.id)) - frozenAt;
  noteFigure('R3', 'worker frozen: silent after, ms', silentAfterMs);
  expect(silentAfterMs).toBeLessThan(9000);
  const before = (await witness.counts()).byRun[run.id];
  worker.kill('SIGCONT');
  await until(
    'the generator is gone',
    30_000,
    () => isAlive(generator),
    (alive) => !alive,
  );
  await sleep(1000);
  expect((await witness.counts()).byRun[run.id]).toBe(before);
  expect(await stack.find(run.id)).toMatchObject({ state: 'worker_lost', attempt: 1 });
}

test.concurrent('worker and generator frozen together for longer than 8 s send nothing after the thaw but what was under way', () =>
  onStages(rounds(15, 1), 5, openScene, (stage, round) => frozenWhole(stage, 9000 + round * 3600)));

async function frozenWhole({ stack, steady, witness }: Scene, frozenMs: number): Promise<void> {
  const { run, worker, generator } = await underWay(stack, steady(120), 1);
  process.kill(generator, 'SIGSTOP');
  worker.kill('SIGSTOP');
  await sleep(frozenMs);
  const thawedAt = Date.now();
  process.kill(generator, 'SIGCONT');
  worker.kill('SIGCONT');
  const over = await stack.finished(run.id, 45_000);
  expect(['control_lost', 'worker_lost']).toContain(over.state);
  expect(over.attempt).toBe(1);
  const after = (await witness.log()).filter((line) => line.runId === run.id && line.atMs >= thawedAt).map(({ atMs }) => atMs);
  noteFigure('R3', 'both frozen: requests after the thaw', after.length);
  noteFigure('R3', 'both frozen: load after the thaw, ms', Math.max(thawedAt, ...after) - thawedAt);
  // A freeze in the middle of a turn leaves the rest of it: a request a connection at most. What was due meanwhile is never sent.
  expect(after.length).toBeLessThanOrEqual(5);
  expect(Math.max(thawedAt, ...after) - thawedAt).toBeLessThan(50);
}

test.concurrent('a frozen worker that thaws in time goes on, and no second is lost', () =>
  onStages(rounds(15, 1), 5, openScene, (stage, round) => thawedInTime(stage, [3000, 1000, 5800, 4400, 2000][round % 5] ?? 3000)));

async function thawedInTime({ stack, witness, steady }: Scene, frozenMs: number): Promise<void> {
  const { run, worker } = await underWay(stack, steady(8), 1);
  worker.kill('SIGSTOP');
  await sleep(frozenMs);
  worker.kill('SIGCONT');
  const done = await stack.finished(run.id, 45_000);
  expect(done.state).toBe('completed');
  expect(done.summary?.sent).toBe(400);
  expect((await witness.counts()).byRun[run.id]).toBe(400);
  noteFigure('R3', 'thawed in time: requests missing', 400 - (done.summary?.sent ?? 0));
}

/** Without a form of the product there is no API process here; `long-runs.test.ts` of the API has the same without processes. */
test
  .skipIf(chaosForm() === null)
  .concurrent('with every worker killed and none back, the API ends each run that began, by its hard deadline and 30 s', () =>
    onStages(rounds(10, 2), 3, openScene, abandoned),
  );

async function abandoned({ stack, steady }: Scene, round: number): Promise<void> {
  await stack.staff();
  const runs = await Promise.all([2, 5, 60].map((seconds) => stack.launch(steady(seconds))));
  await sleep((round * 311) % 4000);
  const workers = await stack.killWorkers();
  const killedAt = Date.now();
  expect(workers).toBeGreaterThan(0);
  for (const { id } of runs) {
    const now = await stack.find(id);
    if (now.state === 'queued') {
      // It never began, and has no deadline.
      await stack.stop(id);
      continue;
    }
    if (isTerminal(now.state)) continue;
    await stack.finished(id, 35_000);
    noteFigure('R11', 'no worker left: over after, ms', Date.now() - killedAt);
  }
  expect(await stack.openAfterDeadline(30_000)).toEqual([]);
}

test.concurrent('a generator that no longer answers is ended by its worker: after a stop within 5 s, and by itself too', () =>
  scene(async ({ stack, steady }) => {
    const worker = await stack.worker();
    const silent = await stack.launch(steady(60));
    await stack.sampled(silent.id, 2);
    process.kill(await generatorOf(worker), 'SIGSTOP');
    const lost = await stack.finished(silent.id, 7000);
    expect(lost).toMatchObject({ state: 'worker_lost', stateReason: expect.stringContaining('did not answer for 3 s') });
    const stopped = await stack.launch(steady(60));
    await stack.sampled(stopped.id, 2);
    const generator = await generatorOf(worker);
    process.kill(generator, 'SIGSTOP');
    await requestStop(stack.db, teamId, stopped.id);
    const stoppedAt = Date.now();
    const over = await stack.finished(stopped.id, 5000);
    noteFigure('W3', 'a run whose generator hangs over after the stop, ms', Date.now() - stoppedAt);
    expect(over).toMatchObject({
      state: 'stopped',
      endReason: 'stopped',
      stateReason: expect.stringContaining('its last seconds are missing'),
    });
    expect(over.summary?.sent).toBeGreaterThan(0);
    // The system may take a moment to bury what was killed.
    await until(
      'the generator is gone',
      2000,
      () => isAlive(generator),
      (alive) => !alive,
    );
  }));

test.concurrent('Ctrl-C of a worker ends its run with what it measured', () =>
  scene(async ({ stack, witness, steady }) => {
    const worker = await stack.worker();
    const run = await stack.launch(steady(60));
    await stack.sampled(run.id, 2);
    const exit = new Promise((done) => worker.once('exit', done));
    worker.kill('SIGINT');
    expect(await exit).toBe(0);
    const done = await stack.find(run.id);
    expect(isTerminal(done.state)).toBe(true);
    expect(done).toMatchObject({ state: 'stopped', endReason: 'stopped' });
    expect(done.stateReason).toContain('shut down');
    expect(done.summary?.sent).toBe((await witness.counts()).byRun[run.id]);
  }));

test.concurrent('a worker whose parent is gone before it is up ends by itself', async () => {
  const nowhere = 'postgres://nobody:nothing@127.0.0.1:1/nothing';
  const worker = startWorkerProcess(nowhere);
  const exit = new Promise((done) => worker.once('exit', done));
  worker.disconnect();
  expect(await exit).toBe(0);
});
