import { startCrowdTarget } from '@plimsoll/testbed/targets/crowd';
import { expect, test } from 'vitest';
import { planFor, runPlan } from './support/harness.ts';

test('10 000 connections are open at once, and all they send is answered and counted', async () => {
  const target = await startCrowdTarget();
  const { totals, samples } = await runPlan(planFor(target.url, { model: 'closed', connections: 10_000, requests: 30_000 }));
  const seen = await target.counts();
  await target.close();
  expect([totals.sent, totals.done, totals.opened]).toEqual([30_000, 30_000, 10_000]);
  expect(totals.outcomes).toEqual({ response: 30_000 });
  expect(seen).toEqual({ connections: 10_000, mostOpen: 10_000, requests: 30_000 });
  expect(totals.closedByPeer + totals.failedConnections).toBe(0);
  expect(Math.max(...samples.map(({ connections }) => connections.open))).toBe(10_000);
});
