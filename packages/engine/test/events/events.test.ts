/** Streams over HTTP, held against the log of a server in a process of its own: every message, every end, on both versions of HTTP. */
import type { PlanInput } from '@plimsoll/contracts/plan';
import type { StreamInput } from '@plimsoll/contracts/stream';
import { authority } from '@plimsoll/testbed/certificates';
import { type EventScript, type EventSource, startEventSource } from '@plimsoll/testbed/targets/event-source';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { planFor } from '../support/harness.ts';
import { runLoop } from '../support/run-loop.ts';

let source: EventSource;
beforeAll(async () => {
  source = await startEventSource();
});
beforeEach(() => source.log());
afterAll(() => source.close());

type Spoken = 'http1' | 'http2';
interface Rest extends Omit<Partial<PlanInput>, 'target'> {
  readonly protocol?: Spoken;
  readonly tls?: boolean;
  readonly load?: PlanInput['load'];
  readonly target?: object;
}

/** One stream after another, four times over, but for another `load`. */
async function run(script: EventScript, stream: StreamInput, { protocol = 'http1', tls = false, load, target, ...rest }: Rest = {}) {
  const plan = planFor(source.url(script, protocol, tls), load ?? { model: 'closed', connections: 2, requests: 4 }, {
    timeout: '5s',
    ...rest,
    target: { stream, ...target },
    connection: { protocol, ...(protocol === 'http2' ? { streams: 2 } : {}), ...(tls ? { tls: { ca: authority } } : {}) },
  });
  const totals = await runLoop(plan);
  return { totals, log: await source.log() };
}

