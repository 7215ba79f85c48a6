/** Rounds of an experiment whose variants take turns on one target: by one process, one at a time, as ordinary runs. Each test waits on a stack of its own. */
import type { Experiment } from '@plimsoll/contracts/experiment';
import type { PlanInput } from '@plimsoll/contracts/plan';
import { orderAt, type Turns } from '@plimsoll/contracts/turns';
import { requestExperimentStop } from '@plimsoll/store/experiments';
import { until } from '@plimsoll/testbed/until';
import { startWitness, type Witness } from '@plimsoll/testbed/witness';
import { expect } from 'vitest';
import { askFor, experimentOver, roundUnderWay, runsOf, sentByRun } from './experiment-support.ts';
import { listChildren, quickClient, type Stack, teamId, testOnStack } from './support.ts';

const test = testOnStack.extend<{ witness: Witness }>({
  // biome-ignore lint/correctness/noEmptyPattern: the fixture needs no other
  witness: async ({}, use) => {
    const witness = await startWitness({ delays: { '/slow': 40 }, delayMs: 4, log: true });
    await use(witness);
    await witness.close();
  },
}).concurrent;

const open = { model: 'open', rate: 40, duration: '12s' } as const;
const variants = (witness: Witness, load: PlanInput['load'] = open, rest: Partial<PlanInput> = {}) =>
  ['quick', 'slow'].map((name) => ({
    name,
    plan: { version: 1 as const, name: 'endpoint', target: { url: new URL(name, witness.url).href }, load, ...rest },
  }));

/** The target counted the requests of each run, burn-ins included, to the one, and no others. */
async function expectCounts(stack: Stack, witness: Witness, experiment: Experiment): Promise<void> {
  expect((await witness.counts()).byRun).toEqual(sentByRun(await runsOf(stack, experiment)));
}

test('one process makes both runs, one at a time, and the verdict is of pairs of turns', async ({ stack, witness }) => {
  const worker = await stack.worker();
  const asked = await askFor(stack, { variants: variants(witness), repeats: 1 });
  expect(asked).toMatchObject({ design: 'turns', designReason: { kind: 'sharedTarget' } });
  await roundUnderWay(stack.db, asked.id);
  expect(await listChildren(worker.pid ?? 0)).toHaveLength(1);
  const done = await experimentOver(stack.db, asked.id, 90_000);
  expect(done.state, done.stateReason ?? '').toBe('completed');
  const runs = await runsOf(stack, done);
  expect(runs[0]?.startedAt).toBe(runs[1]?.startedAt);
  for (const { summary, turns, expectedDurationMs, validity } of runs) {
    expect(turns).toMatchObject({ sides: 2, blockSeconds: 4, burnInSeconds: 1, warmupSeconds: 0, lengthSeconds: 12 });
    expect(expectedDurationMs).toBe(24_000);
    expect([summary?.planned, summary?.sent, summary?.done]).toEqual([360, 360, 360]);
    // A machine that stands still at the end of a burn-in has some of them dropped.
    expect(summary?.warmup.sent).toBeGreaterThan(100);
    expect(summary?.warmup.sent).toBeLessThanOrEqual(120);
    expect(validity?.findings.filter(({ kind }) => kind === 'missing' || kind === 'nothing')).toEqual([]);
  }
  await expectCounts(stack, witness, done);
  const bySide = runs.toSorted((one, other) => (one.turns?.side ?? 0) - (other.turns?.side ?? 0));
  const log = await witness.log();
  const startMs = Date.parse(runs[0]?.startedAt ?? '');
  // A machine that stands still for a moment sends late, which the runs themselves say.
  const latest = Math.max(...runs.map(({ summary }) => summary?.sendLateness.maxUs ?? 0)) / 1e6;
  const cycles = [0, 1, 2];
  const wrong = log.filter(({ atMs, runId }) => {
    const at = (atMs - startMs) / 1000;
    const side = bySide.findIndex(({ id }) => id === runId);
    return !cycles.some((cycle) => {
      const from = 8 * cycle + 4 * orderAt(bySide[0]?.turns as Turns, 4 * cycle).indexOf(side);
      return at > from - 0.3 && at < from + 4.3 + latest;
    });
  });
  expect(wrong).toEqual([]);
  const p50 = done.comparisons[0]?.result.candidates[0]?.metrics.find(({ metric }) => metric === 'p50');
  expect(p50?.deltaRelative).toBeGreaterThan(2);
}, 120_000);

test('closed loads on the wire client, made by two generators: the target counts each run to the one', async ({ stack, witness }) => {
  await Promise.all([stack.worker(), stack.worker()]);
  const load = { model: 'closed', connections: 4, duration: '12s' } as const;
  const asked = await askFor(stack, { variants: variants(witness, load, { connection: { client: 'wire' }, generators: 2 }), repeats: 1 });
  const done = await experimentOver(stack.db, asked.id, 120_000);
  expect(done.state, done.stateReason ?? '').toBe('completed');
  await expectCounts(stack, witness, done);
  for (const { generators, summary } of await runsOf(stack, done)) {
    expect(new Set(generators.map(({ worker }) => worker)).size).toBe(2);
    for (const { latencyFloor } of generators) expect(latencyFloor?.p50Us).toBeGreaterThan(0);
    expect(summary?.durationMs).toBe(9000);
  }
}, 180_000);

test('the stop of an experiment stops both sides, and each counts what it sent', async ({ stack, witness }) => {
  await stack.worker();
  const asked = await askFor(stack, { variants: variants(witness, { ...open, duration: '60s' }, { connection: quickClient }), repeats: 2 });
  await roundUnderWay(stack.db, asked.id);
  await until(
    'both have had a turn',
    30_000,
    async () => Object.keys((await witness.counts()).byRun).length,
    (count) => count === 2,
  );
  await requestExperimentStop(stack.db, teamId, asked.id);
  const done = await experimentOver(stack.db, asked.id, 60_000);
  expect([done.state, ...done.runs.map(({ state }) => state)]).toEqual(['stopped', 'stopped', 'stopped', null, null]);
  await expectCounts(stack, witness, done);
}, 120_000);

test('a worker that is killed loses both sides', async ({ stack, witness }) => {
  const worker = await stack.worker();
  const asked = await askFor(stack, { variants: variants(witness, { ...open, duration: '60s' }, { connection: quickClient }), repeats: 2 });
  await roundUnderWay(stack.db, asked.id);
  worker.kill('SIGKILL');
  await stack.worker();
  const done = await experimentOver(stack.db, asked.id, 90_000);
  expect([done.state, ...done.runs.map(({ state }) => state)]).toEqual(['failed', 'worker_lost', 'worker_lost', null, null]);
}, 150_000);
