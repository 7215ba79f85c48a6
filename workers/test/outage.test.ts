import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { PlanInput } from '@plimsoll/contracts/plan';
import type { Run } from '@plimsoll/contracts/run';
import { startEmbeddedPostgres } from '@plimsoll/postgres/embedded-postgres';
import { migrateQueue } from '@plimsoll/queue/migrate-queue';
import { migrate } from '@plimsoll/store/migrate';
import { requestStop } from '@plimsoll/store/runs';
import { readSamples } from '@plimsoll/store/samples';
import { type Failover, openFailover } from '@plimsoll/testbed/failover';
import { startRedis, type TestRedis } from '@plimsoll/testbed/redis';
import { chaosForm, forms, noteFigure, onStages, rounds } from '@plimsoll/testbed/rounds';
import { until } from '@plimsoll/testbed/until';
import { openWire, overWire, type Wire } from '@plimsoll/testbed/wire';
import { startWitness, type Witness } from '@plimsoll/testbed/witness';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStack, quickClient, type Stack, teamId } from './support.ts';

let witness: Witness;
beforeAll(async () => {
  witness = await startWitness({ log: true });
});
afterAll(() => witness.close());

interface Away {
  stop(): Promise<void>;
  start(): Promise<void>;
}

interface Stage<Server> {
  readonly stack: Stack;
  readonly server: Server;
  close(): Promise<void>;
}

/** A database, a Redis and workers of one's own, so that tests and rounds can wait side by side. */
async function openWithRedis(): Promise<Stage<TestRedis>> {
  const redis = await startRedis();
  const stack = await openStack({ redisUrl: redis.url });
  return {
    stack,
    server: redis,
    async close() {
      await stack.close();
      await redis.stop();
    },
  };
}

/** As above, and without Redis in the form that has none. */
async function openWithQueue(): Promise<Stage<TestRedis | null>> {
  if (chaosForm() !== 'standalone') return openWithRedis();
  const stack = await openStack();
  return { stack, server: null, close: () => stack.close() };
}