describe.each(['http1', 'http2'] as const)('over %s', (protocol) => {
  test.each([
    ['events', { form: 'sse' }, 'sse'],
    ['lines', { form: 'ndjson' }, 'ndjson'],
    ['events in pieces of their bytes', { form: 'sse', pieces: 7 }, 'sse'],
    ['several events in a write', { form: 'sse', batch: 3 }, 'sse'],
  ] as const)('all %s are counted, and connections go on being used', async (_, script, stream) => {
    const { totals, log } = await run({ events: 12, gap: 2, ...script }, stream, { protocol });
    expect(totals.outcomes).toEqual({ response: 4 });
    expect(log.written).toBe(48);
    expect(totals.messages.received).toBe(48);
    expect(totals.streamEnds).toEqual({ complete: 4 });
    expect(totals.firstMessageTime.count).toBe(4);
    expect(totals.messageGap.count + totals.messages.coalesced).toBe(44);
    expect(totals.opened).toBeLessThanOrEqual(2);
  });

  test.each(['gzip', 'deflate', 'br', 'zstd'] as const)('packed as %s, each message has the time of its own flush', async (pack) => {
    const form = pack === 'br' ? 'ndjson' : 'sse';
    const { totals, log } = await run({ events: 12, gap: 5, bytes: 3000, form, pack }, form, { protocol });
    expect(totals).toMatchObject({ outcomes: { response: 4 }, streamEnds: { complete: 4 }, messages: { received: log.written } });
    // Of the messages themselves, while the wire has what they were packed to.
    expect(totals.messages.receivedBytes).toBeGreaterThan(48 * 3000);
    expect(totals.bytes.received).toBeLessThan(48 * 1000);
    expect(totals.messageGap.count + totals.messages.coalesced).toBe(44);
    expect(totals.messageGap.p50Us).toBeGreaterThan(3000);
  });

  test('of a packed stream the plan ends, only what came counts; one that is cut off fails', async () => {
    const script = { events: 50, gap: 10, pack: 'gzip' } as const;
    const ended = await run(script, { as: 'sse', endAfter: { messages: 3 } }, { protocol });
    expect(ended.totals).toMatchObject({ outcomes: { response: 4 }, streamEnds: { rule: 4 }, messages: { received: 12 } });
    const cut = await run({ events: 5, gap: 2, pack: 'gzip', end: 'cut' }, 'sse', { protocol });
    expect(cut.totals).toMatchObject({ done: 0, messages: { received: 20 } });
  });

  test('over TLS, streams and tokens are counted as without it', async () => {
    const script = { form: 'openai', events: 6, gap: 5, usage: true } as const;
    const { totals, log } = await run(script, { as: 'sse', tokens: 'openai' }, { protocol, tls: true });
    expect(totals).toMatchObject({ outcomes: { response: 4 }, streamEnds: { done: 4 }, messages: { received: log.written } });
    expect(totals.tokens).toEqual({ input: 44, output: 24, streams: 4, counted: 0, good: 4 });
    expect(totals.tlsTime.count).toBe(totals.opened);
  });

  test('a stream that is cut off by its target fails, and what came counts', async () => {
    const { totals, log } = await run({ events: 5, gap: 2, end: 'cut' }, 'sse', { protocol });
    expect(totals.done).toBe(0);
    expect(totals.streamEnds).toEqual({ closed_early: 4 });
    expect(totals.messages.received).toBe(log.written);
  });

  test('a stream ends by its last message, and fails without it', async () => {
    const whole = await run({ form: 'openai', events: 3 }, { as: 'sse', doneAt: '[DONE]' }, { protocol });
    expect(whole.totals).toMatchObject({ outcomes: { response: 4 }, streamEnds: { done: 4 }, messages: { received: whole.log.written } });
    const undone = await run({ form: 'openai', events: 3, end: 'undone' }, { as: 'sse', doneAt: '[DONE]' }, { protocol });
    expect(undone.totals).toMatchObject({ outcomes: { closed_early: 4 }, streamEnds: { closed_early: 4 } });
    expect(undone.totals.errors[0]?.message).toContain('[DONE]');
  });

  test.each([
    ['so many messages', { messages: 3 }, 3],
    ['what a message says', { jsonPath: { path: '$.n', equals: 4 } }, 5],
  ])('the plan ends a stream after %s, and that is good', async (_, endAfter, messages) => {
    const { totals, log } = await run({ events: 50, gap: 20 }, { as: 'sse', endAfter }, { protocol });
    expect(totals).toMatchObject({ outcomes: { response: 4 }, done: 4, streamEnds: { rule: 4 }, messages: { received: 4 * messages } });
    expect(log.requests).toBe(4);
    expect(log.written).toBeLessThan(100);
  });

  test('the plan ends a stream after a time, even one that says nothing', async () => {
    const { totals } = await run({ events: 1, end: 'open' }, { as: 'sse', endAfter: { duration: '150ms' } }, { protocol });
    expect(totals).toMatchObject({ outcomes: { response: 4 }, streamEnds: { rule: 4 }, messages: { received: 4 } });
    expect(totals.responseTime.minUs).toBeGreaterThanOrEqual(149_000);
  });

  test('streams that are open when the load ends, or at their timeout, are counted as that', async () => {
    const load = { model: 'closed', connections: 3, duration: '500ms' } as const;
    const cut = await run({ events: 5, end: 'open' }, 'sse', { protocol, load });
    const streams = protocol === 'http2' ? 6 : 3;
    expect(cut.totals).toMatchObject({
      outcomes: { cut_off: streams },
      streamEnds: { cut_off: streams },
      messages: { received: 5 * streams },
    });
    const late = await run({ events: 2, end: 'open' }, 'ndjson', { protocol, timeout: '200ms' });
    expect(late.totals).toMatchObject({ outcomes: { timeout: 4 }, streamEnds: { timed_out: 4 } });
  });

  test('tokens are counted by usage or by messages, and their times are those of the target', async () => {
    const model = { form: 'openai', events: 6, first: 60, gap: 20 } as const;
    // A token that comes in one read with the one before has no time of its own: the gap is longer than a busy machine stands still.
    const apart = { ...model, gap: 120, usage: true };
    const told = await run(apart, { as: 'sse', tokens: { shape: 'openai', ttft: '2s', itl: '1s' } }, { protocol });
    expect(told.totals.tokens).toEqual({ input: 44, output: 24, streams: 4, counted: 0, good: 4 });
    expect(told.totals.streamEnds).toEqual({ done: 4 });
    expect([told.totals.firstTokenTime.count, told.totals.secondTokenTime.count, told.totals.interTokenTime.count]).toEqual([4, 4, 4]);
    expect(told.totals.firstTokenTime.minUs).toBeGreaterThanOrEqual(Math.min(...told.log.firstsUs) - 1000);
    const counted = await run(model, { as: 'sse', tokens: { shape: 'openai', ttft: '10ms' } }, { protocol });
    expect(counted.totals.tokens).toEqual({ input: 0, output: 24, streams: 4, counted: 4, good: 0 });
    const other = await run({ ...model, form: 'anthropic' }, { as: 'sse', tokens: 'anthropic' }, { protocol });
    expect(other.totals.tokens).toEqual({ input: 44, output: 24, streams: 4, counted: 0, good: 4 });
    expect(other.totals.streamEnds).toEqual({ done: 4 });
    const responses = await run({ ...model, form: 'responses', usage: true }, { as: 'sse', tokens: 'openai' }, { protocol });
    expect(responses.totals).toMatchObject({ streamEnds: { done: 4 }, tokens: { input: 44, output: 24, streams: 4, counted: 0, good: 4 } });
  });

  test('an error that a model tells in its stream fails the request', async () => {
    const { totals } = await run({ form: 'openai', events: 4, errorAt: 2 }, { as: 'sse', tokens: 'openai' }, { protocol });
    expect(totals).toMatchObject({ outcomes: { check_failed: 4 }, tokens: { streams: 4, good: 0 } });
    expect(totals.errors[0]?.message).toContain('the model is gone');
  });

  test('messages are checked, and the mark of the end is no message with content', async () => {
    const path = '$.object';
    const checks = [
      { jsonPath: { path, equals: 'chat.completion.chunk', message: 'every' as const } },
      { messageCount: { min: 5, max: 5 } },
    ];
    const good = await run({ form: 'openai', events: 3 }, { as: 'sse', doneAt: '[DONE]' }, { protocol, checks });
    expect(good.totals.outcomes).toEqual({ response: 4 });
    const bad = await run({ events: 3 }, 'sse', { protocol, checks: [{ jsonPath: { path: '$.n', equals: 0, message: 'last' } }] });
    expect(bad.totals.outcomes).toEqual({ check_failed: 4 });
    expect(bad.totals.errors[0]?.body).toContain('"n":2');
    const numbered = await run({ events: 3 }, 'sse', { protocol, checks: [{ messageSequence: { path: '$.n' } }] });
    expect(numbered.totals.outcomes).toEqual({ response: 4 });
  });
});

test('a stream goes on after the last id that came', async () => {
  const stream = { as: 'sse', reconnect: true, endAfter: { messages: 3 } } as const;
  const load = { model: 'closed', connections: 1, requests: 4 } as const;
  const { totals, log } = await run({ events: 20, gap: 1 }, stream, { load });
  expect(totals.outcomes).toEqual({ response: 4 });
  expect(log.lastIds).toEqual(['', '2', '5', '8']);
});

test('whatever comes at once is a message of chunks', async () => {
  const { totals } = await run({ events: 5, gap: 40, bytes: 30_000 }, 'chunks');
  expect(totals).toMatchObject({ outcomes: { response: 4 }, streamEnds: { complete: 4 } });
  // A large one may come in several turns, and two in one.
  expect(totals.messages.received).toBeGreaterThanOrEqual(12);
  expect(totals.messages.received).toBeLessThan(60);
  expect(totals.messages.receivedBytes).toBeGreaterThan(4 * 5 * 30_000);
});
