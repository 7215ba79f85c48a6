/** Targets that break the rules of gRPC, or want to cost the generator its memory: each call ends in a named way. */
import { createServer, type ServerHttp2Stream } from 'node:http2';
import { gzipSync } from 'node:zlib';
import { type PlanInput, planSchema } from '@plimsoll/contracts/plan';
import { startHttpTarget } from '@plimsoll/testbed/http-target';
import { type Listener, listen } from '@plimsoll/testbed/listen';
import { echoProto } from '@plimsoll/testbed/targets/grpc-server';
import { afterEach, expect, test } from 'vitest';
import { runLoop } from '../support/run-loop.ts';

type Call = NonNullable<NonNullable<PlanInput['target']>['grpc']>;

let server: Listener | null = null;
afterEach(() => server?.close());

async function load(answer: (stream: ServerHttp2Stream) => void, call: Partial<Call> = {}, requests = 2) {
  const listening = createServer().on('stream', (stream) => {
    stream.on('error', () => {}).resume();
    answer(stream);
  });
  listening.on('sessionError', () => {});
  server = await listen(listening);
  return runLoop(planFor(server.port, call, requests));
}

function planFor(port: number, call: Partial<Call> = {}, requests = 2) {
  return planSchema.parse({
    version: 1,
    name: 'broken',
    target: {
      url: `grpc://127.0.0.1:${port}`,
      grpc: { call: 'test.Echo/Unary', proto: [{ name: 'echo.proto', text: echoProto }], ...call },
    },
    connection: { protocol: 'grpc' },
    load: { model: 'closed', connections: 1, requests },
    timeout: '20s',
  });
}

const head = { ':status': 200, 'content-type': 'application/grpc' };
function frame(bytes: Buffer, flag = 0, length = bytes.length): Buffer {
  const prefix = Buffer.from([flag, 0, 0, 0, 0]);
  prefix.writeUInt32BE(length, 1);
  return Buffer.concat([prefix, bytes]);
}
/** A good answer but for what it holds. */
const answerWith =
  (body: Buffer, headers: Record<string, string> = {}, trailers: Record<string, string> = { 'grpc-status': '0' }) =>
  (stream: ServerHttp2Stream) => {
    stream.respond({ ...head, ...headers }, { waitForTrailers: true });
    stream.on('wantTrailers', () => stream.sendTrailers(trailers));
    stream.end(body);
  };
const good = frame(Buffer.from([0x0a, 1, 0x61]));

function withoutTrailers(stream: ServerHttp2Stream): void {
  stream.respond(head);
  stream.end(good);
}

const broken: readonly [name: string, answer: (stream: ServerHttp2Stream) => void, said: RegExp, call?: Partial<Call>][] = [
  ['no gRPC at all', (stream) => stream.respond({ ':status': 200, 'content-type': 'text/html' }, { endStream: true }), /not gRPC/],
  ['no status', answerWith(good, {}, { other: 'x' }), /without a gRPC status/],
  ['no trailers', withoutTrailers, /without a gRPC status/],
  ['a status in the head, and none at the end', answerWith(good, { 'grpc-status': '0' }, { other: 'x' }), /without a gRPC status/],
  ['a redirection', (stream) => stream.respond({ ':status': 302, location: '/' }, { endStream: true }), /not gRPC/],
  ['an empty answer', (stream) => stream.respond({ ':status': 204 }, { endStream: true }), /not gRPC/],
  ['no message', answerWith(Buffer.alloc(0)), /without its answer/],
  ['two messages', answerWith(Buffer.concat([good, good])), /More than one message/],
  ['half a message', answerWith(frame(Buffer.from([1]), 0, 9)), /middle of a message/],
  ['bytes that are no message', answerWith(frame(Buffer.from([0xff, 0xff]))), /cannot be read/],
  ['a flag that does not exist', answerWith(frame(Buffer.from([8, 1]), 7)), /cannot be read/],
  ['a length of gigabytes', answerWith(frame(Buffer.from([8]), 0, 0xfffffff0)), /more than 4.194.304 bytes/],
  ['a compression that was not offered', answerWith(frame(Buffer.from([8, 1]), 1), { 'grpc-encoding': 'br' }), /"br"/],
  ['a zip bomb', answerWith(frame(gzipSync(Buffer.alloc(50_000_000)), 1), { 'grpc-encoding': 'gzip' }), /more than 4.194.304 bytes/],
  ['no gzip', answerWith(frame(Buffer.from([1, 2, 3]), 1), { 'grpc-encoding': 'gzip' }), /cannot be read/],
];

test.each(broken)('%s is named', async (_name, answer, said, call) => {
  const totals = await load(answer, call);
  expect([totals.outcomes, totals.failed]).toEqual([{ protocol: 2 }, 2]);
  expect(totals.errors[0]?.message).toMatch(said);
});

test('a status in the head, a reset stream, a connection that is closed and an error of HTTP are told apart', async () => {
  const early = await load((stream) => stream.respond({ ...head, 'grpc-status': '5', 'grpc-message': 'no%20such' }, { endStream: true }));
  expect([early.outcomes, early.grpcStatuses]).toEqual([{ response: 2 }, { NOT_FOUND: 2 }]);
  expect(early.errors[0]?.message).toContain('NOT_FOUND: no such');
  const http = await load((stream) => stream.respond({ ':status': 503 }, { endStream: true }));
  expect([http.outcomes, http.statuses, http.failed, http.grpcStatuses]).toEqual([{ response: 2 }, { 503: 2 }, 2, {}]);
  const reset = await load((stream) => stream.close(2));
  expect(reset.outcomes).toEqual({ reset: 2 });
  const gone = await load((stream) => stream.session?.destroy(), {}, 1);
  expect((gone.outcomes.closed_early ?? 0) + (gone.outcomes.reset ?? 0)).toBe(1);
  const odd = await load(answerWith(Buffer.alloc(0), {}, { 'grpc-status': '99' }));
  expect(odd.grpcStatuses).toEqual({ UNKNOWN: 2 });
});

