/** A worker that is lost in the middle of an experiment. Most of it is waiting: the tests wait at the same time, each on a stack of its own. */
import type { ChildProcess } from 'node:child_process';
import type { Experiment } from '@plimsoll/contracts/experiment';
import type { PlanInput } from '@plimsoll/contracts/plan';
import { openClockWatch } from '@plimsoll/store/clock-watch';
import { finishExperiment } from '@plimsoll/store/experiment-end';
import { claimExperiment, experimentHeartbeat, forsakenExperiment, insertExperimentRuns } from '@plimsoll/store/experiment-life';
import { findExperiment } from '@plimsoll/store/experiments';
import { startHttpTarget } from '@plimsoll/testbed/http-target';
import { until } from '@plimsoll/testbed/until';
import { startWitness, type Witness } from '@plimsoll/testbed/witness';
import { afterAll, beforeAll, expect } from 'vitest';
import { askFor, experimentOver } from './experiment-support.ts';
import { quickClient, type Stack, secretKey, teamId, testOnStack } from './support.ts';

let witness: Witness;
beforeAll(async () => {
  witness = await startWitness({ delayMs: 5 });
});
afterAll(() => witness.close());

const test = testOnStack.concurrent;

const variants = (load: { connections: number; requests?: number; duration?: string }, generators = 1) =>
  ['a', 'b'].map((name) => ({
    name,
    plan: {
      version: 1 as const,
      name,
      generators,
      target: { url: witness.url },
      connection: quickClient,
      load: { model: 'closed' as const, ...load },
    },
  }));

const reached = (stack: Stack, id: string, what: string, met: (experiment: Experiment) => boolean) =>
  until(
    what,
    60_000,
    () => findExperiment(stack.db, teamId, id),
    (experiment) => experiment !== null && met(experiment),
  );

test('a worker killed in the middle of a run: the run is lost, the experiment fails with a sentence, nothing is repeated', async ({
  stack,
}) => {
  const worker = await stack.worker();
  const asked = await askFor(stack, {
    variants: variants({ connections: 2, duration: '20s' }),
    repeats: 2,
    design: 'runs',
    coolDown: '0s',
  });
  const going = await reached(stack, asked.id, 'the first run is on its way', ({ runs }) => runs[0]?.state === 'running');
  await stack.sampled(going?.runs[0]?.runId ?? '', 2);
  worker.kill('SIGKILL');
  await stack.worker();
  const done = await experimentOver(stack.db, asked.id, 60_000);
  expect(done.state).toBe('failed');
  expect(done.stateReason).toContain('Run 1 of 4 (a) did not complete');
  expect(done.stateReason).toContain('nothing is repeated');
  expect(done.runs.map((run) => run.state)).toEqual(['worker_lost', null, null, null]);
  const { rows } = await stack.db.query('SELECT id FROM runs');
  expect(rows).toHaveLength(1);
});

test('a worker killed between two runs: another goes on where it was, and says so', async ({ stack }) => {
  const worker = await stack.worker();
  const asked = await askFor(stack, { variants: variants({ connections: 2, requests: 50 }), repeats: 1, coolDown: '6s' });
  await reached(stack, asked.id, 'the first run is over', ({ runs }) => runs[0]?.state === 'completed');
  worker.kill('SIGKILL');
  await stack.worker();
  const done = await experimentOver(stack.db, asked.id, 60_000);
  expect(done.state, done.stateReason ?? '').toBe('completed');
  expect(done.stateReason).toMatch(/The worker .+ was lost, and .+ went on\./);
  expect(done.runs.map((run) => run.state)).toEqual(['completed', 'completed']);
  const { byRun } = await witness.counts();
  expect(done.runs.map((run) => byRun[run.runId ?? ''])).toEqual([50, 50]);
  expect(done.comparisons).toHaveLength(1);
});

test('a worker that is shut down hands on: its run is noted as stopped, and the others are made elsewhere at once', async ({ stack }) => {
  const worker = await stack.worker();
  const asked = await askFor(stack, { variants: variants({ connections: 2, duration: '3s' }), repeats: 1, coolDown: '0s' });
  const going = await until(
    'the first run is on its way',
    45_000,
    () => findExperiment(stack.db, teamId, asked.id),
    (experiment) => experiment?.runs[0]?.state === 'running',
  );
  await stack.sampled(going?.runs[0]?.runId ?? '', 1);
  worker.kill('SIGTERM');
  await stack.worker();
  const done = await experimentOver(stack.db, asked.id, 60_000);
  expect(done.state).toBe('completed');
  expect(done.runs.map((run) => run.state)).toEqual(['stopped', 'completed']);
  expect(done.stateReason).toContain('Run 1 of 2 (a) was stopped and does not count');
  expect(done.stateReason).toContain('Its worker was shut down, and another went on.');
  expect(done.comparisons).toEqual([]);
});

