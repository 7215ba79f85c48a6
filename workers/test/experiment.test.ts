import { findExperiment, requestExperimentStop } from '@plimsoll/store/experiments';
import { until } from '@plimsoll/testbed/until';
import { startWitness, type Witness } from '@plimsoll/testbed/witness';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { askFor, experimentOver } from './experiment-support.ts';
import { openStack, teamId, useStack } from './support.ts';

const stack = useStack();
let witness: Witness;
beforeAll(async () => {
  witness = await startWitness({ delayMs: 5 });
  await Promise.all([stack.worker(), stack.worker()]);
});
afterAll(() => witness.close());

const plan = (name: string, change: object = {}) => ({
  version: 1 as const,
  name,
  target: { url: witness.url },
  load: { model: 'closed' as const, connections: 4, requests: 100 },
  ...change,
});

test.concurrent('an A/B experiment runs its variants in turns on one worker and every run is an ordinary run', async () => {
  const asked = await askFor(stack, {
    variants: [
      { name: 'keep-alive', plan: plan('faq') },
      { name: 'no keep-alive', plan: plan('faq', { connection: { keepAlive: false } }) },
    ],
    repeats: 2,
    coolDown: '0s',
  });
  expect(asked).toMatchObject({ state: 'queued', progress: { done: 0, total: 4 } });
  const done = await experimentOver(stack.db, asked.id, 60_000);
  expect(done).toMatchObject({ state: 'completed', progress: { done: 4, total: 4 } });
  expect(done.runs.map((run) => run.variant)).toEqual([0, 1, 1, 0]);
  const runs = await Promise.all(done.runs.map((run) => stack.find(run.runId ?? '')));
  expect(new Set(runs.map((run) => run.environment?.worker)).size).toBe(1);
  expect(runs.map((run) => run.experimentId)).toEqual(runs.map(() => asked.id));
  const starts = runs.map((run) => Date.parse(run.startedAt ?? ''));
  expect(starts).toEqual([...starts].sort((a, b) => a - b));
  const { byRun } = await witness.counts();
  for (const run of runs) expect(byRun[run.id]).toBe(100);
  expect(done.comparisons.map(({ variant }) => variant)).toEqual([1]);
  const compared = done.comparisons[0]?.result.candidates[0];
  expect(compared?.comparability.grade).toBe('differs_in_what_was_varied');
  expect(compared?.runs.map((run) => run.summary.connections.opened)).toEqual([100, 100]);
});

test.concurrent('a run from the queue and the runs of an experiment never overlap on one worker, and both are done', async () => {
  const alone = await openStack();
  await alone.worker();
  const load = { model: 'closed' as const, connections: 2, duration: '2s' };
  const variants = ['a', 'b'].map((name) => ({ name, plan: plan(`turns ${name}`, { load }) }));
  const asked = await askFor(alone, { variants, repeats: 1, coolDown: '0s' });
  const queued = await alone.launch(plan('from the queue', { load }));
  const done = await experimentOver(alone.db, asked.id, 40_000);
  const other = await alone.finished(queued.id, 45_000);
  const runs = [...(await Promise.all(done.runs.map((run) => alone.find(run.runId ?? '')))), other];
  expect(runs.map((run) => run.state)).toEqual(['completed', 'completed', 'completed']);
  const spans = runs.map((run) => [Date.parse(run.startedAt ?? ''), Date.parse(run.endedAt ?? '')] as const).sort((a, b) => a[0] - b[0]);
  for (const [index, [start]] of spans.entries()) expect(start).toBeGreaterThanOrEqual(spans[index - 1]?.[1] ?? 0);
  await alone.close();
});

test.concurrent('a stop ends the run under way, makes no other, and says how far it came', async () => {
  const asked = await askFor(stack, {
    variants: [
      { name: 'a', plan: plan('stopped', { load: { model: 'closed', connections: 2, duration: '30s' } }) },
      { name: 'b', plan: plan('stopped', { load: { model: 'closed', connections: 2, duration: '30s' } }) },
    ],
    design: 'runs',
    repeats: 3,
  });
  const going = await until(
    'the first run is on its way',
    45_000,
    () => findExperiment(stack.db, teamId, asked.id),
    (experiment) => experiment?.runs[0]?.state === 'running',
  );
  await stack.sampled(going?.runs[0]?.runId ?? '', 2);
  expect((await requestExperimentStop(stack.db, teamId, asked.id))?.experiment.state).toBe('stopping');
  const done = await experimentOver(stack.db, asked.id, 45_000);
  expect(done.state).toBe('stopped');
  expect(done.stateReason).toContain('0 runs of 6');
  expect(done.runs.map((run) => run.state)).toEqual(['stopped', null, null, null, null, null]);
  expect((await requestExperimentStop(stack.db, teamId, asked.id))?.outcome).toBe('finished');
});