/** A Postgres of its own that can be stopped and started again. */
async function openWithPostgres(): Promise<Stage<Away>> {
  const dir = mkdtempSync(join(tmpdir(), 'plimsoll-outage-'));
  let server = await startEmbeddedPostgres(dir);
  const stack = await openStack({ databaseUrl: server.url });
  const start = async () => {
    server = await startEmbeddedPostgres(dir);
  };
  return {
    stack,
    server: { start, stop: () => server.stop() },
    async close() {
      await stack.close();
      await server.stop();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

const steady = (seconds: number): PlanInput => ({
  version: 1,
  name: 'steady',
  target: { url: witness.url },
  connection: quickClient,
  load: { model: 'open', rate: 100, duration: `${seconds}s`, maxConnections: 5 },
});

async function lastRequestMs(runId: string): Promise<number> {
  return Math.max(0, ...(await witness.log()).filter((line) => line.runId === runId).map((line) => line.atMs));
}

async function secondsOf(stack: Stack, runId: string): Promise<number[]> {
  return (await readSamples(stack.db, teamId, runId)).map((sample) => sample.second);
}

// The longest first: five wait at once.
/** So many seconds of {@link steady}, none missing. One more, a short one, holds what was due in the last and ended after it. */
async function expectWhole(promise: string, stack: Stack, done: Run, seconds = 8): Promise<void> {
  noteFigure(promise, 'requests missing', seconds * 100 - (done.summary?.sent ?? 0));
  expect(done.state).toBe('completed');
  expect(done.summary?.sent).toBe(seconds * 100);
  expect((await secondsOf(stack, done.id)).slice(0, seconds)).toEqual(Array.from({ length: seconds }, (_, second) => second));
}

/** One worker, or those of the form. */
async function crew(stack: Stack): Promise<void> {
  if (chaosForm() === null) await stack.worker();
  else await stack.staff();
}

/** The worker takes runs again. */
async function expectAnother(stack: Stack): Promise<void> {
  const next = await stack.launch(steady(1));
  expect((await stack.finished(next.id, 45_000)).state).toBe('completed');
}

test.concurrent.each([
  ['a wrong database password', true, 'password authentication failed', 'PostgreSQL refuses the user or the password in DATABASE_URL'],
  ['a Redis that is not there', false, 'ECONNREFUSED', 'Redis cannot be reached at REDIS_URL'],
])("%s is quoted once, in the server's own words", async (_, wrongPassword, words, sentence) => {
  const stack = await openStack();
  const url = new URL(stack.databaseUrl);
  if (wrongPassword) url.password = 'wrong';
  const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env;
  const env = { PATH, NODE_COMPILE_CACHE, DATABASE_URL: url.href, REDIS_URL: 'redis://127.0.0.1:1', PLIMSOLL_SECRET_KEY: 'k'.repeat(32) };
  const worker = spawn(process.execPath, [fileURLToPath(new URL('../src/main.ts', import.meta.url))], { env });
  let log = '';
  worker.stdout.on('data', (chunk) => {
    log += chunk;
  });
  const quoted = () => log.split(words).length - 1;
  await until('the worker quotes the server', 45_000, quoted, (times) => times > 0);
  // It asks twice a second and more.
  await sleep(3000);
  worker.kill('SIGKILL');
  await stack.close();
  expect(quoted()).toBe(1);
  expect(log).toContain(sentence);
});

test.concurrent('Postgres away for longer: the load goes silent, no second before is missing, and nothing exits', () =>
  onStages(1, 1, openWithPostgres, async ({ stack, server: postgres }) => {
    await crew(stack);
    const run = await stack.launch(steady(60));
    await stack.sampled(run.id, 2);
    await postgres.stop();
    const awaySince = Date.now();
    await sleep(rounds(30_000, 13_000));
    await postgres.start();
    const lost = await stack.finished(run.id, 45_000);
    expect(lost.state).toBe('control_lost');
    expect(lost.stateReason).toContain('could not reach the database for 8 s');
    const silentAfterMs = (await lastRequestMs(run.id)) - awaySince;
    noteFigure('R6', 'away for long: silent after, ms', silentAfterMs);
    expect(silentAfterMs).toBeLessThan(9000);
    const seconds = await secondsOf(stack, run.id);
    expect(seconds).toEqual(seconds.map((_, second) => second));
    expect(lost.summary?.sent).toBe((await witness.counts()).byRun[run.id]);
    expect(stack.ended()).toEqual([]);
  }));

/** A worker that reaches the database over a wire, and another that reaches it for sure and ends what it takes to be lost. */
async function openWithWire(): Promise<Stage<Wire>> {
  const stack = await openStack();
  const wire = await openWire(Number(new URL(stack.databaseUrl).port));
  return {
    stack,
    server: wire,
    async close() {
      await stack.close();
      await wire.close();
    },
  };
}

test.concurrent('Postgres not heard by a worker that lives, since packets are lost: control_lost, whoever gave the run up meanwhile', () =>
  onStages(rounds(3, 1), 3, openWithWire, cutOff));

async function cutOff({ stack, server: wire }: Stage<Wire>): Promise<void> {
  await stack.worker({ DATABASE_URL: overWire(stack.databaseUrl, wire) });
  const run = await stack.launch(steady(60));
  await stack.sampled(run.id, 2);
  const other = await stack.worker();
  wire.cut();
  const cutAt = Date.now();
  const kept = await secondsOf(stack, run.id);
  await sleep(25_000);
  expect((await stack.find(run.id)).state).toBe('worker_lost');
  const silentAfterMs = (await lastRequestMs(run.id)) - cutAt;
  noteFigure('R6', 'packets lost: silent after, ms', silentAfterMs);
  expect(silentAfterMs).toBeLessThan(9000);
  wire.repair();
  const repairedAt = Date.now();
  const lost = await until(
    'the worker says how the run ended',
    20_000,
    () => stack.find(run.id),
    ({ state }) => state === 'control_lost',
  );
  noteFigure('R6', 'packets lost: told after the repair, ms', Date.now() - repairedAt);
  expect(lost).toMatchObject({
    attempt: 1,
    endReason: 'control_lost',
    stateReason: expect.stringContaining('could not reach the database'),
  });
  const seconds = await secondsOf(stack, run.id);
  expect(seconds.slice(0, kept.length)).toEqual(kept);
  expect(lost.summary?.sent).toBe(seconds.length * 100);
  expect(lost.validity?.reasons.join(' ')).not.toContain('worker was lost');
  // The worker that was cut off takes runs again.
  other.kill('SIGKILL');
  await expectAnother(stack);
}

test.concurrent('Postgres restarted in mid-run: nothing exits, no second is missing, the run completes; the worker takes another', () =>
  onStages(rounds(10, 1), 2, openWithPostgres, (stage, round) => restarted(stage, 2000 + round * 250)));

async function restarted({ stack, server: postgres }: Stage<Away>, awayMs: number): Promise<void> {
  await crew(stack);
  const run = await stack.launch(steady(8));
  await stack.sampled(run.id, 2);
  await postgres.stop();
  await sleep(awayMs);
  await postgres.start();
  await expectWhole('R6', stack, await stack.finished(run.id, 45_000));
  expect((await witness.counts()).byRun[run.id]).toBe(800);
  await expectAnother(stack);
  expect(stack.ended()).toEqual([]);
}

test.concurrent('a standby for a while in the place of Postgres: no second is missing, the run completes, and the worker takes another', () =>
  onStages(1, 1, openWithFailover, async ({ stack, server: servers }) => {
    await stack.worker({ DATABASE_URL: servers.url });
    const run = await stack.launch(steady(10));
    await stack.sampled(run.id, 2);
    await servers.toStandby();
    await sleep(1500);
    await servers.toPrimary();
    await expectWhole('R12', stack, await stack.finished(run.id, 45_000), 10);
    await expectAnother(stack);
    await until('the standby is left', 40_000, servers.onStandby, (sessions) => sessions === 0);
    expect(stack.ended()).toEqual([]);
  }));

async function openWithFailover(): Promise<Stage<Failover>> {
  const servers = await openFailover(async (url) => {
    await migrate(url);
    await migrateQueue(url);
  });
  const stack = await openStack({ databaseUrl: servers.primaryUrl, form: 'none' });
  return {
    stack,
    server: servers,
    async close() {
      await stack.close();
      await servers.close();
    },
  };
}

test.concurrent('stop: the last request comes within 2 s of the request to stop, also with Redis down, and the counts still agree', () =>
  onStages(rounds(20, 1), 4, openWithQueue, stoppedWithoutRedis));

async function stoppedWithoutRedis({ stack, server: redis }: Stage<TestRedis | null>): Promise<void> {
  await crew(stack);
  const run = await stack.launch(steady(60));
  await stack.sampled(run.id, 2);
  await redis?.stop();
  const asked = Date.now();
  expect(await stack.stop(run.id)).toBe('asked');
  const done = await stack.finished(run.id, 45_000);
  const lastAfterMs = (await lastRequestMs(run.id)) - asked;
  noteFigure('R10', 'last request after, ms', lastAfterMs);
  expect(lastAfterMs).toBeLessThan(2000);
  expect(done).toMatchObject({ state: 'stopped', endReason: 'stopped', stopRequested: true });
  expect(done.summary?.sent).toBe((await witness.counts()).byRun[run.id]);
  expect(await stack.stop(run.id)).toBe('finished');
  await redis?.start();
  await expectAnother(stack);
}

test.concurrent('a queued run that is stopped never starts', () =>
  onStages(1, 1, openWithRedis, async ({ stack }) => {
    const run = await stack.launch(steady(5));
    const stopped = await requestStop(stack.db, teamId, run.id);
    expect(stopped?.run).toMatchObject({ state: 'stopped', stateReason: expect.stringContaining('nothing was sent') });
    await stack.worker();
    await sleep(2000);
    expect((await witness.counts()).byRun[run.id]).toBeUndefined();
  }));

test.concurrent('FLUSHALL with runs queued: each starts exactly once, within 30 s', () =>
  onStages(1, 1, openWithRedis, async ({ stack, server: redis }) => {
    const runs = await Promise.all(Array.from({ length: rounds(20, 6) }, () => stack.launch(steady(1))));
    await redis.flush();
    const [workers, runsOfWorker] = [chaosForm() === null ? 2 : forms.scaled.workers, 3];
    await Promise.all(Array.from({ length: workers }, () => stack.worker({ PLIMSOLL_WORKER_RUNS: String(runsOfWorker) })));
    const upAt = Date.now();
    const over: Run[] = [];
    for (const run of runs) over.push(await stack.finished(run.id, 40_000));
    for (const done of over) {
      expect(done).toMatchObject({ state: 'completed', attempt: 1 });
      expect((await witness.counts()).byRun[done.id]).toBe(100);
      expect(done.summary?.sent).toBe(100);
    }
    // From when the workers could take them, and with the wait for a place: the last of them, too.
    for (const { startedAt } of over) {
      const lateMs = Date.parse(startedAt ?? '') - upAt;
      noteFigure('R5', 'started after the workers were up, ms', lateMs);
      expect(lateMs).toBeLessThan(30_000);
    }
  }));

test.concurrent('Redis away for the middle of a run: the run completes and no second is missing', () =>
  onStages(rounds(6, 1), 3, openWithRedis, (stage, round) => withoutRedis(stage, [3, 1, 10, 30, 60, 120][round] ?? 3)));

async function withoutRedis({ stack, server: redis }: Stage<TestRedis>, awaySeconds: number): Promise<void> {
  await crew(stack);
  const seconds = awaySeconds + 5;
  const run = await stack.launch(steady(seconds));
  await stack.sampled(run.id, 1);
  await redis.stop();
  await sleep(awaySeconds * 1000);
  await redis.start();
  const backAt = Date.now();
  const next = await stack.launch(steady(1));
  await expectWhole('R4', stack, await stack.finished(run.id, 45_000), seconds);
  const another = await stack.finished(next.id, 45_000);
  expect(another.state).toBe('completed');
  const againMs = Date.parse(another.startedAt ?? '') - backAt;
  noteFigure('R4', 'another run began after, ms', againMs);
  // Where there is one worker, it makes the first run to its end before.
  expect(againMs).toBeLessThan(chaosForm() === null ? 60_000 : 30_000);
}
