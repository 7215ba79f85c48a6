import { startWitness } from '@plimsoll/testbed/witness';
import { describe, expect, test } from 'vitest';
import { planFor, runPlan } from './harness.ts';

describe('times are those of the target', () => {
  test.each([10, 50, 200])('a fixed delay of %i ms shows in the median', async (delayMs) => {
    const witness = await startWitness({ delayMs });
    const { totals } = await runPlan(planFor(witness.url, { model: 'open', rate: 50, duration: '2s' }, { warmup: '1s' }));
    const seen = await witness.counts();
    await witness.close();
    expect(seen.requests).toBe(150);
    const offMs = Math.abs((totals.responseTime.p50Us ?? 0) / 1000 - delayMs);
    expect(offMs).toBeLessThanOrEqual(Math.max(2, 0.02 * delayMs));
    expect((totals.timeToFirstByte.p50Us ?? 0) / 1000).toBeGreaterThanOrEqual(delayMs - 1.5);
    expect(totals.serviceTime.count).toBe(100);
  });

  test('a target frozen once for S seconds in a run of D shows a p99 of S - 0.01·D in response time, and next to nothing in service time', async () => {
    const [lengthSeconds, frozenSeconds] = [20, 1];
    const witness = await startWitness();
    const running = runPlan(
      planFor(witness.url, { model: 'open', rate: 100, duration: `${lengthSeconds}s`, maxConnections: 1 }, { warmup: '1s' }),
    );
    witness.freeze(frozenSeconds * 1000, 8_000);
    const { totals } = await running;
    await witness.close();
    const expectedUs = (frozenSeconds - 0.01 * lengthSeconds) * 1e6;
    expect(totals.done).toBe(100 * lengthSeconds);
    expect(Math.abs((totals.responseTime.p99Us ?? 0) - expectedUs) / expectedUs).toBeLessThan(0.05);
    expect(Math.abs((totals.responseTime.maxUs ?? 0) - frozenSeconds * 1e6) / (frozenSeconds * 1e6)).toBeLessThan(0.05);
    expect(totals.serviceTime.p99Us ?? 0).toBeLessThan(20_000);
    expect(totals.sendLateness.p99Us ?? 0).toBeGreaterThan(0.9 * expectedUs);
  });

  test('a ramp sends in each second what lies under its line', async () => {
    const witness = await startWitness();
    const stages = [
      { to: 300, over: '2s' },
      { to: 300, over: '1s' },
      { to: 50, over: '0s' },
      { to: 50, over: '1s' },
      { to: 0, over: '1s' },
    ];
    const { end, samples } = await runPlan(planFor(witness.url, { model: 'open', startRate: 0, stages }));
    await witness.close();
    expect(end.reason).toBe('stages');
    const areas = [75, 225, 300, 50, 25];
    areas.forEach((area, second) => {
      expect(Math.abs((samples[second]?.planned ?? 0) - area)).toBeLessThanOrEqual(1);
      expect(Math.abs((samples[second]?.sent ?? 0) - area)).toBeLessThanOrEqual(2);
    });
    expect(samples.reduce((sum, sample) => sum + sample.sent, 0)).toBe(675);
  });

  test('connections ramp up and down with their stages', async () => {
    const witness = await startWitness({ delayMs: 5 });
    const stages = [
      { to: 20, over: '1s' },
      { to: 20, over: '1s' },
      { to: 2, over: '0s' },
      { to: 2, over: '1s' },
    ];
    const { end, samples, totals } = await runPlan(planFor(witness.url, { model: 'closed', startConnections: 1, stages }));
    const seen = await witness.counts();
    await witness.close();
    expect(end.reason).toBe('stages');
    expect(seen.mostOpenConnections).toBe(20);
    expect(samples.map((sample) => sample.connections.open)).toEqual([20, 20, 2]);
    expect(totals.sent).toBe(seen.requests);
  });

  test.each([50, 333, 1000])('a timeout of %i ms falls due within 5 ms of its time', async (timeoutMs) => {
    const witness = await startWitness({ delayMs: 3000 });
    const plan = planFor(witness.url, { model: 'closed', connections: 3, requests: 6 }, { timeout: `${timeoutMs}ms` });
    const { totals } = await runPlan(plan);
    await witness.close();
    expect(totals.outcomes).toEqual({ timeout: 6 });
    expect(totals.responseTime.count).toBe(6);
    expect((totals.responseTime.minUs ?? 0) / 1000).toBeGreaterThanOrEqual(timeoutMs - 5);
    // A histogram tells a time to 0.1 %; one that was late on a busy machine says nothing of the engine.
    expect((totals.responseTime.p50Us ?? 0) / 1000).toBeLessThanOrEqual(1.001 * timeoutMs + 5);
    expect((totals.responseTime.maxUs ?? 0) / 1000).toBeLessThanOrEqual(timeoutMs + 50);
  });
});
