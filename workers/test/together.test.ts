/** Rounds of an experiment that are made at once: by one process, from one time 0, as ordinary runs. Each test waits on a stack of its own. */
import type { Experiment } from '@plimsoll/contracts/experiment';
import type { PlanInput } from '@plimsoll/contracts/plan';
import { findExperiment, requestExperimentStop } from '@plimsoll/store/experiments';
import { until } from '@plimsoll/testbed/until';
import { startWitness, type Witness } from '@plimsoll/testbed/witness';
import { expect } from 'vitest';
import { askFor, experimentOver, roundUnderWay, runsOf, sentByRun } from './experiment-support.ts';
import { listChildren, quickClient, type Stack, teamId, testOnStack } from './support.ts';

const test = testOnStack.extend<{ witnesses: readonly Witness[] }>({
  // biome-ignore lint/correctness/noEmptyPattern: the fixture needs no other
  witnesses: async ({}, use) => {
    const witnesses = await Promise.all([startWitness({ delayMs: 5 }), startWitness({ delayMs: 100 })]);
    await use(witnesses);
    await Promise.all(witnesses.map((witness) => witness.close()));
  },
}).concurrent;

const open = { model: 'open', rate: 50, duration: '3s' } as const;
const variants = (witnesses: readonly Witness[], load: PlanInput['load'] = open, rest: Partial<PlanInput> = {}) =>
  witnesses.map(({ url }, place) => ({
    name: ['quick', 'slow'][place] ?? '',
    plan: { version: 1 as const, name: 'endpoint', target: { url }, connection: quickClient, load, ...rest },
  }));

/** Each target counted the requests of the runs of its own variant, to the one, and no others. */
async function expectCounts(stack: Stack, witnesses: readonly Witness[], experiment: Experiment): Promise<void> {
  for (const [variant, witness] of witnesses.entries()) {
    const runs = await runsOf(stack, { ...experiment, runs: experiment.runs.filter((run) => run.variant === variant) });
    expect((await witness.counts()).byRun).toEqual(sentByRun(runs));
  }
}

test('both runs of a round begin at one instant, on one worker, in one process; the experiment completes with its comparison', async ({
  stack,
  witnesses,
}) => {
  const worker = await stack.worker();
  const asked = await askFor(stack, {
    variants: variants(witnesses, open, { connection: { client: 'undici' } }),
    repeats: 2,
    coolDown: '100ms',
    detect: 0.02,
  });
  expect(asked).toMatchObject({ design: 'together', designReason: { kind: 'ownTargets', variants: 2 }, detect: 0.02, power: null });
  const first = await roundUnderWay(stack.db, asked.id);
  expect(first.runs.map(({ state }) => state)).toEqual(['running', 'running', null, null]);
  expect(await listChildren(worker.pid ?? 0)).toHaveLength(1);
  const done = await experimentOver(stack.db, asked.id, 90_000);
  expect(done.state, done.stateReason ?? '').toBe('completed');
  const runs = await runsOf(stack, done);
  expect(runs.map(({ state }) => state)).toEqual(Array(4).fill('completed'));
  for (const round of [runs.slice(0, 2), runs.slice(2)]) {
    expect(new Set(round.map(({ startedAt }) => startedAt)).size).toBe(1);
    expect(new Set(round.map(({ environment }) => environment?.worker)).size).toBe(1);
    for (const { summary, validity } of round) {
      expect([summary?.planned, summary?.sent, summary?.done]).toEqual([150, 150, 150]);
      expect(validity?.stamp).not.toBeUndefined();
    }
  }
  await expectCounts(stack, witnesses, done);
  const [compared] = done.comparisons;
  expect(compared?.variant).toBe(1);
  expect(compared?.result.candidates[0]?.runs.map(({ id }) => id)).toEqual(
    done.runs.flatMap(({ variant, runId }) => (variant === 1 ? [runId] : [])),
  );
  expect(compared?.result.candidates[0]?.metrics.find(({ metric }) => metric === 'p50')?.deltaRelative).toBeGreaterThan(1);
}, 120_000);

test('closed loads, on the wire client: each target counts its own', async ({ stack, witnesses }) => {
  await stack.worker();
  const load = { model: 'closed', connections: 3, duration: '2s' } as const;
  const asked = await askFor(stack, { variants: variants(witnesses, load), repeats: 1 });
  const done = await experimentOver(stack.db, asked.id, 60_000);
  expect(done.state, done.stateReason ?? '').toBe('completed');
  await expectCounts(stack, witnesses, done);
}, 90_000);

test('two sides of one plan are made at once where somebody says so, and the noise is measured', async ({ stack, witnesses }) => {
  await stack.worker();
  const [variant] = variants(witnesses);
  if (!variant) throw new Error('no variant');
  const asked = await askFor(stack, { kind: 'aa', variants: [variant], repeats: 2, coolDown: '100ms', design: 'together' });
  const done = await experimentOver(stack.db, asked.id, 90_000);
  expect(done.state, done.stateReason ?? '').toBe('completed');
  expect(done.designReason).toMatchObject({ kind: 'chosen' });
  const runs = await runsOf(stack, done);
  expect(runs[0]?.startedAt).toBe(runs[1]?.startedAt);
  const counted = (await witnesses[0]?.counts())?.byRun;
  expect(counted).toEqual(Object.fromEntries(runs.map(({ id, summary }) => [id, summary?.sent])));
}, 120_000);

