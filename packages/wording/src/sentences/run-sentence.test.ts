import { type PlanInput, planSchema } from '@plimsoll/contracts/plan';
import type { Run } from '@plimsoll/contracts/run';
import type { Summary } from '@plimsoll/contracts/summary';
import { afterEach, expect, test } from 'vitest';
import { addLanguage, speakTo } from '../words.ts';
import { chinese } from '../zh/chinese.ts';
import { runEndSentence } from './run-end-sentence.ts';
import { failureAdvice, runSentence, runVerdict } from './run-sentence.ts';

const plain = (text: string) => text.replaceAll('\u00a0', ' ');
const summary = {
  requests: 132_350,
  durationMs: 10_000,
  throughputPerSecond: 13_235,
  outcomes: { connect_refused: 132_350 },
  failed: 132_350,
  errorRate: 1,
  statuses: {},
  errors: [],
  responseTime: { p99Us: null },
} as unknown as Summary;
const planOf = (change: Partial<PlanInput> = {}) =>
  planSchema.parse({
    version: 1,
    name: 'p',
    target: { url: 'http://127.0.0.1:1/' },
    load: { model: 'closed', connections: 1, requests: 1 },
    ...change,
  });
const socket = { url: 'ws://127.0.0.1:1/', websocket: { messages: ['a'] } };
const sockets = planOf({ target: socket, connection: { protocol: 'websocket' } });
const said = (change: Partial<Run>) =>
  plain(runSentence({ state: 'completed', stateReason: null, summary, thresholds: [], plan: planOf(), ...change } as Run));
afterEach(() => speakTo(() => 'en'));

test('a run that was never answered says so, has no throughput, and says once that it stopped by itself', () => {
  const stateReason = 'Stopped by itself: nothing but connection errors for 10 s (132 350 of them).';
  expect(said({ state: 'auto_stopped', stateReason })).toBe(
    'Nothing answered: connection refused. Nothing but connection errors for 10 s (132 350 of them). 132 k requests in 10 s.',
  );
});

test('good answers and dropped requests lead where planned and sent differ', () => {
  const overload = { ...summary, outcomes: { response: 100 }, errorRate: 0.4, responseTime: { p99Us: 1000 }, goodputPerSecond: 300 };
  expect(said({ summary: { ...overload, droppedShare: 0.25 } as unknown as Summary })).toMatch(
    /300\/s good answers, 25 % of the planned requests never sent: 132 k requests in 10 s, p99 of what was sent 1(\.\d+)? ms, 40 % errors\.$/,
  );
  const short = { ...overload, droppedShare: 0.25 } as unknown as Summary;
  const calls = planOf({
    target: { url: 'grpc://127.0.0.1:1', grpc: { call: 'a.B/C', reflection: true } },
    connection: { protocol: 'grpc' },
  });
  expect(said({ plan: calls, summary: short })).toMatch(/25 % of the planned calls never sent: 132 k calls in 10 s,/);
  expect(said({ plan: sockets, summary: short })).toMatch(
    /300\/s ended well, 25 % of the planned connections never opened: 132 k connections in 10 s,/,
  );
});

test('an end counts calls where the plan makes calls, and connections where it makes WebSockets', () => {
  const ends = (calls: { calls?: boolean; sockets?: boolean }) =>
    [
      { kind: 'requestsSent', requests: 1000, ...calls } as const,
      { kind: 'requestsSent', requests: 1, ...calls } as const,
      { kind: 'timeOver', duration: '10s', requests: 100, ...calls } as const,
      { kind: 'mostlyErrors', seconds: 60, failed: 9, finished: 10, ...calls } as const,
    ].map((end) => plain(runEndSentence(end)));
  expect(ends({})).toEqual([
    'All 1000 requests were sent.',
    'Its one request was sent.',
    'The duration of 10s is over, before its 100 requests.',
    'Stopped by itself: 9 of 10 requests failed in the last 60 s.',
  ]);
  expect(ends({ calls: true })).toEqual([
    'All 1000 calls were made.',
    'Its one call was made.',
    'The duration of 10s is over, before its 100 calls.',
    'Stopped by itself: 9 of 10 calls failed in the last 60 s.',
  ]);
  expect(ends({ sockets: true })).toEqual([
    'All 1000 connections were made.',
    'Its one connection was made.',
    'The duration of 10s is over, before its 100 connections.',
    'Stopped by itself: 9 of 10 connections failed in the last 60 s.',
  ]);
});

