/** One queue for every load: what starts when, in which order, and that nothing is lost with a hint. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { PlanInput } from '@plimsoll/contracts/plan';
import { consumeLoads } from '@plimsoll/queue/load-consumer';
import { requestExperimentStop } from '@plimsoll/store/experiments';
import { putTeam, putUser } from '@plimsoll/testbed/people';
import { startRedis, type TestRedis } from '@plimsoll/testbed/redis';
import { noteFigure, rounds } from '@plimsoll/testbed/rounds';
import { until } from '@plimsoll/testbed/until';
import { startWitness, type Witness } from '@plimsoll/testbed/witness';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { askFor, experimentOver } from './experiment-support.ts';
import { openStack, type Stack, teamId } from './support.ts';

let witness: Witness;
beforeAll(async () => {
  witness = await startWitness({ delayMs: 20 });
});
afterAll(() => witness.close());

/** Each test has a database, a queue and workers of its own, so that they can wait side by side. */
async function withStack(redisUrl: string | undefined, act: (stack: Stack) => Promise<void>): Promise<void> {
  const stack = await openStack(redisUrl ? { redisUrl } : {});
  await putUser(stack.db, 'user-2', 'Bob');
  await putTeam(stack.db, 'team-2', 'Other');
  try {
    await act(stack);
  } finally {
    await stack.close();
  }
}

async function withOwnRedis(act: (stack: Stack, own: TestRedis) => Promise<void>): Promise<void> {
  const own = await startRedis();
  try {
    await withStack(own.url, (stack) => act(stack, own));
  } finally {
    await own.stop();
  }
}

/**
 * So many seconds of one request after the other. When runs start is asked, not what they measure: a count of requests ends them, for which no
 * code is warmed up, and a target that answers at once would only take the processor from what waits beside.
 */
const plan = (name: string, seconds = 1): PlanInput => ({
  version: 1,
  name,
  target: { url: witness.url },
  load: { model: 'closed', connections: 1, requests: 50 * seconds },
});

/** Twice as many runs as repeats. */
const pairs = (name: string, repeats = 1) => ({
  name,
  variants: ['one', 'other'].map((variant) => ({ name: variant, plan: plan(name) })),
  repeats,
  coolDown: '0s',
});

/** Names of the runs in the order in which workers took them; those of an experiment without the variant. */
async function order({ db }: Stack): Promise<string[]> {
  const { rows } = await db.query<{ name: string }>('SELECT name FROM runs WHERE claimed_at IS NOT NULL ORDER BY claimed_at');
  return rows.map(({ name }) => name.replace(/ · (one|other)$/, ''));
}

async function startedAfterMs({ db }: Stack, experimentId: string): Promise<number> {
  const { rows } = await db.query<{ ms: number }>(
    'SELECT (extract(epoch FROM started_at - created_at) * 1000)::float8 AS ms FROM experiments WHERE id = $1',
    [experimentId],
  );
  return rows[0]?.ms ?? Number.NaN;
}

describe.each(['redis', 'postgres'] as const)('with the queue on %s', (kind) => {
  const within = (act: (stack: Stack) => Promise<void>) => (kind === 'redis' ? withOwnRedis(act) : withStack(undefined, act));

  test.concurrent('an experiment starts with its hint, within a second or so', () =>
    within(async (stack) => {
      await stack.worker();
      await sleep(500);
      const asked = await askFor(stack, pairs('hinted'));
      const done = await experimentOver(stack.db, asked.id, 40_000);
      expect(done.state, done.stateReason ?? '').toBe('completed');
      expect(await startedAfterMs(stack, asked.id)).toBeLessThan(1500);
    }));

  test.concurrent('a run started by hand goes before the next run of an experiment, in whose cool-down the worker is free', () =>
    within(async (stack) => {
      await stack.worker();
      const asked = await askFor(stack, { ...pairs('sweep'), coolDown: '4s' });
      await until(
        'the first run is under way',
        45_000,
        () => order(stack),
        (names) => names.length === 1,
      );
      const byHand = [await stack.launch(plan('by hand', 2)), await stack.launch(plan('by hand', 2))];
      const done = await experimentOver(stack.db, asked.id, 60_000);
      expect(done.state, done.stateReason ?? '').toBe('completed');
      for (const run of byHand) expect((await stack.find(run.id)).state).toBe('completed');
      expect((await order(stack)).slice(0, 4)).toEqual(['sweep', 'by hand', 'by hand', 'sweep']);
    }));

  test.concurrent('two teams take turns, their experiments and their runs alike', () =>
    within(async (stack) => {
      const others = { team: 'team-2', user: 'user-2' };
      for (const n of [1, 2, 3]) await stack.launch(plan(`red ${n}`));
      const asked = await askFor(stack, pairs('blue', 2), others);
      await stack.worker();
      const done = await experimentOver(stack.db, asked.id, 60_000, others.team);
      expect(done.state, done.stateReason ?? '').toBe('completed');
      const names = await order(stack);
      expect(names.slice(0, 6)).toEqual(['red 1', 'blue', 'red 2', 'blue', 'red 3', 'blue']);
    }));

  test.concurrent('an experiment that is cancelled in the queue never begins', () =>
    within(async (stack) => {
      const asked = await askFor(stack, pairs('cancelled'));
      expect((await requestExperimentStop(stack.db, teamId, asked.id))?.experiment.state).toBe('stopped');
      await stack.worker();
      await sleep(2000);
      expect(await order(stack)).toEqual([]);
    }));
});

