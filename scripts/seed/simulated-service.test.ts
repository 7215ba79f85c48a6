import { summarise } from '@plimsoll/statistics/summary';
import { expect, test } from 'vitest';
import { makePlans } from './seeded-plans.ts';
import { measure, regression } from './simulated-service.ts';

const plans = makePlans(4390);
const p50Of = (at: number) => summarise(measure(plans.checkout, at, 7).samples).responseTime.p50Us ?? 0;

test('the same plan, moment and seed are measured alike, another seed otherwise', () => {
  expect(measure(plans.checkout, 0.1, 7)).toEqual(measure(plans.checkout, 0.1, 7));
  expect(measure(plans.checkout, 0.1, 8)).not.toEqual(measure(plans.checkout, 0.1, 7));
});

test('the checkout is a fifth slower while its regression lasts', () => {
  const [before, during, after] = [0.1, (regression.from + regression.until) / 2, 0.9].map(p50Of) as [number, number, number];
  expect(during / before).toBeCloseTo(13.4 / 11, 1);
  expect(after / before).toBeCloseTo(1, 1);
});

test.each(['checkout', 'search', 'basket', 'breakpoint', 'updates'] as const)('each request of %s ends once or is cut off', (name) => {
  const { requests, done, failed, sent, outcomes } = summarise(measure(plans[name], 0.5, 1).samples);
  expect(done + failed).toBe(requests);
  expect(requests + (outcomes.cut_off ?? 0)).toBe(sent);
});

test('without keep-alive each request opens a connection', () => {
  const { connections, sent } = summarise(measure(plans.checkoutWithoutKeepAlive, 0.5, 1).samples);
  expect(connections).toMatchObject({ opened: sent, reused: 0 });
});
