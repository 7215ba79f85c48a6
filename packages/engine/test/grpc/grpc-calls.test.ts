/** gRPC calls of all four kinds against a server that nobody here wrote: what is counted is what its own log says, to the one. */
import { type PlanInput, planSchema } from '@plimsoll/contracts/plan';
import { echoProto, type GrpcServer, startGrpcServer } from '@plimsoll/testbed/targets/grpc-server';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { settleDefinition } from '../../src/grpc/settle-definition.ts';
import { type EchoCall, echoPlan } from '../support/echo-plan.ts';
import { loopbackOnly } from '../support/harness.ts';
import { runLoop } from '../support/run-loop.ts';

let server: GrpcServer;
beforeEach(async () => {
  server = await startGrpcServer();
});
afterEach(() => server.close());

/** The first field of a short `Line`, read by hand. */
const textOf = (bytes: Buffer) =>
  bytes[0] === 0x0a
    ? bytes
        .subarray(bytes.length > 130 ? 3 : 2)
        .toString()
        .slice(0, lengthOf(bytes))
    : '';
const lengthOf = (bytes: Buffer) =>
  (bytes[1] as number) < 128 ? (bytes[1] as number) : ((bytes[1] as number) & 127) + 128 * (bytes[2] as number);

function load(method: string, call: EchoCall, model: PlanInput['load'], rest: Partial<PlanInput> = {}) {
  return runLoop(echoPlan(server, method, call, model, { timeout: '20s', ...rest }));
}
const closed = (connections: number, requests: number) => ({ model: 'closed', connections, requests }) as const;
const received = () => server.calls.reduce((sum, { messages }) => sum + messages.length, 0);
const sent = () => server.calls.reduce((sum, call) => sum + call.sent, 0);

test('unary calls take the messages in turn', async () => {
  const totals = await load('Unary', { messages: [{ text: 'a' }, { text: 'b' }, { text: 'c' }] }, closed(2, 30), {
    connection: { streams: 5 },
  });
  expect([totals.outcomes, totals.grpcStatuses, totals.errors]).toEqual([{ response: 30 }, { OK: 30 }, []]);
  expect(totals.messages).toMatchObject({ sent: 30, received: 30 });
  expect([server.calls.length, totals.statuses]).toEqual([30, { 200: 30 }]);
  const texts = server.calls.map(({ messages }) => messages.map(({ bytes }) => textOf(bytes)).join());
  expect(['a', 'b', 'c'].map((text) => texts.filter((one) => one === text).length)).toEqual([10, 10, 10]);
  expect(totals.firstMessageTime.count).toBe(30);
});

test('a stream of the client sends its messages from the first, as often as asked for', async () => {
  const totals = await load('Collect', { messages: [{ text: 'a' }, { text: 'b' }, { text: 'c' }], messagesPerStream: 7 }, closed(2, 20));
  expect([totals.outcomes, totals.grpcStatuses]).toEqual([{ response: 20 }, { OK: 20 }]);
  expect(totals.messages).toMatchObject({ sent: 140, received: 20 });
  expect([received(), server.calls.every(({ halfClosed }) => halfClosed)]).toEqual([140, true]);
  for (const { messages } of server.calls) expect(messages.map(({ bytes }) => textOf(bytes)).join('')).toBe('abcabca');
});

test('a stream of the target is counted message by message', async () => {
  const totals = await load('Countdown', { message: { text: 'x' }, metadata: { 'x-count': '25' } }, closed(3, 12));
  expect([totals.outcomes, totals.grpcStatuses]).toEqual([{ response: 12 }, { OK: 12 }]);
  expect(totals.messages).toMatchObject({ sent: 12, received: 300 });
  expect([totals.messages.received, totals.firstMessageTime.count]).toEqual([sent(), 12]);
  // Those of one read have no gap.
  expect(totals.messageGap.count + totals.messages.coalesced).toBe(288);
  expect(totals.messageGap.minUs ?? 1).toBeGreaterThan(0);
  expect(totals.streamEnds).toEqual({ complete: 12 });
});

test('both sides stream: each answer is timed beside its message, and templates are rendered for each', async () => {
  const call = { message: { text: '{{seq}}-{{messageSeq}}', number: '{{messageSeq}}' }, messagesPerStream: 10 };
  const totals = await load('Chat', call, closed(2, 8), { connection: { streams: 2 } });
  expect([totals.outcomes, totals.grpcStatuses, totals.errors]).toEqual([{ response: 8 }, { OK: 8 }, []]);
  expect(totals.messages).toMatchObject({ sent: 80, received: 80 });
  expect([received(), totals.messageRoundTrip.count]).toEqual([80, 80]);
  const texts = server.calls.flatMap(({ messages }) => messages.map(({ bytes }) => textOf(bytes)));
  expect(new Set(texts).size).toBe(80);
  expect(texts).toContain('7-9');
});

test('messages of a stream are sent when they are due', async () => {
  const call = { message: { text: 'x' }, messagesPerStream: 20, messageInterval: '10ms' };
  const totals = await load('Chat', call, closed(1, 2));
  expect([totals.outcomes, totals.messages.sent, totals.messageLateness.count]).toEqual([{ response: 2 }, 40, 38]);
  // 19 gaps of 10 ms; late timers never let the whole drift.
  for (const { messages } of server.calls) {
    const tookMs = (messages.at(-1)?.atMs ?? 0) - (messages[0]?.atMs ?? 0);
    expect(tookMs).toBeGreaterThan(150);
  }
});

