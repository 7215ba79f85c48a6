import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { traceHeader } from '@plimsoll/contracts/tracing';
import { startGrpcServer } from '@plimsoll/testbed/targets/grpc-server';
import { startWitness } from '@plimsoll/testbed/witness';
import { runEndSentence } from '@plimsoll/wording/run-end-sentence';
import { describe, expect, test } from 'vitest';
import { WebSocketServer } from 'ws';
import { echoPlan } from './support/echo-plan.ts';
import { planFor, runPlan, testedClient } from './support/harness.ts';
import { createPlan } from './support/several-requests.ts';
import { socketPlan } from './support/socket-plan.ts';

test('templates and rows reach the target, each number and each row once over all threads', async () => {
  const witness = await startWitness({ log: true });
  const rows = Array.from({ length: 90 }, (_, n) => ({ n }));
  const target = { url: `${witness.url}item/{{row.n}}?seq={{seq}}`, method: 'POST', headers: { 'X-Row': 'r{{row.n}}' }, body: '{{row.n}}' };
  const plan = planFor(witness.url, { model: 'closed', connections: 6, duration: '20s' }, {
    target,
    data: { format: 'json', text: JSON.stringify(rows), order: 'once' },
  } as never);
  const { end, totals } = await runPlan(plan, { threads: 3 });
  const lines = await witness.log();
  await witness.close();
  expect([end.reason, runEndSentence(end.ending), totals.sent, totals.done]).toEqual([
    'requests',
    'All 90 data rows were used once.',
    90,
    90,
  ]);
  const numbers = lines.map((line) => Number(/^\/item\/(\d+)\?seq=\d+$/.exec(line.url)?.[1])).sort((a, b) => a - b);
  expect(numbers).toEqual(rows.map(({ n }) => n));
  expect(
    lines.every((line) => `/item/${String(line.headers['x-row']).slice(1)}?seq=${String(line.headers['x-row']).slice(1)}` === line.url),
  ).toBe(true);
});

test('an open load sends no more requests than there are rows to be used once', async () => {
  const witness = await startWitness();
  const data = { format: 'csv', text: `n\n${'1\n'.repeat(25)}`, order: 'once' } as const;
  const target = { url: `${witness.url}{{row.n}}` };
  const { totals } = await runPlan(planFor(witness.url, { model: 'open', rate: 100, duration: '1s' }, { target, data }));
  const seen = await witness.counts();
  await witness.close();
  expect([totals.planned, totals.done, seen.requests]).toEqual([25, 25, 25]);
});

test('generated bodies have their length, over both protocols', async () => {
  for (const protocol of ['http1', 'http2'] as const) {
    const witness = await startWitness({ log: true, http2: protocol === 'http2' });
    const target = { method: 'PUT', bodyBytes: 70_000 } as never;
    await runPlan(planFor(witness.url, { model: 'closed', connections: 2, requests: 6 }, { target, connection: { protocol } }));
    const lines = await witness.log();
    await witness.close();
    expect(lines.map((line) => line.bodyBytes)).toEqual(Array.from({ length: 6 }, () => 70_000));
  }
});

test('a JSON path is checked in the body of the target', async () => {
  const witness = await startWitness({ body: '{"state":{"ok":true,"items":[1,2]}}' });
  const check = (path: string, equals: number | boolean) => ({ jsonPath: { path, equals } });
  const run = (checks: ReturnType<typeof check>[]) =>
    runPlan(planFor(witness.url, { model: 'closed', connections: 2, requests: 10 }, { checks }));
  const good = await run([check('$.state.ok', true), check('$.state.items[1]', 2)]);
  const bad = await run([check('$.state.items[1]', 3)]);
  await witness.close();
  expect([good.totals.outcomes, bad.totals.outcomes]).toEqual([{ response: 10 }, { check_failed: 10 }]);
  expect(bad.totals.errors[0]?.message).toBe('$.state.items[1] is 2, not 3.');
});

