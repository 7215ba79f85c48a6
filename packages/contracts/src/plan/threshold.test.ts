import { expect, test } from 'vitest';
import { canStillHold, foreignThreshold, parseThreshold, type Threshold } from './threshold.ts';

test.each([
  ['p(99) < 250ms', { metric: 'p', percentile: 99, operator: '<', limit: 250_000 }],
  ['p(99.9)<=1.5s', { metric: 'p', percentile: 99.9, operator: '<=', limit: 1_500_000 }],
  ['service_p(50) < 900us', { metric: 'service_p', percentile: 50, limit: 900 }],
  ['mean < 10ms', { metric: 'mean', percentile: null, limit: 10_000 }],
  ['error_rate < 1%', { metric: 'error_rate', limit: 0.01 }],
  ['error_rate < 0.5', { metric: 'error_rate', limit: 0.5 }],
  ['throughput > 1000', { metric: 'throughput', operator: '>', limit: 1000 }],
  ['goodput{login} > 300/s', { metric: 'goodput', request: 'login', limit: 300 }],
  ['dropped_share < 0.5%', { metric: 'dropped_share', limit: 0.005 }],
  ['peak_connections <= 200', { metric: 'peak_connections', limit: 200 }],
  ['received_mbps < 800', { metric: 'received_mbps', limit: 800 }],
  ['dropped <= 0', { metric: 'dropped', limit: 0 }],
  ['grpc_first_message p(99) < 50ms', { metric: 'grpc_first_message_p', percentile: 99, limit: 50_000 }],
  ['grpc_first_message_p(99)<50ms', { metric: 'grpc_first_message_p', percentile: 99, limit: 50_000 }],
  ['grpc_message_gap  mean <= 900us', { metric: 'grpc_message_gap_mean', percentile: null, operator: '<=', limit: 900 }],
  ['grpc_round_trip max < 1s', { metric: 'grpc_round_trip_max', limit: 1_000_000 }],
  ['grpc_message_lateness p(99.9) < 1ms', { metric: 'grpc_message_lateness_p', percentile: 99.9, limit: 1000 }],
  ['messages > 10000', { metric: 'messages', operator: '>', limit: 10_000 }],
  ['messages_per_second >= 500/s', { metric: 'messages_per_second', limit: 500 }],
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
  ['grpc_first_message mean(99) < 50ms'],
  ['grpc_first_byte p(99) < 50ms'],
  [''],
])('%j is answered with a sentence', (expression) => {
  expect(parseThreshold(expression)).toHaveProperty('error');
});

test.each([
  ['p99 < 250', 'p(99) < 250ms'],
  ['p99.9<=1.5s', 'p(99.9) <= 1.5s'],
  ['p999 < 2s', 'p(99.9) < 2s'],
  ['service_p50{login}', 'service_p(50){login} < 250ms'],
  ['p(99) < 250', 'p(99) < 250ms'],
  ['p(95){login} <= soon', 'p(95){login} <= 250ms'],
  ['p(95)', 'p(95) < 250ms'],
  ['error_rate', 'error_rate < 1%'],
  ['grpc_first_message p99 < 50', 'grpc_first_message p(99) < 50ms'],
  ['grpc_first_message < 50ms', 'grpc_first_message p(99) < 50ms'],
  ['grpc_message_gap max', 'grpc_message_gap max < 250ms'],
  ['messages_received', 'messages_received > 10000'],
])('what is suggested for %j can be read: %s', (expression, suggestion) => {
  expect(parseThreshold(expression)).toMatchObject({ error: { values: { suggestion } } });
  expect(parseThreshold(suggestion)).not.toHaveProperty('error');
});

test('messages are known of gRPC plans alone, and a request of the plans that have it', () => {
  const grpc = { target: { grpc: {} }, requests: null };
  const mix = { target: null, requests: [{ name: 'login' }] };
  expect(foreignThreshold('messages > 1', grpc)).toBeNull();
  expect(foreignThreshold('p(99) < 1s', grpc)).toBeNull();
  expect(foreignThreshold('p(99){login} < 1s', mix)).toBeNull();
  expect(foreignThreshold('p(99){cart} < 1s', mix)).toMatchObject({ code: 'no_such_request' });
  expect(foreignThreshold('grpc_message_gap_p(99) < 1s', mix)).toEqual({
    code: 'threshold_grpc_only',
    values: { metric: 'grpc_message_gap p(99)' },
  });
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
