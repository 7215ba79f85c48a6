/** Experiments whose runs workers of two regions make: counts by arm and region, whichever the design. */
import type { Experiment } from '@plimsoll/contracts/experiment';
import { shardsOfRegion } from '@plimsoll/contracts/generators';
import type { PlanInput } from '@plimsoll/contracts/plan';
import type { Run } from '@plimsoll/contracts/run';
import { readSamples } from '@plimsoll/store/samples';
import { startWitness, type Witness } from '@plimsoll/testbed/witness';
import { expect } from 'vitest';
import { askFor, experimentOver, runsOf, sentByRun } from './experiment-support.ts';
import { quickClient, type Stack, teamId, testOnStack } from './support.ts';

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
    const came = log.filter(({ runId }) => runId === run.id).map(({ headers }) => Number(headers['x-number']) % 2);
    const sent = await Promise.all(labels.map((label) => sentByRegion(stack, run, label)));
    expect(sent, run.id).toEqual([0, 1].map((shard) => came.filter((one) => one === shard).length));
    const { summary } = run;
    expect(summary?.byRegion?.map(({ label }) => label)).toEqual(labels);
    expect(summary?.byRegion?.reduce((sum, region) => sum + region.sent, 0)).toBe(summary?.sent);
    expect(run.generators).toMatchObject([{ region: 'eu' }, { region: 'us' }]);
  }
}

/** With what no figure holds: burn-ins of turns. */
async function sentByRegion({ db }: Stack, { id, plan }: Run, label: string): Promise<number> {
  const samples = await readSamples(db, teamId, id, { shards: shardsOfRegion(plan.generators, label) });
  return samples.reduce((sum, { sent }) => sum + sent, 0);
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
