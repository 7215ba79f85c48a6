import { expect, test } from 'vitest';
import { canStillHold, foreignThreshold, parseThreshold, type Threshold, thresholdSchema, unclearShare } from './threshold.ts';

test.each([
  ['p(99) < 250ms', { figure: 'responseTime', statistic: 'p', percentile: 99, operator: '<', limit: 250_000 }],
  ['p(99.9)<=1.5s', { figure: 'responseTime', statistic: 'p', percentile: 99.9, operator: '<=', limit: 1_500_000 }],
  ['service_p(50) < 900us', { figure: 'serviceTime', statistic: 'p', percentile: 50, limit: 900 }],
  ['mean < 10ms', { figure: 'responseTime', statistic: 'mean', percentile: null, limit: 10_000 }],
  ['error_rate < 1%', { figure: 'errorRate', limit: 0.01 }],
  ['error_rate < 0.5', { figure: 'errorRate', limit: 0.5 }],
  ['throughput > 1000', { figure: 'throughput', operator: '>', limit: 1000 }],
  ['goodput{login} > 300/s', { figure: 'goodput', request: 'login', limit: 300 }],
  ['dropped_share < 0.5%', { figure: 'droppedShare', limit: 0.005 }],
  ['peak_connections <= 200', { figure: 'peakConnections', limit: 200 }],
  ['received_mbps < 800', { figure: 'receivedMbps', limit: 800 }],
  ['dropped <= 0', { figure: 'dropped', limit: 0 }],
  ['first_message p(99) < 50ms', { figure: 'firstMessageTime', statistic: 'p', percentile: 99, limit: 50_000 }],
  ['grpc_first_message p(99) < 50ms', { figure: 'firstMessageTime', name: 'first_message_p', percentile: 99, limit: 50_000 }],
  ['grpc_message_lateness_max<5ms', { figure: 'messageLateness', statistic: 'max', needs: 'messages', limit: 5000 }],
  ['ttft p(95) < 500ms', { figure: 'firstTokenTime', statistic: 'p', percentile: 95, limit: 500_000, needs: 'tokens' }],
  ['itl p99 < 80ms', { figure: 'interTokenTime', percentile: 99, limit: 80_000 }],
  ['publish_p(99) < 1s', { figure: 'publishTime', needs: 'messages' }],
  ['tokens_per_second > 500', { figure: 'tokensPerSecond', limit: 500, needs: 'tokens' }],
  ['goodput > 95%', { figure: 'streamGoodput', limit: 0.95, needs: 'tokens' }],
  ['goodput>99.5 %', { figure: 'streamGoodput', limit: 0.995 }],
  ['goodput > 95', { figure: 'goodput', limit: 95, needs: null }],
  ['grpc_first_message_p(99)<50ms', { figure: 'firstMessageTime', statistic: 'p', percentile: 99, limit: 50_000 }],
  ['grpc_message_gap  mean <= 900us', { figure: 'messageGap', statistic: 'mean', percentile: null, operator: '<=', limit: 900 }],
  ['grpc_round_trip max < 1s', { figure: 'messageRoundTrip', statistic: 'max', limit: 1_000_000 }],
  ['grpc_message_lateness p(99.9) < 1ms', { figure: 'messageLateness', statistic: 'p', percentile: 99.9, limit: 1000 }],
  ['messages > 10000', { figure: 'messages', operator: '>', limit: 10_000 }],
  ['p99 < 250ms', { expression: 'p(99) < 250ms', percentile: 99, limit: 250_000 }],
  ['p99.9<=1.5s', { expression: 'p(99.9)<=1.5s', percentile: 99.9 }],
  ['p999{login} < 2s', { expression: 'p(99.9){login} < 2s', percentile: 99.9, request: 'login' }],
  ['grpc_first_message p99 < 50ms', { percentile: 99, limit: 50_000 }],
  ['p(99) < 250 ms', { expression: 'p(99) < 250ms', limit: 250_000 }],
  ['p(99) < 1m30s', { limit: 90_000_000 }],
  ['throughput > 1,000', { expression: 'throughput > 1000', limit: 1000 }],
  ['throughput > 12,500.5 /s', { limit: 12_500.5 }],
  ['target_memory < 1.5 GiB', { limit: 1.5 * 1024 ** 3 }],
  ['messages_per_second >= 500/s', { figure: 'messagesPerSecond', limit: 500 }],
])('%s is read with its unit', (expression, expected) => {
  expect(parseThreshold(expression)).toMatchObject(expected);
});

