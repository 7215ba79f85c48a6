import { connect } from 'node:net';
import { demoStreamPaths } from '@plimsoll/contracts/system';
import { listen } from '@plimsoll/testbed/listen';
import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { createStreamStats } from './demo-streams.ts';
import { createHttpDemo } from './http-demo.ts';

const stats = { requests: 0, statuses: {} as Record<string, number>, streams: createStreamStats() };
const { url: base, port, close } = await listen(createHttpDemo(stats, stats));
afterAll(close);
beforeEach(() => void Object.assign(stats, { requests: 0, statuses: {}, streams: Object.assign(stats.streams, createStreamStats()) }));

const ask = (path: string, body: object) => fetch(`${base}${path}`, { method: 'POST', body: JSON.stringify(body) });

/** Read by a parser that is not ours, with the times, in ms, at which events came. */
async function eventsOf(answer: Response) {
  expect(answer.headers.get('content-type')).toMatch('text/event-stream');
  const events: (EventSourceMessage & { atMs: number })[] = [];
  const parser = createParser({ onEvent: (event) => events.push({ ...event, atMs: performance.now() }) });
  for await (const text of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) parser.feed(text);
  return events;
}

const messages = [
  { role: 'system', content: 'You are brief.' },
  { role: 'user', content: [{ type: 'text', text: 'What is a load line?' }] },
];

it('streams chat completions in the shape of OpenAI, with usage when it is asked for', async () => {
  const began = performance.now();
  const asked = { model: 'tiny', messages, max_tokens: 5, stream: true, stream_options: { include_usage: true } };
  const events = await eventsOf(await ask(`${demoStreamPaths.openai}?delayMs=60&gapMs=20`, asked));
  expect(events.at(-1)?.data).toBe('[DONE]');
  const chunks = events.slice(0, -1).map(({ data }) => JSON.parse(data));
  for (const chunk of chunks) expect(chunk).toMatchObject({ object: 'chat.completion.chunk', model: 'tiny', id: chunks[0].id });
  expect(chunks.map(({ choices }) => choices[0]?.delta.content)).toEqual([
    '',
    'The',
    ' load',
    ' line',
    ' shows',
    ' how',
    undefined,
    undefined,
  ]);
  expect(chunks.map(({ choices }) => choices[0]?.finish_reason)).toEqual([null, null, null, null, null, null, 'stop', undefined]);
  expect(chunks.map(({ usage }) => usage)).toEqual([
    ...new Array(7).fill(null),
    { prompt_tokens: 8, completion_tokens: 5, total_tokens: 13 },
  ]);
  const [first = 0, second = 0, third = 0] = events.slice(1).map(({ atMs }) => atMs - began);
  expect(first).toBeGreaterThan(58);
  expect(third - first).toBeGreaterThan(30);
  expect(second).toBeLessThan(third);
  const { messages: written, tokens, ends, firstMs } = stats.streams;
  expect({ written, tokens, ends, statuses: stats.statuses }).toEqual({
    written: 9,
    tokens: { input: 8, output: 5 },
    ends: { complete: 1, cutOff: 0, timedOut: 0 },
    statuses: { 200: 1 },
  });
  expect(firstMs.sum).toBeGreaterThan(58);
  expect(firstMs.sum).toBeLessThan(first + 1);

  const plain = await eventsOf(await ask(`${demoStreamPaths.openai}?maxTokens=2`, { ...asked, stream_options: undefined }));
  expect(plain.map(({ data }) => data).join()).not.toContain('usage');
  expect(plain).toHaveLength(5);
});

it('streams messages in the shape of Anthropic', async () => {
  const events = await eventsOf(
    await ask(`${demoStreamPaths.anthropic}?maxTokens=3&gapMs=1`, { model: 'tiny', system: 'Be brief.', messages, stream: true }),
  );
  expect(events.map(({ event }) => event)).toEqual([
    'message_start',
    'content_block_start',
    'ping',
    ...new Array(3).fill('content_block_delta'),
    'content_block_stop',
    'message_delta',
    'message_stop',
  ]);
  const told = events.map(({ event, data }) => ({ event, ...JSON.parse(data) }));
  for (const { event, type } of told) expect(type).toBe(event);
  expect(told[0].message.usage).toEqual({ input_tokens: 10, output_tokens: 1 });
  expect(told.map(({ delta }) => delta?.text ?? '').join('')).toBe('The load line');
  expect(told[7]).toMatchObject({ delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 3 } });
});

