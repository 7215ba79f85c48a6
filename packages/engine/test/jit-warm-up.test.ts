import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { echoProto } from '@plimsoll/testbed/targets/grpc-server';
import { expect, test, vi } from 'vitest';
import { TimerLane } from '../src/pace/timer-lane.ts';
import { timerMemory } from '../src/pace/timer-words.ts';
import type { ThreadSample } from '../src/recording/thread-sample.ts';
import { jitWarmUp, makeOwnLoad, startTargetOf } from '../src/threads/jit-warm-up.ts';
import { protocolOf } from '../src/threads/protocol-of.ts';
import { addUp, planFor, testedClient } from './support/harness.ts';

const timed = async (load: Parameters<typeof planFor>[1], protocol: 'http1' | 'http2' = 'http1') => {
  const plan = planFor('http://127.0.0.1:1/', load, { connection: { protocol } });
  const fromMs = performance.now();
  await jitWarmUp(plan);
  return performance.now() - fromMs;
};

/** One test, because a thread stays warm. */
test('a JIT warm-up takes a share of the load at most, happens once per thread and kind, and leaves nothing open', async () => {
  const open = () => process.getActiveResourcesInfo().filter((kind) => kind.startsWith('TCP')).length;
  const before = open();
  expect(await timed({ model: 'closed', connections: 2, requests: 6 })).toBeLessThan(50);
  expect(await timed({ model: 'open', rate: 100, duration: '250ms' })).toBeLessThan(50);
  // A third of the load on undici, whose code is larger, and a fifth on the wire.
  expect(await timed({ model: 'open', rate: 100, duration: '2s' })).toBeGreaterThanOrEqual(testedClient === 'undici' ? 600 : 400);
  expect(await timed({ model: 'open', rate: 100, duration: '2s' })).toBeLessThan(50);
  // A longer load has more to gain; an earlier warm-up counts.
  expect(await timed({ model: 'closed', connections: 2, duration: '5s' }, 'http2')).toBeGreaterThanOrEqual(200);
  for (let tries = 0; tries < 40 && open() > before; tries++) await new Promise((resolve) => setTimeout(resolve, 25));
  expect(open()).toBe(before);
});

test('a process that is warmed up ahead does the last half second with such a load, and all of it with another kind', async () => {
  vi.resetModules();
  const [{ warmUpAhead }, fresh] = [await import('../src/threads/warm-up-ahead.ts'), await import('../src/threads/jit-warm-up.ts')];
  const load = { model: 'open', rate: 100, duration: '1s' } as const;
  const plan = planFor('http://127.0.0.1:1/', load, { connection: { protocol: 'http1' } });
  const timed = async (work: () => Promise<void>) => {
    const fromMs = performance.now();
    await work();
    return performance.now() - fromMs;
  };
  // An order for a load ends it between two rounds.
  const ordered = new AbortController();
  setTimeout(() => ordered.abort(), 50);
  expect(await timed(() => warmUpAhead(plan, ordered.signal))).toBeLessThan(300);
  expect(await timed(() => warmUpAhead(plan, new AbortController().signal))).toBeGreaterThan(testedClient === 'undici' ? 900 : 200);
  const long = { ...load, duration: '1h' };
  const warmed = () => timed(() => fresh.jitWarmUp(planFor('http://127.0.0.1:1/', long, { connection: { protocol: 'http1' } })));
  const kept = await warmed();
  expect([kept > 480, kept < 1000]).toEqual([true, true]);
  // The next load of this process has nothing left to do.
  expect(await warmed()).toBeLessThan(50);
  const other = { protocol: 'http1', keepAlive: false } as const;
  // However short it is, where the process makes others after it.
  const whole = () => fresh.jitWarmUp(planFor('http://127.0.0.1:1/', load, { connection: other }), { whole: true });
  expect(await timed(whole)).toBeGreaterThan(800);
});

/** Watches the warm-up of a cold thread: how many sockets speak TLS, and what requests and answers say of keep-alive. */
async function watchWarmUp(url: string, keepAlive: boolean): Promise<{ plain: number; secure: number; heads: readonly string[] }> {
  vi.resetModules();
  const fresh = await import('../src/threads/jit-warm-up.ts');
  const opened = { plain: 0, secure: 0 };
  const count = (message: unknown) => {
    const { socket } = message as { socket: unknown };
    opened[socket instanceof TLSSocket ? 'secure' : 'plain']++;
  };
  const write = vi.spyOn(Socket.prototype, 'write');
  subscribe('net.client.socket', count);
  try {
    await fresh.jitWarmUp(planFor(url, { model: 'closed', connections: 2, duration: '2s' }, { connection: { keepAlive } }));
    const heads = write.mock.calls
      .map(([piece]) => /^connection: \S+/im.exec(String(piece))?.[0].toLowerCase())
      .filter((found) => found !== undefined);
    return { ...opened, heads };
  } finally {
    unsubscribe('net.client.socket', count);
    write.mockRestore();
  }
}

test.each(['http', 'https'])('a load without keep-alive is warmed up without it, over %s', async (scheme) => {
  const { plain, secure, heads } = await watchWarmUp(`${scheme}://127.0.0.1:1/`, false);
  expect([plain > 0, secure > 0]).toEqual([scheme === 'http', scheme === 'https']);
  // On a busy machine no handshake may be over in a round, and nothing be written.
  expect(heads).not.toContain('connection: keep-alive');
});

