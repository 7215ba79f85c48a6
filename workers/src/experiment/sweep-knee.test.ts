import { type PlanInput, planSchema } from '@plimsoll/contracts/plan';
import type { Summary } from '@plimsoll/contracts/run';
import type { StepRow } from '@plimsoll/store/experiment-row';
import { expect, test } from 'vitest';
import { sweepKnee } from './sweep-knee.ts';

const variant = (connections: number, keepAlive: boolean, change: Partial<PlanInput> = {}) => ({
  name: `${connections} ${keepAlive ? 'on' : 'off'}`,
  plan: planSchema.parse({
    version: 1,
    name: `sweep ${connections}`,
    target: { url: 'http://127.0.0.1/' },
    connection: { keepAlive },
    load: { model: 'closed', connections, duration: '10s' },
    ...change,
  }),
});
const steps = (rates: readonly number[]): StepRow[] =>
  rates.map((throughputPerSecond, index) => ({
    position: index,
    variant: index,
    rate: null,
    run_id: 'r',
    inserted_at: new Date(0),
    state: 'completed',
    state_reason: null,
    validity: null,
    thresholds: [],
    summary: { throughputPerSecond } as Summary,
  }));

test('the knee is the first setting that reaches the ceiling of the fastest line', () => {
  const variants = [1, 2, 4, 8].flatMap((connections) => [variant(connections, true), variant(connections, false)]);
  const knee = sweepKnee(variants, steps([1000, 300, 2000, 600, 3900, 1200, 4000, 2400]));
  expect(knee?.variant).toBe(4);
  expect(knee?.sentence).toMatch(/^4 on: Throughput reaches its limit/);
});

test('no knee while throughput still rises, and none where nothing but the load is the same', () => {
  const rising = [1, 2, 4].map((connections) => variant(connections, true));
  expect(sweepKnee(rising, steps([100, 200, 400]))).toBeNull();
  const paths = ['a', 'b', 'c'].map((path) => variant(4, true, { target: { url: `http://127.0.0.1/${path}` } }));
  expect(sweepKnee(paths, steps([100, 100, 100]))).toBeNull();
  expect(sweepKnee(rising, [])).toBeNull();
});