describe('traceparent', () => {
  const header = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-01$/;
  const idOf = (given: unknown) => header.exec(String(given))?.[1];

  test.each(['http1', 'http2'] as const)('a sampled share of %s requests carries one of its own, the others none', async (protocol) => {
    const witness = await startWitness({ log: true, http2: protocol === 'http2', delays: { '/slow': 30 } });
    const requests = [
      { name: 'quick', url: witness.url, weight: 9, headers: { 'X-Kept': '{{seq}}' } },
      { name: 'slow', url: `${witness.url}slow` },
    ];
    const connection = { protocol, client: testedClient };
    const load = { model: 'closed', connections: 4, requests: 1000 } as const;
    const { samples } = await runPlan(createPlan(requests, load, { tracing: { sample: 0.2 }, connection }), { threads: 2 });
    const lines = await witness.log();
    await witness.close();
    const given = lines.map(({ headers }) => headers.traceparent);
    const ids = given.flatMap((value) => (value === undefined ? [] : [idOf(value)]));
    expect(lines).toHaveLength(1000);
    // Five standard deviations of a binomial count.
    expect(Math.abs(ids.length - 200)).toBeLessThan(5 * Math.sqrt(1000 * 0.2 * 0.8));
    expect(ids).not.toContain(undefined);
    expect(new Set(ids).size).toBe(ids.length);
    expect(lines.every(({ url, headers }) => url === '/slow' || /^\d+$/.test(String(headers['x-kept'])))).toBe(true);
    const kept = samples.flatMap(({ traces }) => traces);
    expect(samples.every(({ traces }) => traces.length <= 3)).toBe(true);
    const pathOf = new Map(lines.map(({ url, headers }) => [idOf(headers.traceparent), url]));
    expect(kept.map(({ traceId, request }) => [pathOf.get(traceId), request])).toEqual(
      kept.map(({ request }) => [request === 'slow' ? '/slow' : '/', request]),
    );
    expect(kept.every(({ request, responseTimeUs }) => request === 'quick' || responseTimeUs >= 29_000)).toBe(true);
    expect(kept.every(({ status, outcome }) => status === 200 && outcome === 'response')).toBe(true);
    expect(kept.some(({ request }) => request === 'slow')).toBe(true);
  });

  test('a plan without tracing sends none, and one that gives the header sends that', async () => {
    const witness = await startWitness({ log: true });
    const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
    const load = { model: 'closed', connections: 1, requests: 5 } as const;
    const none = await runPlan(planFor(witness.url, load));
    await runPlan(planFor(witness.url, load, { target: { headers: { traceparent } } }));
    const given = (await witness.log()).map(({ headers }) => headers.traceparent);
    await witness.close();
    expect(given).toEqual([...Array(5).fill(undefined), ...Array(5).fill(traceparent)]);
    expect(none.samples.flatMap(({ traces }) => traces)).toEqual([]);
  });

  test('calls of gRPC and upgrades of WebSockets carry it, too', async () => {
    const server = await startGrpcServer({});
    await runPlan(
      echoPlan(
        server,
        'Unary',
        { messages: [{ text: 'x' }] },
        { model: 'closed', connections: 1, requests: 3 },
        { tracing: { sample: 1 } },
      ),
    );
    const called = server.calls.map(({ metadata }) => idOf(metadata.get(traceHeader)[0]));
    server.close();
    expect([called.length, new Set(called).size, called.includes(undefined)]).toEqual([3, 3, false]);
    const sockets = new WebSocketServer({ port: 0, host: '127.0.0.1' });
    await once(sockets, 'listening');
    const upgraded: unknown[] = [];
    sockets.on('connection', (socket, { headers }) => {
      upgraded.push(idOf(headers.traceparent));
      socket.close(1000);
    });
    const { port } = sockets.address() as AddressInfo;
    await runPlan(
      socketPlan(
        `ws://127.0.0.1:${port}/`,
        { closeAfter: '2s' },
        { model: 'closed', connections: 1, requests: 3 },
        { tracing: { sample: 1 } },
      ),
    );
    sockets.close();
    expect([upgraded.length, new Set(upgraded).size, upgraded.includes(undefined)]).toEqual([3, 3, false]);
  });
});
