import { expect, test } from 'vitest';
import { parseThreshold } from './threshold.ts';

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
])('what is suggested for %j can be read: %s', (expression, suggestion) => {
  expect(parseThreshold(expression)).toMatchObject({ error: { values: { suggestion } } });
  expect(parseThreshold(suggestion)).not.toHaveProperty('error');
});
