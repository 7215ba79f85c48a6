import { startWitness, type Witness } from '@plimsoll/testbed/witness';
import { runEndSentence } from '@plimsoll/wording/run-end-sentence';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { planFor, runPlan, wait } from './support/harness.ts';

let witness: Witness;
beforeEach(async () => {
  witness = await startWitness({ delayMs: 2 });
});
afterEach(() => witness.close());

describe('counts equal those of the target, to the one', () => {
  test('closed by requests', async () => {
    const { end, all, totals, runId } = await runPlan(planFor(witness.url, { model: 'closed', connections: 7, requests: 1003 }));
    const seen = await witness.counts();
    expect(end.reason).toBe('requests');
    expect(seen.byRun).toEqual({ [runId]: 1003 });
    expect([totals.planned, totals.sent, totals.done, totals.ended]).toEqual([1003, 1003, 1003, 1003]);
    expect(totals.statuses).toEqual({ 200: 1003 });
    expect([all.opened, all.reused]).toEqual([7, 996]);
    expect(seen.connections).toBe(7);
    expect(totals.responseTime.count).toBe(1003);
    expect(totals.connectTime.count).toBe(7);
  });

  test('closed by duration, with what was in flight at the end cut off and the run as long as it was to be', async () => {
    const { end, totals, samples } = await runPlan(planFor(witness.url, { model: 'closed', connections: 5, duration: '1500ms' }));
    const seen = await witness.counts();
    expect(end.reason).toBe('duration');
    expect(totals.sent).toBe(seen.requests);
    expect(totals.ended).toBe(totals.sent);
    expect(totals.outcomes.cut_off ?? 0).toBeLessThanOrEqual(5);
    expect(samples.map((sample) => [sample.second, sample.lengthMs])).toEqual([
      [0, 1000],
      [1, 500],
    ]);
  });

  test('closed by requests and duration says which one ended it', async () => {
    const first = await runPlan(planFor(witness.url, { model: 'closed', connections: 2, requests: 10, duration: '10s' }));
    const second = await runPlan(planFor(witness.url, { model: 'closed', connections: 2, requests: 100_000, duration: '300ms' }));
    expect([first.end.reason, second.end.reason]).toEqual(['requests', 'duration']);
    expect(runEndSentence(second.end.ending)).toContain('before its 100\u00a0000 requests');
  });

  test('open at a constant rate', async () => {
    const { end, totals, samples } = await runPlan(planFor(witness.url, { model: 'open', rate: 400, duration: '2s' }));
    const seen = await witness.counts();
    expect(end.reason).toBe('duration');
    expect([totals.planned, totals.sent, totals.dropped, totals.done]).toEqual([800, 800, 0, 800]);
    expect(seen.requests).toBe(800);
    expect(totals.opened).toBe(seen.connections);
    for (const sample of samples.slice(0, 2)) expect(Math.abs(sample.planned - 400)).toBeLessThanOrEqual(1);
  });

  test('keep-alive off opens a connection for each request', async () => {
    const plan = planFor(witness.url, { model: 'closed', connections: 10, requests: 500 }, { connection: { keepAlive: false } });
    const { totals } = await runPlan(plan);
    const seen = await witness.counts();
    expect([totals.sent, totals.done, totals.opened, totals.reused]).toEqual([500, 500, 500, 0]);
    expect([seen.requests, seen.connections]).toEqual([500, 500]);
  });

  test('open with keep-alive off opens a connection for each request', async () => {
    const plan = planFor(witness.url, { model: 'open', rate: 200, duration: '1s' }, { connection: { keepAlive: false } });
    const { totals } = await runPlan(plan);
    const seen = await witness.counts();
    expect([totals.sent, totals.done, totals.opened]).toEqual([200, 200, 200]);
    expect([seen.requests, seen.connections]).toEqual([200, 200]);
  });

  test('a stop in mid-run sends nothing more and cuts off what is in flight', async () => {
    const controller = new AbortController();
    const running = runPlan(planFor(witness.url, { model: 'closed', connections: 8, duration: '30s' }), { signal: controller.signal });
    while ((await witness.counts()).requests < 2000) await wait(10);
    controller.abort();
    const atStop = await running;
    const seen = await witness.counts();
    await wait(200);
    expect((await witness.counts()).requests).toBe(seen.requests);
    expect(atStop.end.reason).toBe('stopped');
    expect(atStop.tookMs).toBeLessThan(20_000);
    expect(atStop.totals.sent).toBe(seen.requests);
    expect(atStop.totals.ended).toBe(seen.requests);
    expect(atStop.totals.outcomes.cut_off ?? 0).toBeLessThanOrEqual(8);
  });

  test('a stop of an open load keeps planned = sent + dropped', async () => {
    const controller = new AbortController();
    const plan = planFor(witness.url, { model: 'open', rate: 2000, duration: '30s', maxConnections: 2, maxQueued: 50 });
    const running = runPlan(plan, { signal: controller.signal });
    while ((await witness.counts()).requests < 400) await wait(10);
    controller.abort('control_lost');
    const { end, totals } = await running;
    expect(end.reason).toBe('control_lost');
    expect(totals.dropped).toBeGreaterThan(100);
    expect(totals.planned).toBe(totals.sent + totals.dropped);
    expect(totals.sent).toBe(totals.ended);
    expect(totals.sent).toBe((await witness.counts()).requests);
  });

  test('no request is sent twice or lost with pipelining', async () => {
    const plan = planFor(witness.url, { model: 'closed', connections: 3, requests: 600 }, { connection: { pipelining: 4 } });
    const { totals } = await runPlan(plan);
    const seen = await witness.counts();
    expect([totals.sent, totals.done, totals.opened]).toEqual([600, 600, 3]);
    expect([seen.requests, seen.connections]).toEqual([600, 3]);
  });

  test('max requests per connection closes connections on our side', async () => {
    const plan = planFor(witness.url, { model: 'closed', connections: 1, requests: 100 }, { connection: { maxRequestsPerConnection: 10 } });
    const { totals } = await runPlan(plan);
    const seen = await witness.counts();
    expect([totals.done, totals.opened, totals.reused]).toEqual([100, 10, 90]);
    expect([seen.requests, seen.connections]).toEqual([100, 10]);
    expect(totals.closedByPeer).toBe(0);
  });

  test('three threads give the counts of one', async () => {
    const closed = await runPlan(planFor(witness.url, { model: 'closed', connections: 7, requests: 1001 }), { threads: 3 });
    expect([closed.totals.sent, closed.totals.done, closed.totals.opened]).toEqual([1001, 1001, 7]);
    expect(closed.end.reason).toBe('requests');
    const open = await runPlan(planFor(witness.url, { model: 'open', rate: 500, duration: '2s' }), { threads: 3 });
    expect([open.totals.planned, open.totals.sent, open.totals.done]).toEqual([1000, 1000, 1000]);
    expect((await witness.counts()).requests).toBe(2001);
    expect(open.samples.map((sample) => sample.second)).toEqual(open.samples.map((_, second) => second));
  });

  test('the warm-up is counted apart', async () => {
    // The last request of the warm-up is due 50 ms before its end: a loop that is late by a few has still sent it within.
    const plan = planFor(witness.url, { model: 'open', rate: 20, duration: '1s' }, { warmup: '1s' });
    const { totals, all, samples } = await runPlan(plan);
    const seen = await witness.counts();
    expect(samples.map((sample) => sample.warmup)).toEqual([true, ...samples.slice(1).map(() => false)]);
    expect([samples[0]?.planned, samples[0]?.sent]).toEqual([20, 20]);
    expect([totals.planned, totals.sent, totals.ended]).toEqual([20, 20, 20]);
    expect(seen.requests).toBe(40);
    const stragglers = Object.values(all.stragglers).reduce((sum, count) => sum + count, 0);
    expect(all.sent).toBe(all.ended + stragglers);
  });

  test('a closed warm-up is not counted into its requests', async () => {
    const plan = planFor(witness.url, { model: 'closed', connections: 4, requests: 200 }, { warmup: '1s' });
    const { totals, all } = await runPlan(plan);
    const stragglers = Object.values(all.stragglers).reduce((sum, count) => sum + count, 0);
    expect([totals.sent, totals.done]).toEqual([200, 200]);
    expect(all.sent).toBe((await witness.counts()).requests);
    expect(all.sent).toBe(all.ended + stragglers);
  });
});
