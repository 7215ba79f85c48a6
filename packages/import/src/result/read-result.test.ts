import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, test } from 'vitest';
import { ImportError } from '../import-error.ts';
import { type ImportedRequests, type ImportedSummary, sumCounts } from './imported-result.ts';
import { readResult } from './read-result.ts';

const fixture = (name: string) => readFileSync(join(import.meta.dirname, '../../fixtures', name), 'utf8');
const readSums = (name: string): ImportedSummary => {
  const result = readResult(fixture(name));
  if (result.data !== 'summary') throw new Error(`${name} has more than sums`);
  return result;
};
const readRequests = (text: string): ImportedRequests => {
  const result = readResult(text);
  if (result.data !== 'requests') throw new Error('no requests');
  return result;
};
const percentiles = (name: string) => Object.fromEntries(readSums(name).sums.responseTime.percentilesUs);
const total = ({ seconds }: ImportedRequests, of: (second: ImportedRequests['seconds'][number]) => number) =>
  seconds.reduce((sum, second) => sum + of(second), 0);
const listTimes = ({ seconds }: ImportedRequests) =>
  seconds.flatMap((one) => [...one.goodTimesUs, ...one.failedTimesUs, ...one.timeoutTimesUs]);
const refusalOf = (text: string) => {
  try {
    readResult(text);
  } catch (error) {
    if (error instanceof ImportError) return error.refusal;
    throw error;
  }
  return null;
};

/** Each figure as it is written in the file. */
test.each([
  [
    'wrk.txt',
    { tool: 'wrk', url: 'http://127.0.0.1:8932/', connections: 4 },
    { durationMs: 2040, requests: 1854, failed: 37, throughputPerSecond: 908.04 },
  ],
  [
    'ab.txt',
    { tool: 'ab', url: 'http://127.0.0.1:8932/', connections: 4, version: '2.3' },
    { durationMs: 1860, requests: 1500, failed: 30, receivedBytes: 120_420 },
  ],
  ['hey.txt', { tool: 'hey' }, { durationMs: 2002.3, requests: 2081, failed: 41, statuses: { 200: 2040, 503: 41 } }],
  ['oha.json', { tool: 'oha' }, { requests: 2019, failed: 41, statuses: { 200: 1978, 503: 41 } }],
  ['fortio.json', { tool: 'fortio', connections: 4, version: '1.63.0' }, { requests: 596 }],
  ['autocannon.json', { tool: 'autocannon' }, { requests: 2529, failed: 50, durationMs: 2070 }],
  ['vegeta.json', { tool: 'vegeta' }, { requests: 400, failed: 8, statuses: { 200: 392, 503: 8 } }],
  ['k6-summary.json', { tool: 'k6' }, { requests: 61, failed: 1, receivedBytes: 7761 }],
])('%s', (name, expected, sums) => {
  const result = readSums(name);
  expect(result).toMatchObject(expected);
  expect(result.sums).toMatchObject(sums);
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
  const result = readRequests(fixture(name));
  const { sums } = readSums('k6-summary.json');
  expect(result).toMatchObject({ tool: 'k6', url: 'http://127.0.0.1:8932/' });
  const times = listTimes(result);
  expect(times.length).toBe(61);
  expect(total(result, ({ sent }) => sent)).toBe(sums.requests);
  expect(total(result, ({ done, failed }) => done + failed)).toBe(sums.requests);
  expect(total(result, ({ failed }) => failed)).toBe(sums.failed);
  expect(times.reduce((sum, us) => sum + us, 0) / times.length).toBeCloseTo(sums.responseTime.meanUs ?? 0, 0);
  expect(Math.max(...times)).toBeCloseTo(sums.responseTime.maxUs ?? 0, 0);
  expect(result.seconds.map(({ second }) => second)).toEqual(result.seconds.map((_, at) => at));
  expect(result.seconds.at(-1)?.inFlight).toBe(0);
});

test('ghz has its calls one by one, and they add up to what it summed itself', () => {
  const result = readRequests(fixture('ghz.json'));
  expect(result).toMatchObject({ tool: 'ghz', url: 'grpc://127.0.0.1:8940', grpcCall: 'fgrpc.PingServer/Ping', lacks: ['messages'] });
  expect(total(result, ({ grpcStatuses }) => grpcStatuses.OK ?? 0)).toBe(200);
  expect(total(result, ({ done }) => done)).toBe(200);
  expect(total(result, ({ failed }) => failed)).toBe(0);
  expect(Math.max(...listTimes(result))).toBeCloseTo(7116.755, 3);
});

test('a status of ghz is the one that the target answered, unless its words say that nobody did', () => {
  const ghz = JSON.parse(fixture('ghz.json')) as { details: object[] };
  const calls = [
    ['OK', ''],
    ['NotFound', 'rpc error: code = NotFound desc = no such host in the catalogue'],
    ['Unavailable', 'rpc error: code = Unavailable desc = overloaded'],
    ['Unavailable', 'rpc error: code = Unavailable desc = connection error: desc = "dial tcp: connection refused"'],
    ['DeadlineExceeded', 'rpc error: code = DeadlineExceeded desc = context deadline exceeded'],
    ['Canceled', 'rpc error: code = Canceled desc = grpc: the client connection is closing'],
  ];
  const details = calls.map(([status, error], at) => ({ ...ghz.details[at], status, error }));
  const { seconds } = readRequests(JSON.stringify({ ...ghz, details }));
  expect(seconds).toMatchObject([
    {
      done: 1,
      failed: 4,
      outcomes: { response: 3, connect_refused: 1, timeout: 1, cut_off: 1 },
      grpcStatuses: { OK: 1, NOT_FOUND: 1, UNAVAILABLE: 1 },
    },
  ]);
  expect(seconds[0]?.errors[0]).toMatchObject({ outcome: 'response', status: null, grpcStatus: 'NOT_FOUND' });
});