/** Does this worker drive the experiment? */
async function drives(stack: Stack, id: string, { pid }: ChildProcess): Promise<boolean> {
  const { rows } = await stack.db.query<{ worker_id: string }>('SELECT worker_id FROM experiments WHERE id = $1', [id]);
  return rows[0]?.worker_id.includes(`-${pid}-`) ?? false;
}

test('two generators make every run, each its own part, and one that leaves is replaced between two runs', async ({ stack }) => {
  const first = await stack.worker();
  const second = await stack.worker();
  const asked = await askFor(stack, { variants: variants({ connections: 4, requests: 101 }, 2), repeats: 1, coolDown: '8s' });
  await reached(stack, asked.id, 'the first run is over', ({ runs }) => runs[0]?.state === 'completed');
  const [driver, other] = (await drives(stack, asked.id, first)) ? [first, second] : [second, first];
  other.kill('SIGTERM');
  const stand = await stack.worker();
  const done = await experimentOver(stack.db, asked.id, 90_000);
  expect(done.state, done.stateReason ?? '').toBe('completed');
  expect(done.stateReason).toMatch(/The worker .+ is gone, and .+ took its place\./);
  const { byRun } = await witness.counts();
  const runs = await Promise.all(done.runs.map(({ runId }) => stack.find(runId ?? '')));
  expect(runs.map(({ id, summary }) => [byRun[id], summary?.sent])).toEqual(Array(2).fill([101, 101]));
  const crews = runs.map(({ generators }) => generators.map(({ worker }) => worker));
  const named = ({ pid }: ChildProcess) => expect.stringContaining(`-${pid}-`);
  expect(crews).toEqual([
    [named(driver), named(other)],
    [named(driver), named(stand)],
  ]);
  expect(done.comparisons).toHaveLength(1);
});

test('one of two generators is killed in the middle of a run: the experiment ends, and says that one of two was lost', async ({
  stack,
}) => {
  const [first, second] = [await stack.worker(), await stack.worker()];
  const asked = await askFor(stack, {
    variants: variants({ connections: 4, duration: '20s' }, 2),
    repeats: 1,
    design: 'runs',
    coolDown: '0s',
  });
  const going = await reached(stack, asked.id, 'the first run is on its way', ({ runs }) => runs[0]?.state === 'running');
  await stack.sampled(going?.runs[0]?.runId ?? '', 2);
  ((await drives(stack, asked.id, first)) ? second : first).kill('SIGKILL');
  const done = await experimentOver(stack.db, asked.id, 60_000);
  expect(done).toMatchObject({ state: 'failed', stateReason: expect.stringContaining('One of the 2 workers') });
  expect(done.runs.map((run) => run.state)).toEqual(['worker_lost', null]);
});

/** A round of two that one worker makes, lost in its middle: both runs end as lost, the experiment by name, and the target counted these two alone. */
async function losesRound(stack: Stack, asked: Experiment, samples: number): Promise<Experiment> {
  const going = await reached(stack, asked.id, 'the first round is on its way', ({ runs }) =>
    runs.slice(0, 2).every(({ state }) => state === 'running'),
  );
  const ids = going?.runs.slice(0, 2).map(({ runId }) => runId ?? '') ?? [];
  await stack.sampled(ids[0] ?? '', samples);
  expect(await stack.killWorkers()).toBe(1);
  await stack.worker();
  const done = await experimentOver(stack.db, asked.id, 60_000);
  expect(done.state).toBe('failed');
  expect(done.runs.map(({ state }) => state)).toEqual(['worker_lost', 'worker_lost', ...Array(done.runs.length - 2).fill(null)]);
  expect(done.stateReason).toContain('nothing is repeated');
  expect((await stack.db.query<{ id: string }>('SELECT id FROM runs')).rows.map(({ id }) => id).sort()).toEqual(ids.sort());
  for (const id of ids) {
    const { rows } = await stack.db.query<{ n: number; seconds: number }>(
      'SELECT count(*)::int AS n, count(DISTINCT second)::int AS seconds FROM samples WHERE run_id = $1',
      [id],
    );
    // Each second is kept once.
    expect(rows[0]?.n).toBe(rows[0]?.seconds);
  }
  return done;
}

const lasting = (urls: readonly string[], duration: string) =>
  urls.map((url, at) => ({
    name: ['a', 'b'][at] ?? '',
    plan: {
      version: 1 as const,
      name: 'build',
      target: { url },
      connection: quickClient,
      load: { model: 'open' as const, rate: 20, duration },
    },
  }));

test('a worker killed in the turns of two loads: both are lost, no side goes on alone', async ({ stack }) => {
  await stack.worker();
  const asked = await askFor(stack, { variants: lasting([witness.url, witness.url], '24s'), repeats: 2, coolDown: '0s' });
  expect(asked.design).toBe('turns');
  await losesRound(stack, asked, 3);
});

