/** A target that sheds load: what is told of it while it answers some requests slowly and well, and refuses the others at once. */
import { startHttpTarget } from '@plimsoll/testbed/http-target';
import { startWitness } from '@plimsoll/testbed/witness';
import { expect, test } from 'vitest';
import { planFor, runPlan, watchLoop } from './support/harness.ts';

const goodMs = 25;

/** Answers `perSecond` requests a second with 200 after 25 ms, and the others with 503 at once. Counts its own answers. */
async function startSheddingTarget(perSecond: number) {
  const answered = { 200: 0, 503: 0 };
  let tokens = 5;
  let filledMs = performance.now();
  const { url, close } = await startHttpTarget((_request, response) => {
    const nowMs = performance.now();
    tokens = Math.min(5, tokens + ((nowMs - filledMs) * perSecond) / 1000);
    filledMs = nowMs;
    const status = tokens >= 1 ? 200 : 503;
    answered[status]++;
    response.statusCode = status;
    if (status === 503) response.end('busy');
    else {
      tokens--;
      setTimeout(() => response.end('hello'), goodMs);
    }
  });
  return { url: `${url}/`, answered, close };
}

test.each([
  ['whatever a check says', [{ status: 200 }]],
  ['without a check', []],
])('refusing fast does not look like being fast, and a 503 stays a 503, %s', async (_name, checks) => {
  const target = await startSheddingTarget(100);
  const load = { model: 'open' as const, rate: 400, duration: '2s', maxConnections: 50 };
  const { totals } = await runPlan(planFor(target.url, load, { checks }));
  await target.close();
  const { 200: good, 503: refused } = target.answered;
  expect(refused).toBeGreaterThan(good);
  expect(totals.statuses).toEqual({ '200': good, '503': refused });
  expect(totals.outcomes).toEqual({ response: good + refused });
  expect([totals.done, totals.failed]).toEqual([good, refused]);
  for (const times of [totals.responseTime, totals.serviceTime, totals.timeToFirstByte]) expect(times.count).toBe(good);
  expect(totals.failedTime.count).toBe(refused);
  // A timer may be a millisecond early.
  for (const times of [totals.responseTime, totals.serviceTime]) expect(times.minUs).toBeGreaterThan((goodMs - 2) * 1000);
  expect(totals.errors.map(({ outcome, status }) => `${outcome} ${status}`)).toEqual(Array(5).fill('response 503'));
});

test('a failed check is a failed answer: its time stands apart, and its status is counted', async () => {
  const target = await startSheddingTarget(1000);
  const load = { model: 'closed' as const, connections: 2, requests: 20 };
  const { totals } = await runPlan(planFor(target.url, load, { checks: [{ bodyContains: 'something else' }] }));
  await target.close();
  expect(totals.outcomes).toEqual({ check_failed: 20 });
  expect(totals.statuses).toEqual({ '200': 20 });
  expect([totals.responseTime.count, totals.serviceTime.count, totals.failedTime.count]).toEqual([0, 0, 20]);
});

test('a timeout is timed with the good answers, at what was waited for', async () => {
  const witness = await startWitness({ delayMs: 5000 });
  const load = { model: 'closed' as const, connections: 2, requests: 4 };
  const loop = watchLoop();
  const { totals } = await runPlan(planFor(witness.url, load, { timeout: '300ms' }));
  const { worstMs } = loop.end();
  await witness.close();
  expect(totals.outcomes).toEqual({ timeout: 4 });
  expect([totals.responseTime.count, totals.failedTime.count]).toEqual([4, 0]);
  // The timer is set before the request is written.
  expect(totals.responseTime.minUs).toBeGreaterThan(298_000 - 1000 * worstMs);
});

test.each([
  ['connections', {}, 4],
  ['streams of connections', { protocol: 'http2' as const, streams: 3 }, 12],
])('%s that are all taken are counted, and who found none', async (_name, connection, slots) => {
  const witness = await startWitness({ delayMs: 100, http2: 'protocol' in connection });
  // The target can answer 10 requests a second on each slot: 40 or 120.
  const load = { model: 'open' as const, rate: 20 * slots, duration: '3s', maxConnections: 4, maxQueued: slots };
  const { samples, totals } = await runPlan(planFor(witness.url, load, { connection }));
  await witness.close();
  const full = samples.slice(1, 3);
  expect(full.map((sample) => sample.slots)).toEqual([slots, slots]);
  for (const { busySlotMs, blocked, dropped } of full) {
    expect(busySlotMs).toBeGreaterThan(0.8 * slots * 1000);
    expect(busySlotMs).toBeLessThanOrEqual(slots * 1000 + 1);
    expect(Math.min(blocked, dropped)).toBeGreaterThan(0);
  }
  const blocked = samples.reduce((sum, sample) => sum + sample.blocked, 0);
  expect(blocked).toBeLessThanOrEqual(totals.planned);
});
