/** Experiments whose runs workers of two regions make: counts by arm and region, whichever the design; a region that is lost. */
import type { Experiment } from '@plimsoll/contracts/experiment';
import { shardsOfRegion } from '@plimsoll/contracts/generators';
import type { PlanInput } from '@plimsoll/contracts/plan';
import type { Run } from '@plimsoll/contracts/run';
import { readSamples } from '@plimsoll/store/samples';
import { until } from '@plimsoll/testbed/until';
import { startWitness, type Witness } from '@plimsoll/testbed/witness';
import { expect } from 'vitest';
import { askFor, experimentOver, roundUnderWay, runsOf, sentByRun } from './experiment-support.ts';
import { listChildren, quickClient, type Stack, teamId, testOnStack } from './support.ts';

const test = testOnStack.extend<{ witness: Witness }>({
  // biome-ignore lint/correctness/noEmptyPattern: the fixture needs no other
  witness: async ({}, use) => {
    const witness = await startWitness({ delays: { '/slow': 30 }, delayMs: 4, log: true });
    await use(witness);
    await witness.close();
  },
}).concurrent;

const labels = ['eu', 'us'];
const generators = labels.map((label) => ({ label }));
const workersOfRegions = (stack: Stack) => Promise.all(labels.map((label) => stack.worker({ PLIMSOLL_WORKER_LABELS: label })));

/** Each request says its number in the load: of two generators with one thread each the first has the even ones. */
const variants = (witness: Witness, duration: string) =>
  ['quick', 'slow'].map((name) => ({
    name,
    plan: {
      version: 1 as const,
      name: 'endpoint',
      generators,
      target: { url: new URL(name, witness.url).href, headers: { 'x-number': '{{seq}}' } },
      connection: quickClient,
      load: { model: 'open', rate: 40, duration, maxConnections: 8 } as PlanInput['load'],
    },
  }));

/** The target counted the requests of each run, and of each region of it, to the one. */
async function expectCounts(stack: Stack, witness: Witness, experiments: readonly Experiment[]): Promise<void> {
  const runs = (await Promise.all(experiments.map((one) => runsOf(stack, one)))).flat();
  expect((await witness.counts()).byRun).toEqual(sentByRun(runs));
  const log = await witness.log();
  for (const run of runs) {
    const sent = await Promise.all(labels.map((label) => sentByRegion(stack, run, label)));
    expect(sent, run.id).toEqual(cameByRegion(log, run));
    const { summary } = run;
    expect(summary?.byRegion?.map(({ label }) => label)).toEqual(labels);
    expect(summary?.byRegion?.reduce((sum, region) => sum + region.sent, 0)).toBe(summary?.sent);
    expect(run.generators).toMatchObject([{ region: 'eu' }, { region: 'us' }]);
  }
}

/** The requests of a run that the target counted, by region. */
function cameByRegion(log: Awaited<ReturnType<Witness['log']>>, { id }: Run): number[] {
  const came = log.filter(({ runId }) => runId === id).map(({ headers }) => Number(headers['x-number']) % 2);
  return labels.map((_, shard) => came.filter((one) => one === shard).length);
}

/** With what no figure holds: burn-ins of turns. */
async function sentByRegion({ db }: Stack, { id, plan }: Run, label: string): Promise<number> {
  const samples = await readSamples(db, teamId, id, { shards: shardsOfRegion(plan.generators, label) });
  return samples.reduce((sum, { sent }) => sum + sent, 0);
}

/** Waits until each region of both of these runs has told of requests. */
async function toldByEachRegion({ db }: Stack, runIds: readonly (string | null)[]): Promise<void> {
  const told = async () => {
    const { rows } = await db.query<{ shards: number }>(
      `SELECT count(DISTINCT (run_id, shard))::int AS shards FROM samples
       WHERE run_id = ANY($1) AND NOT warmup AND (counts ->> 'sent')::int > 0`,
      [runIds],
    );
    return rows[0]?.shards;
  };
  await until('each region told of each run', 60_000, told, (shards) => shards === labels.length * runIds.length);
}