test.concurrent('a worker that SIGTERM lets drain ends its run, takes no other, and is gone', () =>
  withStack(undefined, async (stack) => {
    const worker = await stack.worker({ PLIMSOLL_DRAIN_SECONDS: '60' });
    const run = await stack.launch(plan('made to its end', 3));
    await until(
      'the run is under way',
      45_000,
      () => stack.find(run.id),
      ({ state }) => state === 'running',
    );
    const gone = new Promise((done) => worker.once('exit', done));
    worker.kill('SIGTERM');
    await until(
      'the worker drains, or is gone already',
      30_000,
      async () => (await stack.db.query('SELECT FROM workers_online WHERE draining_at IS NULL')).rowCount,
      (takesLoads) => takesLoads === 0,
    );
    const later = await stack.launch(plan('left to others'));
    expect(await gone).toBe(0);
    expect(await stack.find(run.id)).toMatchObject({ state: 'completed', endReason: 'requests' });
    expect((await stack.find(later.id)).state).toBe('queued');
  }));

test.concurrent('FLUSHALL with runs and experiments queued: each starts exactly once, within 30 s', () =>
  withOwnRedis(async (stack, own) => {
    const runs = [await stack.launch(plan('a')), await stack.launch(plan('b'))];
    const experiments = [await askFor(stack, pairs('x')), await askFor(stack, pairs('y'), { team: 'team-2', user: 'user-2' })];
    await own.flush();
    await Promise.all([stack.worker(), stack.worker()]);
    for (const run of runs) expect(await stack.finished(run.id, 40_000)).toMatchObject({ state: 'completed', attempt: 1 });
    await until(
      'both experiments are over',
      40_000,
      async () => (await stack.db.query(`SELECT 1 FROM experiments WHERE state = 'completed'`)).rowCount,
      (over) => over === 2,
    );
    for (const { id } of experiments) expect(await startedAfterMs(stack, id)).toBeLessThan(30_000);
    expect((await order(stack)).sort()).toEqual(['a', 'b', ...Array(2).fill('x'), ...Array(2).fill('y')]);
    const { rows } = await stack.db.query<{ claim: number }>('SELECT claim FROM experiments');
    expect(rows.map(({ claim }) => claim)).toEqual([1, 1]);
  }));

test.concurrent('a run whose hint is held by somebody who does nothing with it starts all the same, found by a worker', () =>
  withOwnRedis(async (stack, own) => {
    const [taken, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    // Alive, so that the hint stays its own, and the same hint is not taken on again.
    const thief = consumeLoads(
      { databaseUrl: stack.databaseUrl, redisUrl: own.url },
      () => {
        taken.resolve();
        return held.promise;
      },
      { concurrency: 1 },
    );
    const run = await stack.launch(plan('held back'));
    await taken.promise;
    await stack.worker();
    const done = await stack.finished(run.id, 60_000);
    held.resolve();
    await thief.close();
    expect(done.state).toBe('completed');
    const lateMs = Date.parse(done.startedAt ?? '') - Date.parse(done.createdAt);
    noteFigure('R4', 'a run without a hint starts after, ms', lateMs);
    expect(lateMs).toBeLessThan(rounds(15_000, 45_000));
  }));

test.concurrent('with the queue away an experiment and a run start all the same, found by a worker', () =>
  withOwnRedis(async (stack, own) => {
    await stack.worker();
    await own.stop();
    const asked = await askFor(stack, pairs('unhinted'), { hint: false });
    const run = await stack.launch(plan('unhinted, too'), { hint: false });
    expect((await stack.finished(run.id, 40_000)).state).toBe('completed');
    const done = await experimentOver(stack.db, asked.id, 60_000);
    expect(done.state, done.stateReason ?? '').toBe('completed');
    expect(await startedAfterMs(stack, asked.id)).toBeLessThan(30_000);
  }));
