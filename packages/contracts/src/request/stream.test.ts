import { expect, test } from 'vitest';
import { issueText } from '../api/refusal.ts';
import { planSchema } from '../plan/plan.ts';
import { streamSettings } from './stream.ts';

const load = { model: 'closed', connections: 1, requests: 1 };
const refusalsOf = (target: object, rest: object = {}) => {
  const read = planSchema.safeParse({ version: 1, name: 'streams', target: { url: 'http://127.0.0.1/', ...target }, load, ...rest });
  return read.success ? [] : read.error.issues.map((issue) => [issue.path.join('.'), issueText(issue).message]);
};

test('a plan keeps what was written, and the rest is filled in where it is read', () => {
  const written = { as: 'sse', tokens: 'openai' } as const;
  const { target } = planSchema.parse({ version: 1, name: 'streams', target: { url: 'http://127.0.0.1/', stream: written }, load });
  expect(target?.stream).toEqual(written);
  expect(streamSettings({ stream: 'ndjson' })).toEqual({
    as: 'ndjson',
    doneAt: null,
    doneByEvent: false,
    endAfter: { messages: null, durationMs: null, jsonPath: null },
    reconnect: false,
    maxMessageBytes: 1024 * 1024,
    tokens: null,
  });
  expect(streamSettings({ stream: written })).toMatchObject({ doneAt: '[DONE]', tokens: { shape: 'openai', ttftMs: null, itlMs: null } });
  const anthropic = { as: 'sse', tokens: { shape: 'anthropic', ttft: '500ms', itl: '1.5s' } } as const;
  expect(streamSettings({ stream: anthropic })).toMatchObject({
    doneAt: null,
    doneByEvent: true,
    tokens: { shape: 'anthropic', ttftMs: 500, itlMs: 1500 },
  });
  expect(streamSettings({ stream: { ...anthropic, doneAt: null } })).toMatchObject({ doneAt: null, doneByEvent: false });
  // A plan of an older version has no such field.
  expect(streamSettings({})).toBeNull();
});

test.each([
  ['a form that nobody knows', { stream: 'websocket' }, 'target.stream', 'stream_shape'],
  ['HEAD', { method: 'HEAD', stream: 'sse' }, 'target.stream', 'stream_head'],
  ['ids of lines', { stream: { as: 'ndjson', reconnect: true } }, 'target.stream.reconnect', 'belongs_to'],
  ['tokens in chunks', { stream: { as: 'chunks', tokens: 'openai' } }, 'target.stream.tokens', 'stream_tokens_chunks'],
])('%s is refused', (_, target, path, code) => {
  expect(refusalsOf(target)).toContainEqual([path, code]);
});

test('what needs a whole body, or another answer, is refused beside a stream', () => {
  const checks = [{ bodyContains: 'x' }, { grpcStatus: 'OK' }, { header: { name: 'a', contains: 'b' } }, { messageCount: { min: 1 } }];
  expect(refusalsOf({ stream: 'sse' }, { checks })).toEqual([
    ['checks.0', 'stream_check'],
    ['checks.1', 'stream_check'],
  ]);
  expect(refusalsOf({}, { checks: checks.slice(3) })).toEqual([['checks.0', 'http_check']]);
  const first = { jsonPath: { path: '$.a', equals: 1, message: 'first' } };
  expect([refusalsOf({ stream: 'sse' }, { checks: [first] }), refusalsOf({}, { checks: [first] })]).toEqual([
    [],
    [['checks.0', 'http_check']],
  ]);
  expect(refusalsOf({ stream: 'sse' }, { connection: { pipelining: 2 } })).toEqual([['connection.pipelining', 'pipelining_stream']]);
});

test('a stream stands among the requests of a plan, and gives no value to the next', () => {
  const requests = [
    { name: 'events', url: 'http://127.0.0.1/a', stream: 'sse', extract: { id: '$.id' } },
    { name: 'plain', url: 'http://127.0.0.1/b' },
  ];
  expect(refusalsOf({}, { target: undefined, requests })).toEqual([['requests.0.extract', 'stream_extract']]);
  // A check of the whole plan fits every one of its requests.
  const plain = requests.map(({ extract: _, ...request }) => request);
  const of = (check: object) => refusalsOf({}, { target: undefined, requests: plain, checks: [check] });
  expect([of({ status: 200 }), of({ bodyContains: 'x' }), of({ messageCount: { min: 1 } })]).toEqual([
    [],
    [['checks.0', 'stream_check']],
    [['checks.0', 'http_check']],
  ]);
});

test('figures of messages and of tokens are asked of plans that have them', () => {
  const thresholds = ['first_message p(95) < 1s', 'ttft p(95) < 1s'];
  expect(refusalsOf({ stream: { as: 'sse', tokens: 'openai' } }, { thresholds })).toEqual([]);
  expect(refusalsOf({ stream: 'sse' }, { thresholds }).map(([path]) => path)).toEqual(['thresholds.1']);
  expect(refusalsOf({}, { thresholds }).map(([path]) => path)).toEqual(['thresholds.0', 'thresholds.1']);
});
