/** Times of gRPC calls and of their messages, held against the log of a server in a thread of its own. */
import { once } from 'node:events';
import { connect } from 'node:http2';
import type { PlanInput } from '@plimsoll/contracts/plan';
import { type GrpcWitness, startGrpcWitness, type WitnessedCall } from '@plimsoll/testbed/targets/grpc-witness';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { type EchoCall, echoPlan } from '../support/echo-plan.ts';
import { runPlan, watchLoop } from '../support/harness.ts';

/** A busy machine can spoil a time in ways that this thread cannot measure. A wrong engine is wrong each time. */
const spoilt = { retry: 4 };

let server: GrpcWitness;
beforeEach(async () => {
  server = await startGrpcWitness();
});
afterEach(() => server.close());

async function load(method: string, call: EchoCall, model: PlanInput['load'], rest: Partial<PlanInput> = {}) {
  const plan = echoPlan(server, method, call, model, rest);
  const loop = watchLoop();
  const { totals } = await runPlan(plan);
  return { totals, ...loop.end() };
}

const ascending = (numbers: readonly number[]) => [...numbers].sort((a, b) => a - b);
const middle = (numbers: readonly number[]) => ascending(numbers)[Math.floor(numbers.length / 2)] as number;

/** Measures by calls of Node's own HTTP/2 how long the way to the server's thread and back takes: no time in the server's log holds it. */
async function watchWay(): Promise<{ commonMs(): number; end(): void }> {
  const session = connect(`http://${server.address}`);
  session.on('error', () => undefined);
  await once(session, 'connect');
  const tookMs: number[] = [];
  const call = () => {
    const sentMs = performance.now();
    const stream = session.request({ ':method': 'POST', ':path': '/test.Echo/Unary', 'content-type': 'application/grpc', te: 'trailers' });
    stream.once('data', () => tookMs.push(performance.now() - sentMs)).on('error', () => undefined);
    // One message without fields.
    stream.end(Buffer.alloc(5));
  };
  const timer = setInterval(call, 20);
  return {
    commonMs: () => middle(tookMs),
    end() {
      clearInterval(timer);
      session.destroy();
    },
  };
}

test('gaps, first message and round trip are those of the server', spoilt, async () => {
  const way = await watchWay();
  onTestFinished(way.end);
  // Its own HTTP/2 stands between its log and the network, twice.
  const near = (gotUs: number | null, wanted: readonly number[], commonMs: number) => {
    const wantedMs = middle(wanted);
    expect(Math.abs((gotUs ?? 0) / 1000 - wantedMs)).toBeLessThanOrEqual(Math.max(3, 0.02 * wantedMs) + 2 * commonMs + way.commonMs());
  };
  const gapsOf = ({ sentMs }: WitnessedCall) => sentMs.slice(1).map((atMs, index) => atMs - (sentMs[index] as number));
  const metadata = { 'x-delay-ms': '60', 'x-gap-ms': '15', 'x-count': '8' };
  // Both sides are slow until they are compiled.
  await load('Countdown', { metadata: { 'x-count': '8' } }, { model: 'closed', connections: 1, requests: 100 });
  const listened = await load('Countdown', { metadata }, { model: 'closed', connections: 1, requests: 11 });
  const callsOf = async (wanted: string) => (await server.calls()).filter(({ method }) => method === wanted);
  const calls = (await callsOf('Countdown')).slice(-11);
  const { firstMessageTime, messageGap, messages } = listened.totals;
  // Two messages that a slow machine lets come in one read have no gap.
  expect([firstMessageTime.count, messageGap.count + messages.coalesced]).toEqual([11, 77]);
  near(messageGap.p50Us, calls.flatMap(gapsOf), listened.commonMs);
  const first = calls.map(({ sentMs, cameMs }) => (sentMs[0] as number) - (cameMs[0] as number));
  near(firstMessageTime.p50Us, first, listened.commonMs);
  const chat = { metadata: { 'x-delay-ms': '30' }, message: { text: 'x' }, messageInterval: '10ms', messagesPerStream: 100 };
  const chatted = await load('Chat', chat, { model: 'closed', connections: 1, requests: 1 });
  const { cameMs = [], sentMs = [] } = (await callsOf('Chat')).at(-1) ?? {};
  expect(chatted.totals.messageRoundTrip.count).toBe(100);
  const echoed = sentMs.map((atMs, index) => atMs - (cameMs[index] as number));
  near(chatted.totals.messageRoundTrip.p50Us, echoed, chatted.commonMs);
});

test(
  'a server frozen for S seconds of D shows a p99 of S - 0.01·D in calls, and in the round trips of a paced stream',
  spoilt,
  async () => {
    const [lengthSeconds, frozenSeconds] = [4, 1];
    const expectedUs = (frozenSeconds - 0.01 * lengthSeconds) * 1e6;
    const judge = (got: { p99Us: number | null; maxUs: number | null }, worstMs: number) => {
      const within = (gotUs: number | null, wantedUs: number) =>
        expect(Math.abs((gotUs ?? 0) - wantedUs)).toBeLessThan(0.05 * wantedUs + 1000 * worstMs);
      within(got.p99Us, expectedUs);
      within(got.maxUs, frozenSeconds * 1e6);
    };
    server.freeze(frozenSeconds * 1000, 2000);
    const calls = load('Unary', {}, { model: 'open', rate: 100, duration: `${lengthSeconds}s`, maxConnections: 1 });
    const paced = { message: { text: 'x' }, messageInterval: '10ms', messagesPerStream: 100 * lengthSeconds };
    const stream = load('Chat', paced, { model: 'closed', connections: 1, requests: 1 });
    const [unary, chat] = await Promise.all([calls, stream]);
    expect([unary.totals.done, chat.totals.messageRoundTrip.count]).toEqual([100 * lengthSeconds, 100 * lengthSeconds]);
    judge(unary.totals.responseTime, unary.worstMs);
    judge(chat.totals.messageRoundTrip, chat.worstMs);
    // The messages themselves went out when they were due: one stream takes more than a server reads.
    expect(chat.totals.messageLateness.p99Us ?? 0).toBeLessThan(20_000 + 1000 * chat.worstMs);
  },
);

test('messages of a stream go out within 1 ms of when they are due, at 1 000 a second', spoilt, async () => {
  const paced = { message: { text: 'x' }, messageInterval: '1ms', messagesPerStream: 1500 };
  const { totals, commonMs, worstMs } = await load('Collect', paced, { model: 'closed', connections: 1, requests: 1 });
  expect([totals.messages.sent, totals.messageLateness.count]).toEqual([1500, 1499]);
  expect(totals.messageLateness.p99Us ?? 0).toBeLessThanOrEqual(1000 + 1000 * worstMs);
  expect(totals.messageLateness.p50Us ?? 0).toBeLessThan(1000 + 1000 * commonMs);
  // Nothing drifts: the last is due 1 499 intervals after the first, by the server's clock as well.
  const [call] = await server.calls();
  const tookMs = (call?.cameMs.at(-1) ?? 0) - (call?.cameMs[0] ?? 0);
  expect(Math.abs(tookMs - 1499)).toBeLessThan(10 + 2 * worstMs);
});
