import { startWitness, type Witness } from '@plimsoll/testbed/witness';
import { describe, expect, test } from 'vitest';
import { planFor, runPlan, watchLoop } from './support/harness.ts';

/** The `startAt` of so many loads of this thread: they wait for each other, so that nothing compiles while one of them is timed. */
function together(count: number): () => Promise<null> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let ready = 0;
  return async () => {
    if (++ready === count) resolve();
    await promise;
    return null;
  };
}

/** A busy machine can spoil a time in ways that this thread cannot measure. A wrong engine is wrong each time. */
const spoilt = { retry: 4 };

async function showsDelay(delayMs: number, startAt: () => Promise<null>): Promise<void> {
  const witness = await startWitness({ delayMs, log: true });
  const loop = watchLoop();
  const plan = planFor(witness.url, { model: 'open', rate: 100, duration: '1s' }, { warmup: '1s' });
  const { totals, all } = await runPlan(plan, { startAt });
  const { commonMs } = loop.end();
  const lines = await witness.log();
  await witness.close();
  expect([all.planned, totals.sent]).toEqual([200, 100]);
  expect(lines).toHaveLength(all.sent);
  // A timer of the target's is up to a millisecond off, and more on a busy machine: what it really took is what must be seen.
  const tookMs = lines
    .slice(-100)
    .map((line) => line.tookMs)
    .sort((a, b) => a - b)[49] as number;
  expect(tookMs).toBeGreaterThan(delayMs - 1.5);
  const offMs = (totals.responseTime.p50Us ?? 0) / 1000 - tookMs;
  expect(offMs).toBeGreaterThan(-0.001 * delayMs);
  // On a busy machine both threads run late, by as much as this thread's timers did.
  expect(offMs).toBeLessThanOrEqual(Math.max(1, 0.02 * delayMs) + 2 * commonMs);
  expect((totals.timeToFirstByte.p50Us ?? 0) / 1000).toBeGreaterThanOrEqual(0.999 * tookMs);
  expect(totals.serviceTime.count).toBe(100);
}

async function showsStall(witness: Witness, startAt: () => Promise<null>): Promise<void> {
  const [lengthSeconds, frozenSeconds] = [4, 1];
  const loop = watchLoop();
  const load = { model: 'open', rate: 100, duration: `${lengthSeconds}s`, maxConnections: 1 } as const;
  const begin = async () => {
    await startAt();
    witness.freeze(frozenSeconds * 1000, 2000);
    return null;
  };
  const { totals } = await runPlan(planFor(witness.url, load, { warmup: '1s' }), { startAt: begin });
  const { worstMs } = loop.end();
  const expectedUs = (frozenSeconds - 0.01 * lengthSeconds) * 1e6;
  expect(totals.done).toBe(100 * lengthSeconds);
  // Besides the 5 %, what the machine stood still in this thread.
  const within = (gotUs: number | null, wantedUs: number) =>
    expect(Math.abs((gotUs ?? 0) - wantedUs)).toBeLessThan(0.05 * wantedUs + 1000 * worstMs);
  within(totals.responseTime.p99Us, expectedUs);
  within(totals.responseTime.maxUs, frozenSeconds * 1e6);
  expect(totals.serviceTime.p99Us ?? 0).toBeLessThan(20_000 + 1000 * worstMs);
  expect(totals.sendLateness.p99Us ?? 0).toBeGreaterThan(0.9 * expectedUs);
}

async function keepsToRamp(witness: Witness, startAt: () => Promise<null>): Promise<void> {
  const stages = [
    { to: 300, over: '2s' },
    { to: 300, over: '1s' },
    { to: 50, over: '0s' },
    { to: 50, over: '1s' },
    { to: 0, over: '1s' },
  ];
  const loop = watchLoop();
  const { end, samples } = await runPlan(planFor(witness.url, { model: 'open', startRate: 0, stages }), { startAt });
  const stallSeconds = loop.end().worstMs / 1000;
  expect(end.reason).toBe('stages');
  const areas = [75, 225, 300, 50, 25];
  areas.forEach((area, second) => {
    expect(samples[second]?.planned).toBe(area);
    // A request that fell due while the machine stood still over the end of a second went out in the next one.
    const off = 1 + Math.floor(300 * stallSeconds);
    expect(Math.abs((samples[second]?.sent ?? 0) - area)).toBeLessThanOrEqual(off);
  });
  expect(samples.reduce((sum, sample) => sum + sample.sent, 0)).toBe(675);
}

describe('times are those of the target', () => {
  test('a target frozen once for S seconds in a run of D shows a p99 of S - 0.01·D in response time, and next to nothing in service time; a ramp beside it sends in each second what lies under its line', async () => {
    const startAt = together(2);
    const [frozen, other] = await Promise.all([startWitness(), startWitness()]);
    await Promise.all([showsStall(frozen, startAt), keepsToRamp(other, startAt)]);
    await Promise.all([frozen.close(), other.close()]);
  });

  test('fixed delays of 10, 50 and 200 ms show in the median as the targets themselves measured them', spoilt, async () => {
    const delays = [10, 50, 200];
    const startAt = together(delays.length);
    await Promise.all(delays.map((delayMs) => showsDelay(delayMs, startAt)));
  });

  test.each([50, 333, 1000])('a timeout of %i ms falls due within 5 ms of its time', async (timeoutMs) => {
    const witness = await startWitness({ delayMs: 3000 });
    const plan = planFor(witness.url, { model: 'closed', connections: 3, requests: 6 }, { timeout: `${timeoutMs}ms` });
    const loop = watchLoop();
    const { totals } = await runPlan(plan);
    const stallMs = loop.end().worstMs;
    await witness.close();
    expect(totals.outcomes).toEqual({ timeout: 6 });
    expect(totals.responseTime.count).toBe(6);
    // A histogram has a precision of 0.1 %. A timeout is never early, and late by 5 ms and two stalls of the machine at most. A stall
    // between a request's start and its send makes it look early, because the histogram counts from the send.
    expect((totals.responseTime.minUs ?? 0) / 1000).toBeGreaterThanOrEqual(0.999 * timeoutMs - Math.min(5, stallMs));
    expect((totals.responseTime.maxUs ?? 0) / 1000).toBeLessThanOrEqual(1.001 * timeoutMs + 5 + 2 * stallMs);
  });
});