test('a worker killed while the first round measures whether its targets disturb each other: nothing is told of them', async ({
  stack,
}) => {
  const other = await startWitness({ delayMs: 5 });
  await stack.worker();
  const asked = await askFor(stack, { variants: lasting([witness.url, other.url], '24s'), repeats: 2, coolDown: '0s' });
  expect(asked.designReason).toMatchObject({ kind: 'ownTargets', shareMachine: 'measured' });
  const done = await losesRound(stack, asked, 2);
  expect(done.design).toBe('together');
  expect(done.remarks.map(({ kind }) => kind)).not.toContain('disturbance');
  await other.close();
});

test('a worker killed while the services are restarted: another asks again, and each round is made and counted once', async ({ stack }) => {
  const other = await startWitness({ delayMs: 5 });
  let asks = 0;
  const hook = await startHttpTarget((_, response) => {
    // Nobody hears the first answer.
    asks += 1;
    if (asks > 1) response.writeHead(204).end();
  });
  const restart = { url: `${hook.url}/` };
  const worker = await stack.worker();
  const asked = await askFor(stack, { variants: lasting([witness.url, other.url], '2s'), repeats: 2, coolDown: '0s', restart });
  await until(
    'the restart is asked for',
    60_000,
    async () => asks,
    (count) => count === 1,
  );
  worker.kill('SIGKILL');
  await stack.worker();
  const done = await experimentOver(stack.db, asked.id, 90_000);
  expect(done.state, done.stateReason ?? '').toBe('completed');
  expect(done.stateReason).toMatch(/The worker .+ was lost, and .+ went on\./);
  expect(asks).toBe(2);
  expect(done.runs.map(({ state }) => state)).toEqual(Array(4).fill('completed'));
  const counted = { ...(await witness.counts()).byRun, ...(await other.counts()).byRun };
  expect(done.runs.map(({ runId }) => counted[runId ?? ''])).toEqual(Array(4).fill(40));
  await other.close();
  await hook.close();
});

test('an experiment whose secrets cannot be read any more fails with the reason instead of going round', async ({ stack }) => {
  const [variant] = variants({ connections: 1, requests: 1 });
  const secret = { ...variant?.plan, target: { url: witness.url, headers: { authorization: 'a secret' } } };
  const asked = await askFor(stack, { kind: 'aa', variants: [{ name: 'a', plan: secret as PlanInput }] });
  expect(await claimExperiment(stack.db, asked.id, 'worker-0', 'another key than the one it was sealed with')).toBeNull();
  const found = await findExperiment(stack.db, teamId, asked.id);
  expect(found?.state).toBe('failed');
  expect(found?.stateReason).toContain('PLIMSOLL_SECRET_KEY');
});

test('many workers claim at once and one gets it; a worker that lost its claim can change nothing any more', async ({ stack }) => {
  const asked = await askFor(stack, { variants: variants({ connections: 1, requests: 1 }), repeats: 1 });
  const claims = await Promise.all(
    Array.from({ length: 20 }, (_, index) => claimExperiment(stack.db, asked.id, `worker-${index}`, secretKey)),
  );
  const [first] = claims.filter((claim) => claim !== null);
  expect(claims.filter((claim) => claim !== null)).toHaveLength(1);
  if (!first) return;
  await stack.db.query(`UPDATE experiments SET heartbeat_at = now() - interval '1 minute'`);
  const steady = openClockWatch();
  await until(
    'the silent worker is given up on',
    45_000,
    () => forsakenExperiment(stack.db, steady, 'anybody'),
    (id) => id === asked.id,
  );
  // Had the clock been set ahead just now, its heartbeat would look as old.
  const stepped = openClockWatch();
  stepped.read(Date.now() - 3_600_000, performance.now(), performance.now());
  expect(await forsakenExperiment(stack.db, stepped, 'anybody')).toBeNull();
  const second = await claimExperiment(stack.db, asked.id, 'worker-new', secretKey);
  expect(second?.claim).toBe(first.claim + 1);
  expect(await experimentHeartbeat(stack.db, first)).toBe('gone');
  const plan = first.variants[0]?.plan;
  const run = { teamId, userId: null, planId: null, expectedDurationMs: null, caps: null, secretKey, crew: ['worker-0'] };
  if (plan) expect(await insertExperimentRuns(stack.db, first, [{ position: 0, ...run, plan }])).toBe('gone');
  const result = { comparisons: [], noiseFloor: null, capacity: null, knee: null };
  expect(await finishExperiment(stack.db, first, { state: 'completed', remarks: [], result })).toBe(false);
  expect(await experimentHeartbeat(stack.db, second as NonNullable<typeof second>)).toBe('continue');
  expect(await findExperiment(stack.db, teamId, asked.id)).toMatchObject({ state: 'running' });
});