test('each region makes its part of each arm, one run after another, at once and in turns, and arms are compared by region', async ({
  stack,
  witness,
}) => {
  await workersOfRegions(stack);
  const done: Experiment[] = [];
  for (const [design, duration] of [
    ['runs', '3s'],
    ['together', '3s'],
    ['turns', '12s'],
  ] as const) {
    const asked = await askFor(stack, { variants: variants(witness, duration), repeats: 1, coolDown: '0s', design });
    const over = await experimentOver(stack.db, asked.id, 120_000);
    expect(over, `${design}: ${over.stateReason}`).toMatchObject({ state: 'completed', design });
    const [candidate] = over.comparisons[0]?.result.candidates ?? [];
    expect(candidate?.byRegion?.map(({ name, in: arms }) => [name, arms])).toEqual(labels.map((label) => [label, 'both']));
    done.push(over);
  }
  await expectCounts(stack, witness, done);
}, 300_000);

test('a region that is lost ends the experiment and is named: in its reason, in the runs and in what they are worth', async ({
  stack,
  witness,
}) => {
  const [, us] = await workersOfRegions(stack);
  const asked = await askFor(stack, { variants: variants(witness, '60s'), repeats: 2, coolDown: '0s', design: 'together' });
  const ids = (await roundUnderWay(stack.db, asked.id)).runs.slice(0, 2).map(({ runId }) => runId);
  await toldByEachRegion(stack, ids);
  us?.kill('SIGKILL');
  const over = await experimentOver(stack.db, asked.id, 90_000);
  expect(over).toMatchObject({ state: 'failed', stateReason: expect.stringContaining('Region “us” lost one worker or more, not heard') });
  expect(over.runs.map(({ state }) => state)).toEqual(['worker_lost', 'worker_lost', null, null]);
  // Whoever sees the end first computes the figures a moment later.
  const runs = await until(
    'the figures of what was lost',
    30_000,
    () => runsOf(stack, over),
    (found) => found.every(({ validity }) => validity !== null),
  );
  const log = await witness.log();
  for (const run of runs) {
    const { ending, validity, summary } = run;
    expect(ending).toEqual({ kind: 'workerLost', of: 2, regions: ['us'] });
    expect(validity).toMatchObject({ stamp: 'invalid', findings: expect.arrayContaining([{ kind: 'worker_lost', regions: ['us'] }]) });
    expect(summary?.byRegion?.map(({ label, sent }) => [label, sent > 0])).toEqual(labels.map((label) => [label, true]));
    expect(summary?.byRegion?.at(1)?.stamp).toBe('invalid');
    expect(summary?.byRegion?.reduce((sum, region) => sum + region.sent, 0)).toBe(summary?.sent);
    // What it had not told of its last second is missing; nothing is counted twice.
    const came = cameByRegion(log, run);
    for (const [place, label] of labels.entries())
      expect(await sentByRegion(stack, run, label), `${run.id} ${label}`).toBeLessThanOrEqual(came[place] ?? 0);
  }
}, 180_000);

test('a region whose generator ends while its worker lives is named as one that is lost', async ({ stack, witness }) => {
  const [, us] = await workersOfRegions(stack);
  const asked = await askFor(stack, { variants: variants(witness, '60s'), repeats: 2, coolDown: '0s', design: 'together' });
  await toldByEachRegion(
    stack,
    (await roundUnderWay(stack.db, asked.id)).runs.slice(0, 2).map(({ runId }) => runId),
  );
  for (const pid of await listChildren(us?.pid ?? 0)) process.kill(pid, 'SIGKILL');
  const over = await experimentOver(stack.db, asked.id, 60_000);
  expect(over).toMatchObject({ state: 'failed', stateReason: expect.stringContaining('Generator 2 of 2, in region “us”') });
  const runs = (await runsOf(stack, over)).slice(0, 2);
  expect(runs.map(({ state }) => state)).toEqual(['worker_lost', 'worker_lost']);
  for (const { ending, validity, summary } of runs) {
    expect(ending).toMatchObject({ kind: 'ofGenerator', number: 2, of: 2, region: 'us', ending: { kind: 'processEnded', how: 'SIGKILL' } });
    expect(validity).toMatchObject({ stamp: 'invalid', findings: expect.arrayContaining([{ kind: 'generator_lost', region: 'us' }]) });
    expect(summary?.byRegion?.map(({ label, stamp }) => [label, stamp === 'invalid'])).toContainEqual(['us', true]);
  }
}, 120_000);
