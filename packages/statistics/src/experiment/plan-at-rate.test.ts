import { type PlanInput, planSchema } from '@plimsoll/contracts/plan';
import { expect, test } from 'vitest';
import { planAtRate } from './plan-at-rate.ts';

const planOf = (load: PlanInput['load']) => planSchema.parse({ version: 1, name: 'x', target: { url: 'http://127.0.0.1/' }, load });

test('a rate line becomes one rate for as long as the stages last, and stays a plan that is accepted', () => {
  const staged = planOf({
    model: 'open',
    startRate: 5,
    stages: [
      { to: 50, over: '2s' },
      { to: 50, over: '1s' },
    ],
    maxConnections: 7,
  });
  const plan = planAtRate(staged, 120, 2);
  expect(plan.load).toMatchObject({ model: 'open', rate: 120, duration: '6s', maxConnections: 7 });
  expect(planSchema.parse(plan)).toEqual(plan);
});

test('a closed load stays as it is', () => {
  const closed = planOf({ model: 'closed', connections: 3, requests: 10 });
  expect(planAtRate(closed, 100)).toBe(closed);
});