it("streams responses in the shape of OpenAI's newer API", async () => {
  const asked = { model: 'tiny', instructions: 'Be brief.', input: 'How deep?', max_output_tokens: 2, stream: true };
  const events = await eventsOf(await ask(`${demoStreamPaths.responses}?gapMs=1`, asked));
  const told = events.map(({ event, data }) => ({ event, ...JSON.parse(data) }));
  for (const [at, { event, type, sequence_number: number }] of told.entries()) expect([type, number]).toEqual([event, at]);
  expect(told.map(({ type }) => type.replace('response.', ''))).toEqual([
    'created',
    'in_progress',
    'output_item.added',
    'content_part.added',
    'output_text.delta',
    'output_text.delta',
    'output_text.done',
    'content_part.done',
    'output_item.done',
    'completed',
  ]);
  expect(told.at(-1).response).toMatchObject({ status: 'completed', usage: { input_tokens: 4, output_tokens: 2, total_tokens: 6 } });
  const whole = await (await ask(demoStreamPaths.responses, { ...asked, input: messages, stream: undefined })).json();
  expect(whole).toMatchObject({ object: 'response', output: [{ content: [{ type: 'output_text', text: 'The load' }] }] });
  expect((await ask(demoStreamPaths.responses, { messages })).status).toBe(400);
});

it('answers a question that asks for no stream in one piece, and refuses what is none', async () => {
  const whole = await (await ask(`${demoStreamPaths.openai}?gapMs=1`, { messages, max_tokens: 3 })).json();
  expect(whole).toMatchObject({
    object: 'chat.completion',
    choices: [{ message: { content: 'The load line' } }],
    usage: { total_tokens: 11 },
  });
  expect((await fetch(`${base}${demoStreamPaths.anthropic}`)).status).toBe(400);
  expect((await ask(demoStreamPaths.openai, {})).status).toBe(400);
  expect((await ask(demoStreamPaths.openai, { messages: ['x'.repeat(1_100_000)] })).status).toBe(413);
  expect(stats.streams.begun).toBe(0);
});

it('streams events that go on after the last one a client had, and lines of JSON', async () => {
  const url = `${base}${demoStreamPaths.sse}?events=3&gapMs=1&bytes=20`;
  const ids = async (headers: HeadersInit) => (await eventsOf(await fetch(url, { headers }))).map(({ id, data }) => [id, data.length]);
  expect(await ids({})).toEqual([
    ['1', 20],
    ['2', 20],
    ['3', 20],
  ]);
  expect((await ids({ 'last-event-id': '7' }))[0]).toEqual(['8', 20]);
  const lines = await (await fetch(`${base}${demoStreamPaths.ndjson}?events=2&gapMs=1&bytes=3`)).text();
  expect(lines).toBe('{"nth":1,"data":"pli"}\n{"nth":2,"data":"pli"}\n');
  expect(stats.streams).toMatchObject({ begun: 3, open: 0, resumed: 1, messages: 8, tokens: { input: 0, output: 0 } });
});

it('stalls once, in the middle', async () => {
  const events = await eventsOf(await fetch(`${base}${demoStreamPaths.sse}?events=4&gapMs=1&stallMs=80`));
  const gaps = events.slice(1).map(({ atMs }, nth) => atMs - (events[nth]?.atMs ?? 0));
  expect(gaps[1]).toBeGreaterThan(70);
  expect(Math.max(gaps[0] ?? 0, gaps[2] ?? 0)).toBeLessThan(50);
});

it('makes streams slower the more of them share its capacity', async () => {
  const tookMs = async (count: number) => {
    const began = performance.now();
    const all = Array.from({ length: count }, () => fetch(`${base}${demoStreamPaths.sse}?events=11&gapMs=10&capacity=2`));
    for (const answer of await Promise.all(all)) await answer.text();
    return performance.now() - began;
  };
  expect(await tookMs(2)).toBeLessThan(190);
  expect(await tookMs(8)).toBeGreaterThan(350);
});

it('writes no further for a client that does not read, and counts one that leaves as cut off', async () => {
  const before = process.memoryUsage().arrayBuffers;
  const socket = connect(port, '127.0.0.1').pause();
  socket.write(`GET ${demoStreamPaths.sse}?events=1000000&bytes=100000&gapMs=0 HTTP/1.1\r\nhost: demo\r\n\r\n`);
  await expect.poll(() => stats.streams.messages).toBeGreaterThan(1);
  await new Promise((resolve) => setTimeout(resolve, 300));
  const written = stats.streams.messages;
  expect(written).toBeLessThan(200);
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(30_000_000);
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(stats.streams.messages).toBe(written);
  socket.destroy();
  await expect.poll(() => stats.streams.ends.cutOff).toBe(1);
  expect(stats.streams.open).toBe(0);
});