test('good answers lead where many failed, and what was not timed is not named', () => {
  const half = { requests: 1000, outcomes: { response: 1000 }, failed: 520, errorRate: 0.52, droppedShare: 0, goodputPerSecond: 48 };
  const failing = { ...summary, ...half, responseTime: { p99Us: 25_000 } } as unknown as Summary;
  expect(said({ summary: failing })).toBe('52 % failed. 48/s OK, 52/s failed: 1000 requests in 10 s, p99 25 ms.');
  const because = (...counts: readonly number[]) => {
    const errors = counts.map((count, at) => ({ kind: ['connect_refused', '503'][at], count, example: null }));
    return said({ summary: { ...failing, errors } as unknown as Summary });
  };
  expect(because(520)).toContain('48/s OK, 52/s failed (connection refused): 1000 requests');
  expect(because(300, 220)).toContain('52/s failed (mostly connection refused): ');
  expect(because(260, 260)).toContain('52/s failed: ');
  const untimed = { ...failing, responseTime: { p99Us: null } } as unknown as Summary;
  expect(said({ state: 'stopped', summary: untimed })).toBe('Stopped, 52 % failed. 48/s OK, 52/s failed: 1000 requests in 10 s.');
  const thresholds = [{ expression: 'p(99) < 250ms', value: 25_000, passed: true }];
  expect(runVerdict({ state: 'completed', stateReason: null, ending: null, summary: failing, thresholds }, null, planOf()).tone).toBe(
    'warn',
  );
});

test('a run of answers that all failed says what they were, before the thresholds that it broke', () => {
  const errors = [{ kind: '503', count: 1000, example: null }];
  const failing = { ...summary, requests: 1000, outcomes: { response: 1000 }, failed: 1000, errorRate: 1, errors } as unknown as Summary;
  const thresholds = [{ expression: 'error_rate < 1%', value: 1, passed: false }];
  expect(said({ summary: failing, thresholds })).toBe('All failed: HTTP 503. The threshold failed. 1000 requests in 10 s.');
  expect(failureAdvice(failing)).toBe('The target refuses the load: plan less, or read its log.');
  expect(failureAdvice(summary)).toBe('Check that the target runs, and that its address and port are right.');
  const example = { second: 0, outcome: 'response', status: 500, message: 'The status counts as an error.', body: 'no', request: null };
  const withExample = [{ kind: '500', count: 1000, example }] as unknown as Summary['errors'];
  expect(failureAdvice({ ...failing, errors: withExample })).toMatch(/^Read the examples/);
  expect(failureAdvice({ ...failing, errors: [] })).toBeNull();
  expect(failureAdvice({ ...failing, errorRate: 0.5 })).toBeNull();
});

test('a run that its one threshold ended says once that it failed', () => {
  const ending = { kind: 'thresholdBroken', threshold: 'p(95) < 20ms', seconds: 10 } as const;
  const answered = { requests: 495, outcomes: { response: 495 }, failed: 0, errorRate: 0, throughputPerSecond: 49.5 };
  const timed = { ...summary, ...answered, responseTime: { p99Us: 136_000 } } as unknown as Summary;
  const broken = { expression: 'p(95) < 20ms', value: 111_000, passed: false };
  const other = { expression: 'error_rate < 1%', value: 0, passed: true };
  const ended = { state: 'auto_stopped', stateReason: runEndSentence(ending), ending, summary: timed } as const;
  expect(said({ ...ended, thresholds: [broken] })).toBe(
    'The threshold "p(95) < 20ms" failed after 10 s. 495 requests in 10 s at 49.5/s, p99 136 ms, no errors.',
  );
  expect(said({ ...ended, thresholds: [broken, other] })).toMatch(/^1 of 2 thresholds failed. The threshold "p\(95\) < 20ms" failed after/);
  expect(said({ ...ended, thresholds: [{ ...broken, value: 19_000, passed: true }] })).toMatch(
    /^The threshold passes. The threshold "p\(95\) < 20ms" failed after 10 s./,
  );
});

test('a run that was answered has its throughput, and a reason of other words stays as it is', () => {
  const answered = {
    ...summary,
    outcomes: { response: 100 },
    failed: 0,
    errorRate: 0,
    responseTime: { p99Us: 1000 },
  } as unknown as Summary;
  expect(said({ state: 'stopped', stateReason: 'The load was stopped.', summary: answered })).toMatch(
    /^Stopped\. The load was stopped\. 132 k requests in 10 s at 13 \d+\/s, p99 1(\.\d+)? ms, no errors\.$/,
  );
});

test('a run of redirects says that it measured redirects; one of 304s does not', () => {
  const answered = { ...summary, outcomes: { response: 100 }, failed: 0, errorRate: 0, responseTime: { p99Us: 1000 } };
  const of = (statuses: Record<string, number>) => said({ summary: { ...answered, statuses } as unknown as Summary });
  expect(of({ '302': 98, '200': 2 })).toMatch(/98 % of the answers were redirects \(302\): what they lead to was not measured\./);
  const told = { ...answered, statuses: { '302': 100 }, redirectTo: 'https://shop.example/in' } as unknown as Summary;
  expect(said({ summary: told })).toContain(
    'redirects (302 to https://shop.example/in), which are not followed: what they lead to was not',
  );
  expect(of({ '302': 10, '200': 90 })).not.toContain('redirects');
  expect(of({ '304': 100 })).not.toContain('redirects');
});

