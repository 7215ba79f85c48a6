import type { PlanInput } from '@plimsoll/contracts/plan';
import { authority } from '@plimsoll/testbed/certificates';
import { type Http2Misbehaviour, startHttp2Misbehaving } from '@plimsoll/testbed/targets/misbehaving-http2';
import { startWitness } from '@plimsoll/testbed/witness';
import { describe, expect, test } from 'vitest';
import { planFor, runPlan, wait } from './support/harness.ts';

const h2: PlanInput['connection'] = { protocol: 'http2' };
const trusted = { ca: authority };

describe('HTTP/2', () => {
  test.each([
    ['h2c', {}, undefined],
    ['TLS', { tls: {} }, trusted],
  ])('counts as the target does over %s, with streams', async (_name, options, tls) => {
    const witness = await startWitness({ http2: true, delayMs: 3, every: { nth: 10, status: 503 }, ...options });
    const connection = { ...h2, streams: 5, ...(tls ? { tls } : {}) };
    const { totals } = await runPlan(planFor(witness.url, { model: 'closed', connections: 2, requests: 500 }, { connection }));
    const seen = await witness.counts();
    await witness.close();
    expect([totals.planned, totals.sent, totals.ended, totals.failed]).toEqual([500, 500, 500, 50]);
    expect(totals.statuses).toEqual({ 200: 450, 503: 50 });
    expect([seen.requests, seen.http2Requests, seen.connections]).toEqual([500, 500, 2]);
    expect([totals.opened, totals.reused]).toEqual([2, 498]);
    expect(totals.bytes.received).toBeGreaterThan(500 * 13);
    expect(totals.bytes.sent).toBeGreaterThan(500 * 10);
    expect([totals.timeToFirstByte.count, totals.failedTime.count]).toEqual([450, 50]);
  });

  test('sends bodies, HEAD and what the plan adds', async () => {
    const witness = await startWitness({ http2: true, log: true });
    const target = { method: 'POST', headers: { 'X-Mixed-Case': 'yes' }, body: 'x'.repeat(300_000) };
    const plan = planFor(witness.url, { model: 'closed', connections: 1, requests: 3 }, { connection: h2, target } as never);
    const posted = await runPlan(plan);
    const head = { method: 'HEAD' } as never;
    const headed = await runPlan(planFor(witness.url, { model: 'closed', connections: 1, requests: 3 }, { connection: h2, target: head }));
    const lines = await witness.log();
    await witness.close();
    expect([posted.totals.done, headed.totals.done]).toEqual([3, 3]);
    expect(lines[0]).toMatchObject({ method: 'POST', bodyBytes: 300_000, runId: posted.runId, headers: { 'x-mixed-case': 'yes' } });
    expect(lines[3]?.method).toBe('HEAD');
  });

  test('keep-alive off, a cap of requests and an age open as many connections as they say', async () => {
    const witness = await startWitness({ http2: true, delayMs: 2 });
    const opened = async (connection: object, load: PlanInput['load']) => {
      await witness.reset();
      const { totals } = await runPlan(planFor(witness.url, load, { connection: { ...h2, ...connection } as never }));
      const seen = await witness.counts();
      expect([totals.sent, totals.done, totals.opened]).toEqual([seen.requests, seen.requests, seen.connections]);
      return totals.opened;
    };
    expect(await opened({ keepAlive: false }, { model: 'closed', connections: 3, requests: 60 })).toBe(60);
    expect(await opened({ maxRequestsPerConnection: 10 }, { model: 'closed', connections: 1, requests: 60 })).toBe(6);
    const begunMs = performance.now();
    const aged = await opened({ maxConnectionAge: '200ms' }, { model: 'open', rate: 100, duration: '1s', maxConnections: 1 });
    expect(aged).toBeGreaterThanOrEqual(4);
    // As many as the time allows: a loop that is held up sends its last requests later.
    expect(aged).toBeLessThanOrEqual(1 + Math.ceil((performance.now() - begunMs) / 200));
    await witness.close();
  });

  test('an open load and a stop in mid-run keep the accounts', async () => {
    const witness = await startWitness({ http2: true, delayMs: 20 });
    const controller = new AbortController();
    const plan = planFor(
      witness.url,
      { model: 'open', rate: 500, duration: '20s', maxConnections: 2 },
      { connection: { ...h2, streams: 20 } },
    );
    const running = runPlan(plan, { signal: controller.signal });
    while ((await witness.counts()).requests < 100) await wait(10);
    controller.abort();
    const { totals } = await running;
    const seen = await witness.counts();
    await witness.close();
    expect(totals.planned).toBe(totals.sent + totals.dropped);
    expect(totals.sent).toBe(totals.ended);
    // A request that was cut off may not have been read by then; all others were answered.
    const cutOff = totals.outcomes.cut_off ?? 0;
    expect(cutOff).toBeGreaterThan(0);
    expect(seen.requests).toBeLessThanOrEqual(totals.sent);
    expect(seen.requests).toBeGreaterThanOrEqual(totals.sent - cutOff);
  });

  test('no more streams are opened than the target allows, and waiting for one is not its service time', async () => {
    const witness = await startWitness({ http2: true, delayMs: 50, maxStreams: 2 });
    const load = { model: 'open', rate: 100, duration: '1s', maxConnections: 1 } as const;
    const { totals } = await runPlan(planFor(witness.url, load, { connection: { ...h2, streams: 10 } }));
    const seen = await witness.counts();
    await witness.close();
    expect([totals.sent, totals.done, seen.requests, seen.mostAtOnce]).toEqual([100, 100, 100, 2]);
    // Two at a time and 50 ms each: what is due last, after 1 s, ends after 2.5 s.
    expect(totals.responseTime.maxUs ?? 0).toBeGreaterThan(1_400_000);
    expect(totals.sendLateness.maxUs ?? 0).toBeGreaterThan(1_300_000);
    // Ten slots that wait on the connection itself would make it 250 ms.
    expect(totals.serviceTime.p50Us ?? 0).toBeGreaterThan(49_000);
    expect(totals.serviceTime.p50Us ?? 0).toBeLessThan(120_000);
  });

  test('a request that waits for a stream beyond its timeout is late by all it waited, and has no service time', async () => {
    const witness = await startWitness({ http2: true, delayMs: 5000, maxStreams: 1 });
    const load = { model: 'open', rate: 100_000, duration: '1ms', maxConnections: 1 } as const;
    const { totals } = await runPlan(planFor(witness.url, load, { timeout: '400ms', connection: { ...h2, streams: 100 } }));
    await witness.close();
    // Its HTTP/2 refuses streams as long as its own handler still works on one that we gave up, and in the end the connection.
    const { timeout = 0, reset = 0, closed_early = 0 } = totals.outcomes;
    expect(timeout + reset + closed_early).toBe(100);
    expect(timeout).toBeGreaterThan(1);
    // The first holds the only stream for its 400 ms; those due within a millisecond of it time out where they wait.
    expect(totals.responseTime.minUs ?? 0).toBeGreaterThanOrEqual(399_000);
    expect(totals.serviceTime.count).toBeLessThan(totals.responseTime.count);
    expect(totals.sendLateness.count).toBe(100);
    expect(totals.sendLateness.maxUs ?? 0).toBeGreaterThanOrEqual(399_000);
  });

  const outcomes: Record<Http2Misbehaviour | 'noHttp2' | 'noWelcome', string> = {
    stall: 'timeout',
    reset: 'reset',
    refuse: 'reset',
    resetInBody: 'reset',
    shortLength: 'reset',
    goAway: 'closed_early',
    goodbye: 'response',
    hangUp: 'closed_early',
    informational: 'response',
    trailers: 'response',
    manifold: 'response',
    largeBody: 'response',
    goAwayFirst: 'response',
    bodiless: 'response',
    noHttp2: 'protocol',
    noWelcome: 'closed_early',
  };
  test.each(Object.entries(outcomes) as [Parameters<typeof startHttp2Misbehaving>[0], string][])(
    'a target that does %s → %s',
    async (kind, outcome) => {
      const target = await startHttp2Misbehaving(kind);
      const plan = planFor(
        target.url,
        { model: 'closed', connections: 2, requests: 6 },
        { timeout: kind === 'stall' ? '300ms' : '20s', connection: h2 },
      );
      const { totals, end } = await runPlan(plan);
      await target.close();
      expect(totals.outcomes).toEqual({ [outcome]: 6 });
      expect(end.reason).toBe('requests');
      // A request that was refused, or lost with its connection, is never sent again.
      expect(target.requests()).toBeLessThanOrEqual(6);
    },
  );

  test('auto takes HTTP/2 where the target offers it, and HTTP/1.1 where not', async () => {
    for (const http2 of [true, false]) {
      const witness = await startWitness({ tls: {}, http2 });
      const connection = { protocol: 'auto', streams: 4, tls: trusted } as const;
      const spoken: string[] = [];
      const plan = planFor(witness.url, { model: 'closed', connections: 2, requests: 40 }, { connection });
      const { totals } = await runPlan(plan, { onProtocol: (protocol) => spoken.push(protocol) });
      expect(spoken).toEqual([http2 ? 'http2' : 'http1']);
      const seen = await witness.counts();
      await witness.close();
      expect([totals.done, seen.requests, seen.http2Requests]).toEqual([40, 40, http2 ? 40 : 0]);
      expect(seen.connections).toBe(totals.opened + 1);
    }
  });

  test('a target that does not choose HTTP/2 is a protocol error', async () => {
    const witness = await startWitness({ tls: {} });
    const connection = { ...h2, tls: trusted };
    const { totals } = await runPlan(planFor(witness.url, { model: 'closed', connections: 1, requests: 3 }, { connection }));
    await witness.close();
    // A server that offers HTTP/1.1 alone refuses the handshake or chooses nothing: either way it is no answer.
    expect((totals.outcomes.protocol ?? 0) + (totals.outcomes.tls ?? 0)).toBe(3);
  });
});