test('vegeta and hey have their results one by one', () => {
  const vegeta = readRequests(fixture('vegeta.csv'));
  expect(vegeta).toMatchObject({
    tool: 'vegeta',
    url: 'http://127.0.0.1:8932/',
    startedAt: '2026-11-22T14:26:32.279Z',
    seconds: [{ second: 0, sent: 60 }],
  });
  expect(vegeta.seconds[0]?.lengthMs).toBeCloseTo(300, -1);
  const lines = readRequests(fixture('vegeta.jsonl'));
  const { sent, done, failed, statuses, goodTimesUs, failedTimesUs } =
    readRequests(fixture('vegeta.csv').split('\n').slice(0, 20).join('\n')).seconds[0] ?? {};
  expect(lines.seconds[0]).toMatchObject({ sent, done, failed, statuses, goodTimesUs, failedTimesUs });
  const hey = readRequests(fixture('hey.csv'));
  expect([total(hey, ({ sent }) => sent), total(hey, ({ statuses }) => sumCounts(statuses)), hey.startedAt]).toEqual([200, 200, null]);
});

test('nighthawk, in the shape its documentation has', () => {
  const { tool, sums } = readSums('nighthawk.json');
  expect(tool).toBe('nighthawk_client');
  expect(sums).toMatchObject({ requests: 103, failed: 3, statuses: null, durationMs: 5000, unanswered: { no_answer: 1 } });
  expect(sums.responseTime).toMatchObject({ meanUs: 215, minUs: 100, maxUs: 900 });
  expect(sums.responseTime.percentilesUs.get(99.0625)).toBe(880);
});

test('a log of HdrHistogram has an interval a line; those with a tag are parts of those without', () => {
  const log = '#[StartTime: 1795357867.5 (seconds since epoch)]\n0.000,1.000,2.5,AAA\nTag=x,0.000,1.000,2.5,BBB\n1.000,1.000,3.5,CCC\n';
  expect(readResult(log)).toMatchObject({
    tool: 'hlog',
    startedAt: '2026-11-22T14:31:07.500Z',
    intervals: [
      { startMs: 0, lengthMs: 1000, shownMax: 2.5, histogram: 'AAA' },
      { startMs: 1000, histogram: 'CCC' },
    ],
  });
});

const vegetaRow = (sentNs: string, code: string, ns: string, error = '') =>
  `${sentNs},${code},${ns},0,5,${error},,,0,GET,http://127.0.0.1:1/,`;
it('tells how a request ended that had no answer, and keeps the words of the first ones', () => {
  const rows = Array.from({ length: 9 }, () =>
    vegetaRow('1795357592279679827', '0', '3000000', '"dial tcp 127.0.0.1:1: connect: connection refused"'),
  );
  const { seconds } = readRequests([...rows, vegetaRow('1795357593279679827', '0', '1000000', 'context deadline exceeded')].join('\n'));
  expect(seconds.map(({ outcomes, failed }) => [outcomes, failed])).toEqual([
    [{ connect_refused: 9 }, 9],
    [{ timeout: 1 }, 1],
  ]);
  expect(seconds[0]?.errors).toHaveLength(3);
  expect(seconds[0]?.errors[0]?.message).toContain('connection refused');
});

const k6Head = 'metric_name,timestamp,metric_value,check,error,error_code,status,url';
it.each([
  ['{"a": 1}', { code: 'result_unknown' }],
  ['hello', { code: 'result_unknown' }],
  ['', { code: 'result_unknown' }],
  ['metric_name,timestamp\n', { code: 'result_column', values: { column: 'metric_value' } }],
  [`${k6Head}\n`, { code: 'result_empty' }],
  [`${k6Head}\nhttp_req_duration,1795357867,NaN,,,,200,u`, { values: { line: 2, column: 'metric_value', value: 'NaN' } }],
  [`${k6Head}\nhttp_req_duration,1795357867,-5,,,,200,u`, { values: { line: 2, column: 'metric_value', value: '-5' } }],
  [`${k6Head}\nhttp_req_duration,1795357867,1e308,,,,200,u`, { code: 'result_row' }],
  [`${k6Head}\nhttp_req_duration,yesterday,5,,,,200,u`, { values: { line: 2, column: 'timestamp', value: 'yesterday' } }],
  [`${k6Head}\nhttp_req_duration,1000000000,5,,,,200,u\nhttp_req_duration,1795357867,5,,,,200,u`, { code: 'result_span' }],
  [vegetaRow('1795357592279679827', '200', '1e308'), { values: { line: 1, column: 'latency' } }],
  [fixture('wrk.txt').replace('1854 requests', '18 requests'), { code: 'result_figure', values: { figure: 'failed' } }],
  [fixture('oha.json').replace('"total": 2.05', '"total": -2.05'), { values: { figure: 'duration (ms)' } }],
  [fixture('hey.txt').replace('Fastest:\t0.0001', 'Fastest:\t1000000.0'), { values: { figure: 'min (µs)' } }],
  [fixture('vegeta.json').replace('"requests": 400', '"requests": 0.5'), { values: { figure: 'requests' } }],
  [fixture('vegeta.bin'), { code: 'result_binary' }],
])('refuses what cannot be: %#', (text, expected) => {
  expect(refusalOf(text)).toMatchObject(expected);
});
