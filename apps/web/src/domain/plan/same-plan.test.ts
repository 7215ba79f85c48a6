import { planSchema } from '@plimsoll/contracts/plan';
import { expect, it } from 'vitest';
import { samePlan } from './same-plan.ts';

const plan = (tags: Record<string, string>, connections = 1) =>
  planSchema.parse({
    version: 1,
    name: 'mine',
    target: { url: 'http://127.0.0.1/' },
    load: { model: 'closed', connections, requests: 1 },
    tags,
  });

it('is the same plan in whatever order its names stand', () => {
  expect(samePlan(plan({ branch: 'main', build: '4' }), plan({ build: '4', branch: 'main' }))).toBe(true);
});

it('is another plan as soon as one value differs', () => {
  expect(samePlan(plan({ branch: 'main' }), plan({ branch: 'other' }))).toBe(false);
  expect(samePlan(plan({}), plan({}, 2))).toBe(false);
});
