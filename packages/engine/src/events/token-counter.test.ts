import type { TokenShape } from '@plimsoll/contracts/stream';
import { expect, test } from 'vitest';
import type { StreamFigures } from '../protocol/stream-figures.ts';
import { TokenCounter } from './token-counter.ts';

/** Feeds messages, each as [ms after the send, JSON or text]; answers the counter and what it timed, ms. */
function count(shape: TokenShape, messages: readonly (readonly [number, unknown])[], limits = {}) {
  const taken: { firstTokenTime?: number[]; secondTokenTime?: number[]; interTokenTime?: number[] } = {};
  const times = new Proxy({} as StreamFigures['times'], {
    get: (_, name: keyof typeof taken) => ({
      record: (us: number) => {
        taken[name] = [...(taken[name] ?? []), us / 1000];
      },
    }),
  });
  const tokens = new TokenCounter();
  tokens.reset({ shape, ttftMs: null, itlMs: null, ...limits });
  for (const [ms, message] of messages) {
    const text = typeof message === 'string' ? message : JSON.stringify(message);
    tokens.came(Buffer.from(text), 5_000_000 + ms * 1000, 5_000_000, times);
  }
  tokens.finish(times);
  const { input, output, byMessages, withinLimits, ended, error } = tokens;
  return { input, output, byMessages, withinLimits, ended, error, ...taken };
}

const chunk = (delta: object, rest: object = {}) => ({
  id: 'c1',
  object: 'chat.completion.chunk',
  choices: [{ index: 0, delta, logprobs: null, finish_reason: null }],
  ...rest,
});
const usage = (prompt: number, completion: number) => ({
  usage: { prompt_tokens: prompt, completion_tokens: completion, total_tokens: prompt + completion },
});

test('chat of OpenAI: the first content counts, not the role, and usage is what there was', () => {
  const got = count('openai', [
    [10, chunk({ role: 'assistant', content: '' }, { usage: null })],
    [100, chunk({ content: 'Hel' }, { usage: null })],
    [130, chunk({ content: 'lo' }, { usage: null })],
    [200, chunk({ content: ' "content":""' }, { usage: null })],
    [210, chunk({}, { usage: null })],
    [220, { id: 'c1', choices: [], ...usage(12, 6) }],
  ]);
  expect(got).toMatchObject({ input: 12, output: 6, byMessages: false, error: null });
  // From the first token to the last in five steps.
  expect([got.firstTokenTime, got.secondTokenTime, got.interTokenTime]).toEqual([[100], [30], [20]]);
});

test('without usage, messages with content are counted, and said so', () => {
  const got = count('openai', [
    [100, chunk({ content: 'a' })],
    [150, chunk({ content: 'b' })],
    [300, chunk({ content: 'c' })],
  ]);
  expect(got).toMatchObject({ input: 0, output: 3, byMessages: true, interTokenTime: [100] });
});

test.each([
  ['reasoning', chunk({ content: null, reasoning_content: 'hm' })],
  ['reasoning under its shorter name', chunk({ reasoning: 'hm' })],
  ['a call of a tool', chunk({ tool_calls: [{ index: 0, function: { name: 'look', arguments: '' } }] })],
  ['the arguments of one', chunk({ tool_calls: [{ index: 0, function: { arguments: '{"a' } }] })],
  ['a completion', { object: 'text_completion', choices: [{ index: 0, text: 'a', logprobs: { content: [] } }] }],
  ['content that is written with spaces', '{"choices": [{"delta": {"content": "a"}, "index": 0}]}'],
  ['content beside usage in each chunk', chunk({ content: 'a' }, usage(3, 1))],
])('%s is content', (_, message) => {
  expect(count('openai', [[40, message]])).toMatchObject({ output: 1, firstTokenTime: [40] });
});

test.each([
  ['an empty text', chunk({ content: '' })],
  ['null choices', { choices: null }],
  ['the name of a field as a value', chunk({ role: 'content' })],
  ['a list by that name', chunk({}, { content: ['x'] })],
  ['what is no JSON', 'content'],
])('%s is no content', (_, message) => {
  expect(count('openai', [[40, message]])).toMatchObject({ output: 0, byMessages: true });
});

test.each([
  ['an object', { error: { message: 'overloaded', type: 'server_error' } }, 'overloaded'],
  ['a text', { error: 'overloaded' }, 'overloaded'],
  ['the one of vLLM', { object: 'error', message: 'too long', code: 400 }, 'too long'],
  ['one beside content', { error: { code: 502 }, choices: [{ delta: { content: 'x' } }] }, '{"code":502}'],
])('an error is told as %s', (_, message, text) => {
  expect(count('openai', [[1, message]]).error).toBe(text);
});