test.each([
  ['p99 3s'],
  ['p < 3ms'],
  ['p() < 3ms'],
  ['p(0) < 3ms'],
  ['mean(3) < 3ms'],
  ['error_rate < 200%'],
  ['error_rate < 1ms'],
  ['throughput > fast'],
  ['p(99) == 3ms'],
  ['dropped{login} < 3'],
  ['messages > 10ms'],
  ['messages{chat} > 10'],
  ['throughput > 1,00'],
  ['throughput > 1,0000'],
  ['p(99) < 250 apples'],
  ['grpc_first_message mean(99) < 50ms'],
  ['grpc_first_byte p(99) < 50ms'],
  [''],
])('%j is answered with a sentence', (expression) => {
  expect(parseThreshold(expression)).toHaveProperty('error');
});

test.each([
  ['p99 < 250', 'p(99) < 250ms'],
  ['p99.9 <= 15', 'p(99.9) <= 15ms'],
  ['service_p50{login}', 'service_p(50){login} < 250ms'],
  ['p(99) < 250', 'p(99) < 250ms'],
  ['p(95){login} <= soon', 'p(95){login} <= 250ms'],
  ['p(95)', 'p(95) < 250ms'],
  ['error_rate', 'error_rate < 1%'],
  ['first_message p99 < 50', 'first_message p(99) < 50ms'],
  ['grpc_first_message < 50ms', 'first_message p(99) < 50ms'],
  ['itl max', 'itl max < 250ms'],
  ['ttft < 500ms', 'ttft p(99) < 500ms'],
  ['messages_received', 'messages_received > 10000'],
])('the suggestion for %j can be read: %s', (expression, suggestion) => {
  expect(parseThreshold(expression)).toMatchObject({ error: { values: { suggestion } } });
  expect(parseThreshold(suggestion)).not.toHaveProperty('error');
});

test('messages are known of plans with streams, tokens of those that count them, and a request of the plans that have it', () => {
  const grpc = { target: { grpc: {} }, requests: null };
  const mix = { target: null, requests: [{ name: 'login' }] };
  expect(foreignThreshold('messages > 1', grpc)).toBeNull();
  expect(foreignThreshold('p(99) < 1s', grpc)).toBeNull();
  expect(foreignThreshold('p(99){login} < 1s', mix)).toBeNull();
  expect(foreignThreshold('p(99){cart} < 1s', mix)).toMatchObject({ code: 'no_such_request' });
  expect(foreignThreshold('grpc_message_gap_p(99) < 1s', mix)).toEqual({
    code: 'threshold_streams_only',
    values: { metric: 'message_gap p(99)' },
  });
  for (const [stream, refused] of [
    ['sse', 'threshold_tokens_only'],
    [{ as: 'sse', tokens: null }, 'threshold_tokens_only'],
    [{ as: 'sse', tokens: 'openai' }, undefined],
  ] as const) {
    const llm = { target: null, requests: [{ name: 'login' }, { name: 'chat', stream }] };
    expect(foreignThreshold('message_gap_p(99) < 1s', llm)).toBeNull();
    for (const expression of ['ttft p(95) < 1s', 'goodput > 95%', 'tokens_per_second > 1'])
      expect(foreignThreshold(expression, llm)?.code).toBe(refused);
  }
});

test.each([
  ['messages > 100', true],
  ['peak_in_flight >= 3', true],
  ['messages < 100', false],
  ['throughput > 100', false],
  ['p(99) > 1ms', false],
])('can %s still hold when it is short of its limit? %s', (expression, expected) => {
  expect(canStillHold(parseThreshold(expression) as Threshold)).toBe(expected);
});

test('a plan keeps a threshold as earlier versions read it, and its request by the name that it has', () => {
  expect(thresholdSchema.parse(' p99{a 1,000} < 1,000 ms ')).toBe('p(99){a 1,000} < 1000ms');
  expect(thresholdSchema.parse('grpc_first_message p(99) < 50ms')).toBe('grpc_first_message p(99) < 50ms');
  expect(thresholdSchema.parse('p(95)<1.5s')).toBe('p(95)<1.5s');
});

test('a share without its unit is asked about where both readings make sense, and both are thresholds', () => {
  expect(unclearShare('error_rate < 1')).toEqual({ percent: 'error_rate < 1%', fraction: 'error_rate < 100%' });
  expect(unclearShare('error_rate<0.5')).toEqual({ percent: 'error_rate<0.5%', fraction: 'error_rate<50%' });
  for (const clear of ['error_rate < 1%', 'error_rate < 0.01', 'throughput > 1', 'p(99) < 1s', 'error_rate < 5', 'nonsense'])
    expect(unclearShare(clear), clear).toBeNull();
});