const times = (us: number, count = 100) => ({ count, p50Us: us / 2, p95Us: us, p99Us: 2 * us });
/** A run that was answered for 2 s each, and what its streams brought. */
const streamed = (stream: object, change: object = {}) =>
  ({
    ...{ ...summary, requests: 100, throughputPerSecond: 10, outcomes: { response: 100 }, failed: 0, errorRate: 0, grpc: null },
    ...{
      responseTime: times(1_000_000),
      stream: { ...times(0, 0), firstMessageTime: times(20_000), messageGap: times(5000, 400), ...stream },
    },
    ...change,
  }) as unknown as Summary;
const sse = planOf({ target: { url: 'http://127.0.0.1:1/', stream: 'sse' } });
const each = '100 requests in 10 s at 10/s';

test('a run of streams is told by the time that its users wait for, in each of its sentences', () => {
  expect(said({ plan: sse, summary: streamed({}) })).toBe(`Completed. ${each}, p95 time to first message 20 ms, no errors.`);
  const tokens = { firstTokenTime: times(320_000), interTokenTime: times(9000) };
  expect(said({ plan: sse, summary: streamed({ tokens }) })).toBe(`Completed. ${each}, p95 TTFT 320 ms, no errors.`);
  const connections = each.replace('requests', 'connections');
  const answered = streamed({ messageRoundTrip: times(3000, 500) });
  expect(said({ plan: sockets, summary: answered })).toBe(`Completed. ${connections}, p95 message round trip 3 ms, no errors.`);
  const published = (us: number, count = 500) => said({ plan: sockets, summary: streamed({ publishTime: times(us, count) }) });
  expect(published(4000)).toBe(`Completed. ${connections}, p95 time from publishing 4 ms, no errors.`);
  // A clock that is ahead, and a time that few messages carry, tell nothing.
  for (const untold of [published(0), published(4000, 50)]) expect(untold).toContain('p95 time to first message 20 ms');
  const short = streamed({ tokens }, { droppedShare: 0.25, goodputPerSecond: 8 });
  expect(said({ plan: sse, summary: short })).toContain(', p95 TTFT of what was sent 320 ms, no errors.');
  const failing = streamed({ tokens }, { failed: 50, errorRate: 0.5, goodputPerSecond: 5 });
  expect(said({ plan: sse, summary: failing })).toBe('50 % failed. 5/s OK, 5/s failed: 100 requests in 10 s, p95 TTFT 320 ms.');
  addLanguage('zh', chinese);
  speakTo(() => 'zh');
  expect(said({ plan: sse, summary: streamed({ tokens }) })).toContain('，TTFT 首 token 时间 p95 320 ms，无错误。');
  expect(said({ plan: sse, summary: short })).toContain('，已发送请求的 TTFT 首 token 时间 p95 320 ms');
});

test('plain requests, unary calls, mixes and streams of which nothing is known go by p99 of the answer', () => {
  const usual = ', p99 2 s, no errors.';
  expect(said({ summary: streamed({}) })).toContain(usual);
  expect(said({ plan: sse, summary: streamed({ messageGap: times(0, 0) }) })).toContain(usual);
  const mixed = planOf({
    target: null,
    requests: [
      { name: 'events', url: 'http://127.0.0.1:1/', stream: 'sse' },
      { name: 'page', url: 'http://127.0.0.1:1/' },
    ],
  });
  expect(said({ plan: mixed, summary: streamed({}) })).toContain(usual);
  expect(said({ plan: sse, summary: streamed({}, { stream: null }) })).toContain(usual);
  // An earlier version kept them of gRPC alone, under names of its own.
  const messages = { sent: 100, received: 500, sentBytes: 1, receivedBytes: 1 };
  const grpc = { messages, firstMessageTime: times(20_000), messageGap: times(5000, 400), messageRoundTrip: null, messageLateness: null };
  const calls = planOf({
    target: { url: 'grpc://127.0.0.1:1', grpc: { call: 'a.B/C', reflection: true } },
    connection: { protocol: 'grpc' },
  });
  expect(said({ plan: calls, summary: streamed({}, { stream: undefined, grpc }) })).toContain(', p95 time to first message 20 ms,');
});

test('what a share shows of a plan tells the same; an older one takes one target that has messages for a stream', () => {
  const shared = (change: object) =>
    ({ connection: { protocol: 'http1' }, streamsOnly: null, requests: [], ...change }) as unknown as Run['plan'];
  const time = (plan: Run['plan'], of = streamed({})) => / at 10\/s, (.*), no errors/.exec(said({ plan, summary: of }))?.[1];
  expect(time(shared({ streamsOnly: true, requests: [{}, {}] }))).toBe('p95 time to first message 20 ms');
  expect(time(shared({ streamsOnly: false }))).toBe('p99 2 s');
  expect(time(shared({}))).toBe('p95 time to first message 20 ms');
  expect(time(shared({}), streamed({}, { stream: null }))).toBe('p99 2 s');
  expect(time(shared({ requests: [{}, {}] }))).toBe('p99 2 s');
  expect(time(shared({ requests: [{}, {}], connection: { protocol: 'grpc' } }))).toBe('p95 time to first message 20 ms');
});
