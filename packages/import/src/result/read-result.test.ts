import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, test } from 'vitest';
import { readResult } from './read-result.ts';

const fixture = (name: string) => readFileSync(join(import.meta.dirname, '../../fixtures', name), 'utf8');
const percentiles = (name: string) => Object.fromEntries(readResult(fixture(name)).responseTime.percentilesUs);

/** Each figure as it is written in the file. */
test.each([
  [
    'wrk.txt',
    {
      tool: 'wrk',
      url: 'http://127.0.0.1:8932/',
      connections: 4,
      durationMs: 2040,
      requests: 1854,
      failed: 37,
      throughputPerSecond: 908.04,
    },
  ],
  [
    'ab.txt',
    { tool: 'ab', url: 'http://127.0.0.1:8932/', connections: 4, durationMs: 1860, requests: 1500, failed: 30, receivedBytes: 120_420 },
  ],
  ['hey.txt', { tool: 'hey', durationMs: 2002.3, requests: 2081, failed: 41, statuses: { 200: 2040, 503: 41 } }],
  ['oha.json', { tool: 'oha', requests: 2019, failed: 41, statuses: { 200: 1978, 503: 41 } }],
  ['fortio.json', { tool: 'fortio', connections: 4, requests: 596 }],
  ['autocannon.json', { tool: 'autocannon', requests: 2529, failed: 50, durationMs: 2070 }],
  ['vegeta.json', { tool: 'vegeta', requests: 400, failed: 8, statuses: { 200: 392, 503: 8 } }],
  ['k6-summary.json', { tool: 'k6', requests: 61, failed: 1, receivedBytes: 7761 }],
])('%s', (name, expected) => {
  expect(readResult(fixture(name))).toMatchObject({ ...expected, seconds: null });
});

it('reads percentiles in µs', () => {
  expect(percentiles('wrk.txt')).toEqual({ 50: 2840, 75: 6710, 90: 19_800, 99: 79_060 });
  expect(percentiles('ab.txt')).toMatchObject({ 50: 3000, 99: 40_000, 100: 87_000 });
  expect(percentiles('hey.txt')).toMatchObject({ 50: 2900, 99: 23_700 });
  expect(percentiles('oha.json')).toMatchObject({ 50: expect.closeTo(2558.386, 3), 99.9: expect.closeTo(89_198.608, 3) });
  expect(percentiles('autocannon.json')).toMatchObject({ 50: 2000, 97.5: 8000, 99.9: 63_000 });
  expect(percentiles('vegeta.json')).toMatchObject({ 99: expect.closeTo(54_195.301, 3) });
  expect(percentiles('k6-summary.json')).toMatchObject({ 50: expect.closeTo(3317.958, 3), 95: expect.closeTo(11_927.3, 3) });
});

it.each(['k6.csv', 'k6.jsonl'])('%s has seconds, and they add up to what k6 summed itself', (name) => {
  const result = readResult(fixture(name));
  const summary = readResult(fixture('k6-summary.json'));
  expect(result).toMatchObject({ tool: 'k6', url: 'http://127.0.0.1:8932/', requests: summary.requests, failed: summary.failed });
  const times = (result.seconds ?? []).flatMap(({ responseTimesUs }) => responseTimesUs);
  expect(times.length).toBe(61);
  expect(result.responseTime.meanUs).toBeCloseTo(summary.responseTime.meanUs ?? 0, 0);
  expect(result.responseTime.maxUs).toBeCloseTo(summary.responseTime.maxUs ?? 0, 0);
  expect((result.seconds ?? []).map(({ second }) => second)).toEqual([0, 1, 2, 3].slice(0, result.seconds?.length));
});

test('ghz has its calls one by one, and they add up to what it summed itself', () => {
  const result = readResult(fixture('ghz.json'));
  expect(result).toMatchObject({ tool: 'ghz', requests: 200, failed: 0, statuses: { OK: 200 } });
  expect(result.seconds?.reduce((sum, { responseTimesUs }) => sum + responseTimesUs.length, 0)).toBe(200);
  expect(result.responseTime.maxUs).toBeCloseTo(7116.755, 3);
});

test('vegeta has its results one by one', () => {
  expect(readResult(fixture('vegeta.csv'))).toMatchObject({
    tool: 'vegeta',
    url: 'http://127.0.0.1:8932/',
    requests: 60,
    seconds: [{ second: 0 }],
  });
});

test('nighthawk, in the shape its documentation has', () => {
  const result = readResult(fixture('nighthawk.json'));
  expect(result).toMatchObject({
    tool: 'nighthawk_client',
    requests: 103,
    failed: 3,
    statuses: { '2xx': 100, '5xx': 2 },
    durationMs: 5000,
  });
  expect(result.responseTime).toMatchObject({ meanUs: 215, minUs: 100, maxUs: 900 });
  expect(result.responseTime.percentilesUs.get(99.0625)).toBe(880);
});

it('refuses what no tool writes', () => {
  expect(() => readResult('{"a": 1}')).toThrow('unknown');
  expect(() => readResult('hello')).toThrow('unknown');
  expect(() => readResult('metric_name,timestamp\n')).toThrow('metric_value');
});
