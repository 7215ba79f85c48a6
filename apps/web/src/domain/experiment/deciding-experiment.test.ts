import { createExperimentSchema } from '@plimsoll/contracts/experiment';
import { type Plan, type PlanInput, planSchema } from '@plimsoll/contracts/plan';
import type { Run } from '@plimsoll/contracts/run';
import { expect, it } from 'vitest';
import { decidingExperiment, makeSameLoad } from './deciding-experiment.ts';

const base: PlanInput = {
  version: 1,
  name: 'hello',
  target: { url: 'http://127.0.0.1:8787/' },
  load: { model: 'closed', connections: 4, duration: '20s' },
};
const ids = ['1c6e0d5a-4a1f-4d0e-9d35-0a1b2c3d4e5f', '2c6e0d5a-4a1f-4d0e-9d35-0a1b2c3d4e5f'];
const planOf = (change: Partial<PlanInput>): Plan => planSchema.parse({ ...base, ...change });
const runOf = (at: number, change: Partial<PlanInput>, more: Partial<Run> = {}): Run =>
  ({ id: ids[at], number: 57 + at, source: null, planId: null, plan: planOf(change), ...more }) as Run;
const off = { connection: { keepAlive: false } };

it('has each run as an arm, named by what differs, with the secrets of its own run', () => {
  const { body } = decidingExperiment(runOf(0, {}), runOf(1, off)) ?? expect.fail('none');
  expect(createExperimentSchema.safeParse(body).error).toBeUndefined();
  expect(body.variants.map(({ name, secretsFrom }) => [name, secretsFrom])).toEqual([
    ['keep-alive on', ids[0]],
    ['keep-alive off', ids[1]],
  ]);
});

it('takes some two minutes where the plans allow it, and may take a quarter of an hour', () => {
  // A round in turns lasts 2 × 20 s load + 1 s start: 3 rounds, the fewest, with cool-downs of 2 s are 127 s. Loads of 10 s, too short for turns, are started
  // one by one: 4 rounds are 102 s, 5 would be 128.
  const { body, estimate } = decidingExperiment(runOf(0, {}), runOf(1, off)) ?? expect.fail('none');
  expect([body.repeats, estimate.ms, body.extendTo]).toEqual([3, 127_000, 12]);
  const brief = { load: { model: 'closed', connections: 4, duration: '10s' } } as const;
  const sooner = decidingExperiment(runOf(0, brief), runOf(1, { ...brief, ...off }));
  expect([sooner?.body.repeats, sooner?.estimate.ms]).toEqual([4, 102_000]);
  const long = { load: { model: 'closed', connections: 4, duration: '10m' } } as const;
  const slow = decidingExperiment(runOf(0, long), runOf(1, { ...long, ...off }));
  expect(slow?.body).toMatchObject({ repeats: 3, extendTo: null });
});

it('runs two targets of their own at once, in half of the time; two settings of one target in turns', () => {
  const moved = { target: { url: 'http://127.0.0.1:8788/' } };
  const atOnce = decidingExperiment(runOf(0, {}), runOf(1, moved)) ?? expect.fail('none');
  expect(atOnce).toMatchObject({ design: 'together', body: { design: 'auto', repeats: 5 } });
  // 5 repeats of 20 s and a start, 4 cool-downs.
  expect(atOnce.estimate.ms).toBe(5 * 21_000 + 4 * 2_000);
  expect(decidingExperiment(runOf(0, {}), runOf(1, off))?.design).toBe('turns');
});

it('makes loads longer that are too short for a verdict, and keeps the shape of stages', () => {
  const short = { load: { model: 'closed', connections: 4, requests: 100 } } as const;
  const { body } = decidingExperiment(runOf(0, short), runOf(1, { ...short, ...off })) ?? expect.fail('none');
  expect(body.variants.map(({ plan }) => plan.load)).toEqual(Array(2).fill({ model: 'closed', connections: 4, duration: '20s' }));
  const staged: Partial<PlanInput> = {
    load: {
      model: 'closed',
      stages: [
        { to: 4, over: '3s' },
        { to: 4, over: '0s' },
        { to: 0, over: '700ms' },
      ],
    },
  };
  const longer = decidingExperiment(runOf(0, staged), runOf(1, { ...staged, ...off })) ?? expect.fail('none');
  // 20 s in place of 3.7 s, each stage up to the next tenth of a second.
  expect(longer.body.variants[0]?.plan.load.stages).toEqual([
    { to: 4, over: '16.3s' },
    { to: 4, over: '0ms' },
    { to: 0, over: '3.8s' },
  ]);
});

it('names arms by their plans or numbers where no setting differs', () => {
  const headers = { target: { url: 'http://127.0.0.1:8787/', headers: { accept: 'text/plain' } } };
  const names = (one: Partial<PlanInput>) => decidingExperiment(runOf(0, {}), runOf(1, one))?.body.variants.map(({ name }) => name);
  expect(names({ ...headers, name: 'plain' })).toEqual(['hello', 'plain']);
  expect(names(headers)).toEqual(['hello #57', 'hello #58']);
});

it('is none of runs that make the same load, of imports, or in two pools', () => {
  expect(makeSameLoad(planOf({}), planOf({ name: 'again', note: 'x', thresholds: ['p(99) < 1s'] }))).toBe(true);
  expect(decidingExperiment(runOf(0, {}), runOf(1, { name: 'again' }))).toBeNull();
  expect(decidingExperiment(runOf(0, {}), runOf(1, off, { source: {} as Run['source'] }))).toBeNull();
  expect(decidingExperiment(runOf(0, {}), runOf(1, { ...off, workers: { label: 'eu' } }))).toBeNull();
});