test('messages of Anthropic: text, thinking and the input of tools count, usage adds up what was cached', () => {
  const delta = (said: object) => ({ type: 'content_block_delta', index: 0, delta: said });
  const got = count('anthropic', [
    [5, { type: 'message_start', message: { content: [], usage: { input_tokens: 7, cache_read_input_tokens: 20, output_tokens: 1 } } }],
    [6, { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } }],
    [7, { type: 'ping' }],
    [50, delta({ type: 'thinking_delta', thinking: 'hm' })],
    [60, delta({ type: 'signature_delta', signature: 'abc' })],
    [70, delta({ type: 'text_delta', text: 'Hi' })],
    [90, delta({ type: 'input_json_delta', partial_json: '{"a' })],
    [95, delta({ type: 'input_json_delta', partial_json: '' })],
    [96, { type: 'content_block_stop', index: 0 }],
    [97, { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 5 } }],
    [98, { type: 'message_stop' }],
  ]);
  expect(got).toMatchObject({ input: 27, output: 5, byMessages: false, ended: true, error: null });
  expect([got.firstTokenTime, got.secondTokenTime, got.interTokenTime]).toEqual([[50], [20], [10]]);
  const failed = count('anthropic', [[1, { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } }]]);
  expect(failed.error).toBe('Overloaded');
});

test('events of the Responses API: deltas count, what repeats them does not, and the last one has the usage', () => {
  const item = { id: 'm1', type: 'message', role: 'assistant' };
  const done = [{ type: 'output_text', text: 'Hello', annotations: [] }];
  const whole = {
    id: 'r1',
    object: 'response',
    error: null,
    instructions: null,
    reasoning: { effort: null },
    text: { format: { type: 'text' } },
  };
  const begin: [number, unknown][] = [
    [5, { type: 'response.created', sequence_number: 0, response: { ...whole, status: 'in_progress', output: [], usage: null } }],
    [6, { type: 'response.output_item.added', output_index: 0, item: { ...item, content: [] } }],
    [7, { type: 'response.content_part.added', item_id: 'm1', part: { type: 'output_text', text: '', annotations: [] } }],
    [50, { type: 'response.output_text.delta', item_id: 'm1', delta: 'Hel', logprobs: [], sequence_number: 3 }],
    // Python's servers write the type last.
    [80, { content_index: 0, delta: 'lo', item_id: 'm1', logprobs: [], type: 'response.output_text.delta' }],
    [81, { type: 'response.output_text.delta', item_id: 'm1', delta: '' }],
    [90, { type: 'response.output_text.done', item_id: 'm1', text: 'Hello' }],
    [91, { type: 'response.content_part.done', item_id: 'm1', part: done[0] }],
    [92, { type: 'response.output_item.done', output_index: 0, item: { ...item, content: done } }],
  ];
  const usage = { input_tokens: 9, input_tokens_details: { cached_tokens: 4 }, output_tokens: 4, total_tokens: 13 };
  const last = (type: string, rest: object = {}) => ({
    type,
    response: { ...whole, output: [{ ...item, content: done }], usage, ...rest },
  });
  const got = count('openai', [...begin, [95, last('response.completed')]]);
  expect(got).toMatchObject({ input: 9, output: 4, byMessages: false, ended: true, error: null });
  expect([got.firstTokenTime, got.secondTokenTime, got.interTokenTime]).toEqual([[50], [30], [10]]);
  expect(count('openai', begin)).toMatchObject({ output: 2, byMessages: true, ended: false });
  expect(count('openai', [...begin, [95, last('response.incomplete')]])).toMatchObject({ ended: true, error: null });
  const failed = last('response.failed', { usage: null, error: { code: 'server_error', message: 'gone' } });
  expect(count('openai', [...begin, [95, failed]])).toMatchObject({ output: 2, error: 'gone' });
  expect(count('openai', [[1, { type: 'error', code: 'rate_limit', message: 'slow down' }]]).error).toBe('slow down');
  const call = { type: 'response.function_call_arguments.delta', item_id: 'f1', delta: '{"a' };
  expect(count('openai', [[40, call]])).toMatchObject({ output: 1, firstTokenTime: [40] });
});

test('a stream is good within its limits: one without a token came too late', () => {
  const said: [number, unknown][] = [
    [100, chunk({ content: 'a' })],
    [140, chunk({ content: 'b' })],
  ];
  expect(count('openai', said, { ttftMs: 100, itlMs: 40 }).withinLimits).toBe(true);
  expect(count('openai', said, { ttftMs: 99 }).withinLimits).toBe(false);
  expect(count('openai', said, { itlMs: 39 }).withinLimits).toBe(false);
  expect(count('openai', [], { ttftMs: 100 }).withinLimits).toBe(false);
  expect(count('openai', []).withinLimits).toBe(true);
});

test('a second token that came in the read of the first has no time of its own', () => {
  const got = count('openai', [
    [100, chunk({ content: 'a' })],
    [100, chunk({ content: 'b' })],
    [200, chunk({ content: 'c' })],
  ]);
  expect(got).not.toHaveProperty('secondTokenTime');
  expect(got.interTokenTime).toEqual([50]);
});