test('two generators make their part of every run of the round, from one time 0', async ({ stack, witnesses }) => {
  await Promise.all([stack.worker(), stack.worker()]);
  const asked = await askFor(stack, {
    variants: variants(witnesses, { ...open, rate: 60 }, { generators: 2 }),
    repeats: 1,
  });
  const done = await experimentOver(stack.db, asked.id, 120_000);
  expect(done.state, done.stateReason ?? '').toBe('completed');
  const runs = await runsOf(stack, done);
  expect(runs[0]?.startedAt).toBe(runs[1]?.startedAt);
  for (const { generators, summary } of runs) {
    expect(new Set(generators.map(({ worker }) => worker)).size).toBe(2);
    expect(summary?.sent).toBe(180);
  }
  await expectCounts(stack, witnesses, done);
}, 150_000);

test('one run of a round that is stopped stops the other, and the next round is made', async ({ stack, witnesses }) => {
  await stack.worker();
  const asked = await askFor(stack, { variants: variants(witnesses, { ...open, duration: '4s' }), repeats: 2, coolDown: '100ms' });
  const first = await roundUnderWay(stack.db, asked.id);
  await stack.stop(first.runs[1]?.runId ?? '');
  const done = await experimentOver(stack.db, asked.id, 90_000);
  expect(done.runs.map(({ state }) => state)).toEqual(['stopped', 'stopped', 'completed', 'completed']);
  expect(done.comparisons[0]?.result.candidates[0]?.runs.map(({ id }) => id)).toEqual([
    done.runs[2]?.variant === 1 ? done.runs[2].runId : done.runs[3]?.runId,
  ]);
  await expectCounts(stack, witnesses, done);
}, 120_000);

test('the stop of an experiment stops the whole round', async ({ stack, witnesses }) => {
  await stack.worker();
  const asked = await askFor(stack, { variants: variants(witnesses, { ...open, duration: '15s' }), repeats: 2, design: 'together' });
  await roundUnderWay(stack.db, asked.id);
  await requestExperimentStop(stack.db, teamId, asked.id);
  const done = await experimentOver(stack.db, asked.id, 60_000);
  expect([done.state, ...done.runs.map(({ state }) => state)]).toEqual(['stopped', 'stopped', 'stopped', null, null]);
  await expectCounts(stack, witnesses, done);
}, 120_000);

test('stopped in a later round it tells what the whole ones could have seen, and in the first one nothing', async ({
  stack,
  witnesses,
}) => {
  await stack.worker();
  const ask = (duration: string) =>
    askFor(stack, { variants: variants(witnesses, { ...open, duration }), repeats: 3, coolDown: '100ms', design: 'together' });
  const stopOnce = async (id: string, what: string, ready: (one: Experiment) => boolean) => {
    await until(
      what,
      90_000,
      () => findExperiment(stack.db, teamId, id),
      (one) => one !== null && ready(one),
    );
    await requestExperimentStop(stack.db, teamId, id);
    return await experimentOver(stack.db, id, 60_000);
  };
  const whole = await stopOnce((await ask('22s')).id, 'its second round is under way', ({ runs }) => runs[3]?.state === 'running');
  expect(whole.power).toMatchObject({ from: 'itself', after: 22 });
  const first = await stopOnce((await ask('60s')).id, 'its power is told', ({ power }) => power !== null);
  expect([first.runs[0]?.state, first.power]).toEqual(['stopped', null]);
}, 250_000);

test('a broken threshold of one run stops the other, and each says its own cause', async ({ stack, witnesses }) => {
  await stack.worker();
  const load = { ...open, duration: '60s' } as const;
  const [quick, slow] = variants(witnesses, load);
  if (!quick || !slow) throw new Error('no variants');
  const strict = { ...slow, plan: { ...slow.plan, abortOnFail: true, thresholds: ['p(95) < 1ms'] } };
  const asked = await askFor(stack, { variants: [quick, strict], repeats: 1, design: 'together' });
  const done = await experimentOver(stack.db, asked.id, 90_000);
  const byVariant = (variant: number) => done.runs.find((run) => run.variant === variant);
  expect([byVariant(0)?.state, byVariant(1)?.state]).toEqual(['stopped', 'auto_stopped']);
  expect((await stack.find(byVariant(0)?.runId ?? '')).ending).toEqual({ kind: 'otherStopped' });
  await expectCounts(stack, witnesses, done);
}, 120_000);

test('a worker that is killed in a round loses all of its runs, and sends no more', async ({ stack, witnesses }) => {
  const worker = await stack.worker();
  const asked = await askFor(stack, { variants: variants(witnesses, { ...open, duration: '60s' }), repeats: 2, design: 'together' });
  await roundUnderWay(stack.db, asked.id);
  worker.kill('SIGKILL');
  await stack.worker();
  const done = await experimentOver(stack.db, asked.id, 90_000);
  expect(done.state).toBe('failed');
  expect(done.runs.map(({ state }) => state)).toEqual(['worker_lost', 'worker_lost', null, null]);
}, 150_000);

test('a worker that takes the experiment over in the middle of a round waits for it, and makes the next', async ({ stack, witnesses }) => {
  const driver = await stack.worker({ PLIMSOLL_WORKER_CONCURRENCY: '1' });
  const asked = await askFor(stack, { variants: variants(witnesses, { ...open, duration: '6s' }), repeats: 2, coolDown: '100ms' });
  await roundUnderWay(stack.db, asked.id);
  // Another worker drives it from now on: as after a shutdown of the driver, which makes the round to its end.
  await stack.db.query('UPDATE experiments SET claim = claim + 1, heartbeat_at = NULL, worker_id = NULL WHERE id = $1', [asked.id]);
  await stack.worker();
  const done = await experimentOver(stack.db, asked.id, 90_000);
  expect(done.state, done.stateReason ?? '').toBe('completed');
  expect(done.runs).toHaveLength(4);
  await expectCounts(stack, witnesses, done);
  driver.kill('SIGKILL');
}, 150_000);