test('a stream whose time is over is half-closed, and one that only listens is given up as good', async () => {
  const sending = await load('Collect', { message: { text: 'x' }, messageInterval: '20ms', streamDuration: '200ms' }, closed(1, 1));
  expect([sending.outcomes, sending.grpcStatuses]).toEqual([{ response: 1 }, { OK: 1 }]);
  expect(sending.messages.sent).toBe(server.calls[0]?.messages.length);
  expect(sending.messages.sent).toBeGreaterThan(1);
  const listening = await load('Countdown', { metadata: { 'x-count': '100000', 'x-gap-ms': '5' }, streamDuration: '200ms' }, closed(1, 1));
  expect([listening.outcomes, listening.grpcStatuses, listening.failed]).toEqual([{ response: 1 }, { CANCELLED: 1 }, 0]);
  expect(listening.streamEnds).toEqual({ rule: 1 });
});

test('a status that is not OK fails the call and is named, also where the target sends nothing else', async () => {
  for (const [code, name] of [
    [3, 'INVALID_ARGUMENT'],
    [14, 'UNAVAILABLE'],
    [16, 'UNAUTHENTICATED'],
  ] as const) {
    const totals = await load('Unary', { metadata: { 'x-status': String(code) } }, closed(1, 4));
    expect([totals.outcomes, totals.grpcStatuses, totals.failed]).toEqual([{ response: 4 }, { [name]: 4 }, 4]);
    expect(totals.errors[0]).toMatchObject({ outcome: 'response', grpcStatus: name });
    expect(totals.errors[0]?.message).toContain('as asked for');
  }
  const other = [{ name: 'other.proto', text: echoProto.replace('rpc Unary', 'rpc Nothing') }];
  const missing = await load('Nothing', { proto: other }, closed(1, 1));
  expect(missing.grpcStatuses).toEqual({ UNIMPLEMENTED: 1 });
});

test('a call that misses its deadline is a timeout, or the status that says so', async () => {
  const totals = await load('Unary', { metadata: { 'x-delay-ms': '3000' }, deadline: '200ms' }, closed(1, 2));
  expect((totals.outcomes.timeout ?? 0) + (totals.grpcStatuses.DEADLINE_EXCEEDED ?? 0)).toBe(2);
  expect(totals.failed).toBe(2);
});

test('calls under way at the end are cut off, and no error', async () => {
  const totals = await load(
    'Countdown',
    { metadata: { 'x-count': '100000', 'x-gap-ms': '10' } },
    { model: 'closed', connections: 2, duration: '1s' },
  );
  expect([totals.outcomes, totals.failed]).toEqual([{ cut_off: 2 }, 0]);
  expect(totals.messages.received).toBeGreaterThan(2);
});

test('the target is asked for its types once, before the load', async () => {
  const asked = await startGrpcServer({ reflection: 'v1' });
  const plan = planSchema.parse({
    version: 1,
    name: 'by reflection',
    target: {
      url: `grpc://${asked.address}`,
      grpc: { call: 'test.Echo/Chat', reflection: true, message: { text: 'x' }, messagesPerStream: 4 },
    },
    connection: { protocol: 'grpc' },
    load: { model: 'closed', connections: 1, requests: 3 },
  });
  const settled = await settleDefinition(plan, loopbackOnly);
  expect(settled.target?.grpc).toMatchObject({ reflection: false, descriptorSet: expect.any(String) });
  const totals = await runLoop(settled);
  expect([totals.outcomes, totals.messages.received, asked.calls.length]).toEqual([{ response: 3 }, 12, 3]);
  asked.close();
});

test('compressed messages and metadata arrive as they were meant', async () => {
  const metadata = { 'x-Name': 'v', 'x-bytes-bin': Buffer.from([0, 255, 7]).toString('base64') };
  const totals = await load('Unary', { message: { text: 'z'.repeat(5000) }, gzip: true, metadata }, closed(1, 3));
  expect([totals.outcomes, totals.grpcStatuses]).toEqual([{ response: 3 }, { OK: 3 }]);
  expect(textOf(server.calls[0]?.messages[0]?.bytes ?? Buffer.alloc(0))).toBe('z'.repeat(5000));
  expect(server.calls[0]?.metadata.get('x-bytes-bin')).toEqual([Buffer.from([0, 255, 7])]);
  expect(server.calls[0]?.metadata.get('x-name')).toEqual(['v']);
});

test('an answer larger than allowed ends its call', async () => {
  const message = { filler: Buffer.alloc(2000).toString('base64') };
  const totals = await load('Unary', { message, maxMessageBytes: 1000 }, closed(1, 2));
  expect([totals.outcomes, totals.failed]).toEqual([{ protocol: 2 }, 2]);
  expect(totals.errors[0]?.message).toContain('more than 1000 bytes');
});

test('a call is one request of the limit of requests under way', async () => {
  const connection = { streams: 4, maxActiveRequests: 3 };
  const totals = await load('Unary', { metadata: { 'x-delay-ms': '50' } }, closed(2, 12), { connection });
  expect(totals.outcomes).toEqual({ response: 12 });
  const came = server.calls.map(({ messages }) => messages[0]?.atMs ?? 0).sort((a, b) => a - b);
  for (const [index, atMs] of came.entries()) if (index >= 3) expect(atMs - (came[index - 3] as number)).toBeGreaterThan(45);
});