const later = (stream: ServerHttp2Stream, answer: () => void) => void setTimeout(() => stream.destroyed || answer(), 100);

test('a target that says goodbye answers the call it names, and not the one that it leaves out', async () => {
  const named = await load((stream) => {
    stream.session?.goaway(0, stream.id);
    later(stream, () => answerWith(good)(stream));
  });
  expect([named.outcomes, named.grpcStatuses, named.opened]).toEqual([{ response: 2 }, { OK: 2 }, 2]);
  const left = await load((stream) => (stream.id === 1 ? answerWith(good)(stream) : stream.session?.goaway(0, 1)));
  expect([left.outcomes, left.failed, left.grpcStatuses]).toEqual([{ response: 1, closed_early: 1 }, 1, { OK: 1 }]);
});

test('a stream that is reset ends its call alone, with the code; after a whole answer it changes nothing', async () => {
  for (const [code, outcome] of [
    [2, 'reset'],
    [7, 'reset'],
    [8, 'reset'],
    [11, 'reset'],
    [0, 'closed_early'],
  ] as const) {
    const totals = await load((stream) => stream.close(code));
    expect([totals.outcomes, totals.opened, totals.grpcStatuses]).toEqual([{ [outcome]: 2 }, 1, {}]);
    expect(totals.errors[0]?.message).toContain(`code ${code}`);
  }
  const whole = await load((stream) => stream.respond({ ...head, 'grpc-status': '8', 'grpc-message': 'enough' }, { endStream: true }), {
    call: 'test.Echo/Collect',
    messageInterval: '10ms',
    streamDuration: '20s',
  });
  expect([whole.outcomes, whole.grpcStatuses]).toEqual([{ response: 2 }, { RESOURCE_EXHAUSTED: 2 }]);
});

test('a server that notices the deadline first and cancels the stream makes it a timeout', async () => {
  const totals = await load((stream) => later(stream, () => stream.close(8)), { deadline: '50ms' });
  expect(totals.outcomes).toEqual({ timeout: 2 });
});

test('a server of HTTP/1.1 is no gRPC server', async () => {
  const other = await startHttpTarget((_request, answer) => answer.end('hello'));
  const totals = await runLoop(planFor(other.port));
  expect([totals.failed, totals.grpcStatuses]).toEqual([2, {}]);
  expect(totals.outcomes.response).toBeUndefined();
  await other.close();
});

test('a head and trailers of megabytes end their call, and cost no memory', async () => {
  const field = 'x'.repeat(16_000);
  const before = process.memoryUsage.rss();
  for (const many of [200, 2000]) {
    const fields = Object.fromEntries(Array.from({ length: many }, (_, n) => [`x-${n}`, field.slice(0, 32_000_000 / many / 4)]));
    const inTrailers = await load(answerWith(good, {}, fields));
    const inHead = await load((stream) => stream.respond({ ...head, ...fields }, { endStream: true }));
    for (const { outcomes, failed } of [inTrailers, inHead]) expect([outcomes.response ?? 0, failed]).toEqual([0, 2]);
  }
  expect(process.memoryUsage.rss() - before).toBeLessThan(200_000_000);
});

test('messages without end are counted and not kept, until the deadline', async () => {
  const many = Buffer.concat(Array.from({ length: 2000 }, () => good));
  const endless = (stream: ServerHttp2Stream) => {
    stream.respond(head);
    const more = () => {
      while (!stream.destroyed && stream.write(many));
    };
    stream.on('drain', more);
    more();
  };
  const before = process.memoryUsage.rss();
  const totals = await load(endless, { call: 'test.Echo/Countdown', deadline: '500ms' }, 1);
  expect(totals.outcomes).toEqual({ timeout: 1 });
  expect(totals.messages.received).toBeGreaterThan(2000);
  expect(process.memoryUsage.rss() - before).toBeLessThan(150_000_000);
});

test('messages that a target does not take are not made before it does: then they are late', async () => {
  const paced = { call: 'test.Echo/Collect', message: { filler: Buffer.alloc(20_000).toString('base64') }, messageInterval: '1ms' };
  const never = await load((stream) => stream.pause(), { ...paced, streamDuration: '20s', deadline: '600ms' }, 1);
  expect(never.outcomes).toEqual({ timeout: 1 });
  // Its window of 64 kB, as much in the stream, and a message on either side.
  expect(never.messages.sent).toBeLessThanOrEqual(10);
  const later = (stream: ServerHttp2Stream) => {
    stream.pause();
    setTimeout(() => stream.resume(), 300);
    stream.on('end', () => answerWith(good)(stream));
  };
  const totals = await load(later, { ...paced, messagesPerStream: 100 }, 1);
  expect([totals.outcomes, totals.messages.sent, totals.messageLateness.count]).toEqual([{ response: 1 }, 100, 99]);
  expect(totals.messageLateness.maxUs).toBeGreaterThan(100_000);
});
