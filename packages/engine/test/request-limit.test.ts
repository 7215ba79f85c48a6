/** A request limit apart from connections and streams, against a target that counts what it has under way. */
import type { PlanInput } from '@plimsoll/contracts/plan';
import { startWitness } from '@plimsoll/testbed/witness';
import { expect, test } from 'vitest';
import { planFor, runPlan } from './support/harness.ts';

const limit = 7;
const overHttp2 = { protocol: 'http2', streams: 5 } as const;

/** The load on 20 connections, with 7 requests under way at most; answers take 20 ms. */
async function underLimit(load: PlanInput['load'], connection: PlanInput['connection'] = {}, threads = 1) {
  const witness = await startWitness({ delayMs: 20, http2: connection.protocol === 'http2' });
  const plan = planFor(witness.url, load, { connection: { ...connection, maxActiveRequests: limit } });
  const run = await runPlan(plan, { threads });
  const seen = await witness.counts();
  await witness.close();
  expect(seen.requests).toBe(run.totals.sent);
  return { ...run, seen };
}

/** 50 a second each are 350 a second for the limit: far less than what is due. */
const open = { model: 'open', rate: 1000, duration: '2s', maxConnections: 20, maxQueued: 70 } as const;

test.each([
  ['HTTP/1.1 and three threads', {}, 3],
  ['HTTP/2', overHttp2, 1],
])('an open load has as many requests under way as the limit allows, and never more: %s', async (_name, connection, threads) => {
  const { seen, samples, totals, end } = await underLimit(open, connection, threads);
  expect(seen.mostAtOnce).toBe(limit);
  expect(seen.mostOpenConnections).toBeLessThanOrEqual(limit);
  expect([totals.planned, totals.sent + totals.dropped, end.reason]).toEqual([2000, 2000, 'duration']);
  // A request that is due beyond the limit waits, a full queue for 200 ms, and its wait is part of its response time.
  expect(totals.responseTime.maxUs).toBeGreaterThan(150_000);
  // The slots that can be busy are those of the limit: all of them were, and that is what held the load back.
  expect(samples[1]?.slots).toBe(limit);
  expect(Math.max(...samples.map(({ peakInFlight }) => peakInFlight))).toBe(limit);
  expect(samples[1]?.blocked).toBeGreaterThan(0);
  expect(samples[1]?.busySlotMs).toBeGreaterThan(0.9 * limit * 1000);
});

test.each([
  ['HTTP/1.1 and three threads', {}, 3],
  ['HTTP/2', overHttp2, 1],
])('a closed load has as many loops as the limit, and takes its connections in turn: %s', async (_name, connection, threads) => {
  const { seen, totals } = await underLimit({ model: 'closed', connections: 20, requests: 400 }, connection, threads);
  expect([totals.sent, totals.done]).toEqual([400, 400]);
  expect(seen.mostAtOnce).toBe(limit);
  expect([seen.connections, totals.opened]).toEqual([20, 20]);
});

test('a limit above what the connections carry changes nothing, and a ramp keeps to it', async () => {
  const few = await underLimit({ model: 'closed', connections: 3, requests: 60 });
  expect([few.seen.mostAtOnce, few.totals.done]).toEqual([3, 60]);
  const stages = [
    { to: 20, over: '500ms' },
    { to: 2, over: '500ms' },
  ];
  const ramped = await underLimit({ model: 'closed', startConnections: 1, stages });
  expect(ramped.seen.mostAtOnce).toBe(limit);
});
