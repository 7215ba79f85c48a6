import { planSchema } from '@plimsoll/contracts/plan';
import { expect, it } from 'vitest';
import { remediedPlan } from './remedied-plan.ts';

const plan = planSchema.parse({
  version: 1,
  name: 'checkout',
  target: { url: 'http://127.0.0.1:8787/' },
  connection: { keepAlive: false },
  load: { model: 'closed', connections: 10, duration: '20s' },
  generators: 2,
});

it('changes the one thing that would help', () => {
  expect(remediedPlan(plan, 'wire', 1)).toEqual({ ...plan, connection: { ...plan.connection, client: 'wire' } });
  expect(remediedPlan(plan, 'generators', 3)).toEqual({ ...plan, generators: 3 });
});

it('doubles the connections of a plan that was held back by them', () => {
  expect(remediedPlan(plan, 'connections', 1)?.load).toMatchObject({ connections: 20 });
});

it('offers no generator without a worker for it, and no load threads, which the operator sets', () => {
  expect(remediedPlan(plan, 'generators', 2)).toBeNull();
  expect(remediedPlan(plan, 'threads', 9)).toBeNull();
});
