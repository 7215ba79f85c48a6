/** WebSockets against the log of a server that nobody here wrote, in a process of its own. */
import type { PlanInput } from '@plimsoll/contracts/plan';
import { graphqlSubscription } from '@plimsoll/contracts/websocket-presets';
import { fetchPythonWebSockets, startPythonWebSockets } from '@plimsoll/testbed/servers/python-websockets';
import { startWebSocketWitness, type WebSocketWitness, type WitnessedSocket } from '@plimsoll/testbed/targets/websocket-witness';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runPlan } from '../support/harness.ts';
import { runLoop } from '../support/run-loop.ts';
import { type SocketInput, socketPlan } from '../support/socket-plan.ts';

const once: PlanInput['load'] = { model: 'closed', connections: 1, requests: 1 };

const sum = (log: readonly WitnessedSocket[], field: 'received' | 'receivedBytes' | 'sent' | 'sentBytes' | 'pings' | 'binary') =>
  log.reduce((total, socket) => total + socket[field], 0);

describe.each([false, true])('with TLS: %s', (tls) => {
  let server: WebSocketWitness;
  beforeAll(async () => {
    server = await startWebSocketWitness({ tls });
  });
  afterAll(() => server.close());

  async function load(path: string, socket: SocketInput, model = once, rest: Parameters<typeof socketPlan>[3] = {}) {
    const totals = await runLoop(socketPlan(server.url(path), socket, model, rest));
    return { totals, log: await server.log() };
  }

  test('what is counted is what the server saw, and each connection is one request', async () => {
    const messages = [
      '{"n": {{messageSeq}}, "of": {{seq}}, "who": "{{row.name}}"}',
      { base64: Buffer.from([0, 1, 255]).toString('base64') },
    ];
    const rest = { data: { format: 'csv', text: 'name\nAda\nBob' } } as const;
    const { totals, log } = await load(
      '/echo',
      { messages, messagesPerConnection: 10 },
      { model: 'closed', connections: 4, requests: 40 },
      rest,
    );
    expect([totals.sent, totals.done, totals.failed, totals.statuses, totals.opened, log.length]).toEqual([40, 40, 0, { 101: 40 }, 40, 40]);
    expect([totals.messages.sent, totals.messages.received]).toEqual([sum(log, 'received'), sum(log, 'sent')]);
    expect([totals.messages.sentBytes, totals.messages.receivedBytes]).toEqual([sum(log, 'receivedBytes'), sum(log, 'sentBytes')]);
    expect([sum(log, 'received'), sum(log, 'binary')]).toEqual([400, 200]);
    expect([totals.streamEnds, totals.closeCodes]).toEqual([{ rule: 40 }, { 1000: 40 }]);
    // The server ends a connection after our close message: that is no close of its own.
    expect(totals.closedByPeer).toBe(0);
    expect(totals.closedByUs).toBeGreaterThan(30);
    expect(log.every(({ closeCode }) => closeCode === 1000)).toBe(true);
    expect([totals.upgradeTime.count, totals.connectTime.count, totals.firstMessageTime.count]).toEqual([40, 40, 40]);
    const asked = log.map(({ texts }) => JSON.parse(texts[0] ?? '') as { n: number; of: number; who: string });
    expect(asked.map(({ of }) => of).sort((a, b) => a - b)).toEqual(Array.from({ length: 40 }, (_, index) => index));
    expect(asked.every(({ n, of, who }) => n === 0 && who === (of % 2 === 0 ? 'Ada' : 'Bob'))).toBe(true);
    expect(log[0]?.texts[8]).toMatch(/^\{"n": 8,/);
  });

  test('compressed, by a subprotocol, with credentials and a cookie', async () => {
    const socket: SocketInput = {
      messages: ['x'.repeat(5000), { base64: Buffer.alloc(3000, 7).toString('base64') }],
      deflate: true,
      subprotocols: ['chat.v2', 'chat'],
    };
    const target = { auth: { bearer: 'secret-token' }, headers: { cookie: 'id=7' } };
    const { totals, log } = await load(
      '/echo',
      { ...socket, messagesPerConnection: 20 },
      { model: 'closed', connections: 2, requests: 4 },
      { target },
    );
    expect([totals.done, totals.messages.received, sum(log, 'received')]).toEqual([4, 80, 80]);
    expect([totals.messages.sentBytes, totals.messages.receivedBytes]).toEqual([320_000, 320_000]);
    expect(log[0]).toMatchObject({ subprotocol: 'chat.v2', authorization: 'Bearer secret-token', cookie: 'id=7' });
    expect(log[0]?.extensions).toContain('permessage-deflate');
    // On the wire there was a fraction of it.
    expect(totals.bytes.received).toBeLessThan(40_000);
  });

  test('messages wait for the answer to the first, and each for the one to the message before', async () => {
    const login: SocketInput = { messages: ['a', 'b', 'c'], afterAnswer: true, firstMessage: 'let me in' };
    const { totals, log } = await load('/login', login, { model: 'closed', connections: 2, requests: 6 });
    expect([totals.done, totals.messages.sent, totals.messages.received]).toEqual([6, 24, 24]);
    expect(log.map(({ texts }) => texts.join(' '))).toEqual(Array(6).fill('let me in a b c'));
    // The answer to the first message is none to those that follow.
    expect(totals.messageRoundTrip.count).toBe(18);
    const { totals: strangers } = await load(
      '/login',
      { ...login, firstMessage: 'it is me' },
      { model: 'closed', connections: 1, requests: 3 },
    );
    expect([strangers.outcomes, strangers.failed, strangers.closeCodes]).toEqual([{ closed_early: 3 }, 3, { 4401: 3 }]);
    expect(strangers.errors[0]?.message).toContain('(code 4401): not you');
  });

  test('the end of a load cuts off what is open, and what came until then was counted', async () => {
    const socket: SocketInput = { messages: ['x'], messageInterval: '10ms', closeAfter: '1m' };
    const { totals, log } = await load('/echo', socket, { model: 'closed', connections: 3, duration: '1s' });
    expect([totals.outcomes, totals.done, totals.failed, totals.streamEnds]).toEqual([{ cut_off: 3 }, 0, 0, { cut_off: 3 }]);
    expect(log.map(({ closeCode }) => closeCode)).toEqual([1001, 1001, 1001]);
    expect(totals.messages.sent).toBe(sum(log, 'received'));
    // Echoes may be under way when the load ends.
    expect(totals.messages.received).toBeLessThanOrEqual(sum(log, 'sent'));
    expect(totals.messages.received).toBeGreaterThan(0.8 * sum(log, 'sent'));
    expect(totals.messages.sent).toBeGreaterThan(150);
  });

  test('the target may close a connection that waits for nothing more; any other close is too early', async () => {
    const good = await load('/close?after=0', { closeAfter: '5s' });
    expect([good.totals.done, good.totals.streamEnds, good.totals.closeCodes]).toEqual([1, { complete: 1 }, { 1000: 1 }]);
    const early = await load('/close?after=3&code=4000', { messages: ['x'], messagesPerConnection: 5, messageInterval: '20ms' });
    expect([early.totals.outcomes, early.totals.streamEnds, early.totals.closeCodes]).toEqual([
      { closed_early: 1 },
      { closed_early: 1 },
      { 4000: 1 },
    ]);
    expect(early.totals.errors[0]?.message).toContain('(code 4000): as asked');
  });

  test('a refused upgrade has its status, and a timeout ends a connection that waits in vain', async () => {
    const refused = await load('/refuse?status=403', { messages: ['x'] });
    expect([refused.totals.outcomes, refused.totals.statuses, refused.totals.failed]).toEqual([{ response: 1 }, { 403: 1 }, 1]);
    expect(refused.totals.errors[0]?.body).toBe('no entry\n');
    const mild = await load('/refuse?status=403', { messages: ['x'] }, once, { errorStatuses: '5xx' });
    expect([mild.totals.outcomes, mild.totals.failed]).toEqual([{ protocol: 1 }, 1]);
    expect(mild.totals.errors[0]?.message).toContain('answered 403');
    const late = await load('/echo', { messages: ['x'], messagesToReceive: 2 }, once, { timeout: '300ms' });
    expect([late.totals.outcomes, late.totals.streamEnds, late.totals.messages.received]).toEqual([{ timeout: 1 }, { timed_out: 1 }, 1]);
  });

  test('a ping of graphql-transport-ws is answered, and neither is a message of the load', async () => {
    const subscription = { ...graphqlSubscription({ query: 'subscription Ticks { tick }' }), closeAfter: null, messagesToReceive: 3 };
    const { totals, log } = await load('/graphql', subscription as SocketInput, { model: 'closed', connections: 2, requests: 4 });
    expect([totals.done, totals.streamEnds, totals.closeCodes]).toEqual([4, { rule: 4 }, { 1000: 4 }]);
    expect(log.map(({ texts }) => texts.join(' '))).toEqual(Array(4).fill('connection_init subscribe pong'));
    expect([totals.messages.sent, totals.messages.received, sum(log, 'sent')]).toEqual([8, 16, 12]);
    // Another subprotocol has no pings of its own: such a message is one like any other.
    const plain = await load('/echo', { messages: ['{"type":"ping"}'], subprotocols: ['chat.v2'] });
    expect([plain.totals.messages.sent, plain.totals.messages.received, sum(plain.log, 'received')]).toEqual([1, 1, 1]);
  });

  test('checks look at messages and their number', async () => {
    const checks: PlanInput['checks'] = [
      { jsonPath: { path: '$.ok', equals: true, message: 'last' } },
      { messageCount: { min: 3, max: 3 } },
    ];
    const good = await load('/echo', { messages: ['{"ok": false}', '{}', '{"ok": true}'] }, once, { checks });
    expect([good.totals.done, good.totals.failed]).toEqual([1, 0]);
    const bad = await load('/echo', { messages: ['{"ok": true}', '{"ok": 1}', 'no json'] }, once, { checks });
    expect(bad.totals.outcomes).toEqual({ check_failed: 1 });
    expect(bad.totals.errors[0]?.message).toContain('Message 3');
  });

  test('numbers of a broadcast tell what was lost and what came again, to each that listens', async () => {
    const checks: PlanInput['checks'] = [{ messageSequence: { path: '$.n' } }];
    const listening = await load('/feed?everyMs=10', { closeAfter: '300ms' }, { model: 'closed', connections: 4, requests: 4 }, { checks });
    expect([listening.totals.done, listening.totals.failed]).toEqual([4, 0]);
    expect(listening.totals.messages.received).toBeGreaterThan(40);
    const said = async (...numbers: readonly (number | string)[]) => {
      const messages = numbers.map((n) => (n === '' ? '{"hello": true}' : JSON.stringify({ n })));
      const { totals } = await load('/echo', { messages }, once, { checks });
      return totals.errors[0]?.message ?? null;
    };
    expect(await said('', 3, 4, '', '5')).toBeNull();
    expect(await said(1, 2, 4, 4, 7, 6)).toBe(
      'Of 6 messages with a number at $.n, 2 came again or too late, and 3 numbers were passed over.',
    );
    expect(await said('')).toBe('No message has a number at $.n.');
  });
});

test('an open load ramps connections, threads share them, and nothing is left out', async () => {
  const server = await startWebSocketWitness();
  const socket: SocketInput = { messages: ['hello'], messagesPerConnection: 3, afterAnswer: true };
  const model: PlanInput['load'] = { model: 'open', startRate: 20, stages: [{ to: 80, over: '2s' }], maxConnections: 50 };
  const { totals } = await runPlan(socketPlan(server.url('/echo'), socket, model), { threads: 2 });
  const log = await server.log();
  await server.close();
  expect([totals.done, totals.opened, log.length, totals.messages.received]).toEqual([100, 100, 100, 300]);
  expect(totals.dropped).toBe(0);
});

test('a closed load ramps connections up and down: as many are open as its stages say', async () => {
  const server = await startWebSocketWitness();
  const open: number[] = [];
  const plan = socketPlan(
    server.url('/feed?everyMs=20'),
    { closeAfter: '100ms' },
    {
      model: 'closed',
      startConnections: 1,
      stages: [
        { to: 8, over: '800ms' },
        { to: 8, over: '600ms' },
        { to: 1, over: '800ms' },
        { to: 1, over: '400ms' },
      ],
    },
  );
  const totals = await runLoop(plan, { secondUs: 100_000, emit: ({ inFlight }) => open.push(inFlight) });
  const log = await server.log();
  await server.close();
  expect([totals.ended, log.length]).toEqual([0, log.length]);
  const between = (from: number, to: number) => open.slice(from, to);
  expect(Math.max(...open)).toBe(8);
  expect(Math.min(...between(10, 14))).toBeGreaterThanOrEqual(7);
  expect(Math.max(...between(0, 2))).toBeLessThanOrEqual(4);
  expect(Math.max(...between(24, 26))).toBeLessThanOrEqual(2);
  // Each was open for 100 ms: on average 4.9 at a time over 2.6 s.
  expect(log.length).toBeGreaterThan(80);
  expect(log.length).toBeLessThan(135);
});

const pythonLacks = await fetchPythonWebSockets();
test.skipIf(pythonLacks)(`a server that another library made counts the same (${pythonLacks ?? 'websockets of Python'})`, async () => {
  const server = await startPythonWebSockets();
  const bytes = Buffer.alloc(2000, 5).toString('base64');
  const socket: SocketInput = {
    messages: ['grüß dich {{seq}}', { base64: bytes }],
    messagesPerConnection: 10,
    deflate: true,
    ping: '10ms',
  };
  const totals = await runLoop(socketPlan(server.url, socket, { model: 'closed', connections: 4, requests: 20 }));
  const tally = await server.end();
  expect([totals.done, totals.failed, totals.closeCodes]).toEqual([20, 0, { 1000: 20 }]);
  expect([tally.messages, tally.bytes, tally.codes]).toEqual([totals.messages.sent, totals.messages.sentBytes, { 1000: 20 }]);
  expect([totals.messages.received, totals.messages.receivedBytes]).toEqual([200, totals.messages.sentBytes]);
  expect(tally.extensions).toEqual(['permessage-deflate']);
});