test('a load over TLS is warmed up over TLS', async () => {
  const { plain, secure, heads } = await watchWarmUp('https://127.0.0.1:1/', true);
  expect([plain, secure > 0]).toEqual([0, true]);
  expect(heads).not.toContain('connection: close');
});

test.runIf(testedClient === 'wire')('a load of gRPC is warmed up with calls of its kind', async () => {
  vi.resetModules();
  const fresh = await import('../src/threads/jit-warm-up.ts');
  const { write } = Socket.prototype;
  // Read at once: the buffers are used again.
  let calls = 0;
  const watched = vi.spyOn(Socket.prototype, 'write').mockImplementation(function (this: Socket, ...written: Parameters<typeof write>) {
    if (String(written[0]).includes('/warm.Up/client_streaming')) calls++;
    return write.apply(this, written);
  });
  const collect = { call: 'test.Echo/Collect', proto: [{ name: 'echo.proto', text: echoProto }], messagesPerStream: 3 };
  const load = { model: 'closed', connections: 2, duration: '2s' } as const;
  await fresh.jitWarmUp(planFor('grpc://127.0.0.1:1', load, { target: { grpc: collect }, connection: { protocol: 'grpc' } }));
  watched.mockRestore();
  expect(calls).toBeGreaterThan(0);
});

test.runIf(testedClient === 'wire')(
  'an open load is warmed up as on a busy machine, too, where the thread sleeps between requests',
  async () => {
    vi.resetModules();
    const fresh = await import('../src/threads/jit-warm-up.ts');
    const { CoreContention } = await import('../src/pace/core-contention.ts');
    const looks = vi.spyOn(CoreContention.prototype, 'look');
    const plan = planFor('http://127.0.0.1:1/', { model: 'open', rate: 100, duration: '1500ms' }, { connection: { protocol: 'http1' } });
    await fresh.jitWarmUp(plan, { timer: timerMemory(1) });
    expect(looks).toHaveBeenCalledWith(1);
    looks.mockRestore();
  },
);

test('a load of ours that cannot be set up leaves its lane of the timer thread to the next one', async () => {
  const timer = timerMemory(1);
  const load = { model: 'open', rate: 100, duration: '50ms' } as const;
  const plan = planFor('http://127.0.0.1:1/', load, { connection: { protocol: 'http1' } });
  const failing = vi.spyOn(protocolOf(plan), 'createTransport').mockImplementation(() => {
    throw new Error('no memory');
  });
  const target = { url: 'http://127.0.0.1:1/', ca: null, close: () => {} };
  await expect(makeOwnLoad(plan, target, { load, timer, secondUs: 20_000, emit: () => {} })).rejects.toThrow('no memory');
  failing.mockRestore();
  const lane = TimerLane.claim(timer);
  expect(lane).not.toBeNull();
  expect(TimerLane.claim(timer)).toBeNull();
});

const socket = {
  messages: ['hi'] as string[],
  messagesPerConnection: 20,
  messageInterval: '1s',
  ping: '1s',
  published: { jsonPath: '$.at' },
} as const;
test.each([
  ['server-sent events', 'http1', { stream: 'sse' }, 'complete', 3],
  ['events with a last one', 'http1', { stream: { as: 'sse', doneAt: 'bye' } }, 'done', 4],
  ['lines', 'http2', { stream: 'ndjson' }, 'complete', 3],
  ['pieces', 'http1', { stream: 'chunks' }, 'complete', 1],
  ["OpenAI's tokens", 'http1', { stream: { as: 'sse', tokens: 'openai' } }, 'done', 4],
  ["OpenAI's tokens", 'http2', { stream: { as: 'sse', tokens: 'openai' } }, 'done', 4],
  ["Anthropic's tokens", 'http1', { stream: { as: 'sse', tokens: 'anthropic' } }, 'done', 5],
  ['WebSockets', 'websocket', { websocket: socket }, 'rule', 10],
] as const)(
  'a load of streams is warmed up with streams of its kind, which end well: %s over %s',
  async (_, protocol, target, end, messages) => {
    const load = { model: 'closed', connections: 2, requests: 6 } as const;
    const plan = planFor(`${protocol === 'websocket' ? 'ws' : 'http'}://127.0.0.1:1/`, load, { target, connection: { protocol } });
    const listener = await startTargetOf(plan);
    const samples: ThreadSample[] = [];
    await makeOwnLoad(plan, listener, { load, timer: null, secondUs: 20_000, emit: (sample) => samples.push(sample) });
    listener.close();
    const totals = addUp(samples);
    expect(totals.outcomes, totals.errors[0]?.message).toEqual({ response: 6 });
    expect(totals.streamEnds).toEqual({ [end]: 6 });
    expect(totals.messages.received).toBeGreaterThanOrEqual(6 * messages);
    if ('stream' in target && typeof target.stream === 'object' && 'tokens' in target.stream)
      expect(totals.tokens).toMatchObject({ output: 12, streams: 6, counted: 0 });
  },
);
