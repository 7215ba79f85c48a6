import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { merge, valueAt } from '@plimsoll/statistics/histogram';
import { describe, expect, it, test } from 'vitest';
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
const timesOf = ({ seconds }: ImportedRequests) => merge(seconds.flatMap(({ responseTime, failedTime }) => [responseTime, failedTime]));
/** A histogram has three digits. */
const maxOf = (result: ImportedRequests) => valueAt(timesOf(result), 100) ?? 0;
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
  [
    'fortio.txt',
    { tool: 'fortio', url: 'http://127.0.0.1:8932/', connections: 4, version: '1.63.0' },
    { requests: 600, failed: 12, durationMs: expect.closeTo(2003.562711, 6), statuses: { 200: 588, 503: 12 } },
  ],
  ['autocannon.json', { tool: 'autocannon' }, { requests: 2529, failed: 50, durationMs: 2070 }],
  ['vegeta.json', { tool: 'vegeta' }, { requests: 400, failed: 8, statuses: { 200: 392, 503: 8 } }],
  [
    'oha.txt',
    { tool: 'oha' },
    { requests: 2019, failed: 41, statuses: { 200: 1978, 503: 41 }, durationMs: 2051.2364, receivedBytes: 9974 },
  ],
  ['vegeta.txt', { tool: 'vegeta' }, { requests: 60, failed: 2, statuses: { 200: 58, 503: 2 }, durationMs: 298.025, receivedBytes: 294 }],
  ['k6-summary.json', { tool: 'k6' }, { requests: 61, failed: 1, receivedBytes: 7761 }],
  ['k6.txt', { tool: 'k6' }, { requests: 146, failed: 2, throughputPerSecond: 47.842667, receivedBytes: 19_000 }],
  ['k6-v1.txt', { tool: 'k6' }, { requests: 245, failed: 12, throughputPerSecond: 121.311445, receivedBytes: 33_000 }],
  [
    'aiperf.json',
    { tool: 'aiperf', url: 'http://127.0.0.1:4390', connections: 8, version: '0.8.0', startedAt: '2026-11-20T10:15:00.120000Z' },
    { durationMs: 50_000, requests: 400, failed: 8, throughputPerSecond: 7.84, unanswered: { timeout: 3 } },
  ],
  ['aiperf.csv', { tool: 'aiperf', url: null }, { durationMs: 50_000, requests: 400, failed: 8, throughputPerSecond: 7.84 }],
  [
    'genai-perf.json',
    { tool: 'genai-perf', url: 'localhost:4390', connections: 8 },
    { requests: 96, failed: null, throughputPerSecond: 9.6 },
  ],
  ['h2load.txt', { tool: 'h2load', connections: 4 }, { requests: 2000, failed: 0, durationMs: 23.97, receivedBytes: 68_420 }],
])('%s', (name, expected, sums) => {
  const result = readSums(name);
  expect(result).toMatchObject(expected);
  expect(result.sums).toMatchObject(sums);
});

test('h2load: what it never sent is no request, and what had no answer is told apart', () => {
  const failing = readSums('h2load-failing.txt').sums;
  expect(failing).toMatchObject({ requests: 2000, failed: 120, unanswered: { timeout: 1, no_answer: 39 } });
  // It started 320 of 1000 planned: lost connections had still to send the others.
  const cut = readSums('h2load-cut.txt').sums;
  expect(cut).toMatchObject({ requests: 320, failed: 21, unanswered: { no_answer: 8 } });
  const timed = fixture('h2load.txt').replace('2000 total, 2000 started', '2000 total, 2016 started');
  expect(readResult(timed)).toMatchObject({ sums: { requests: 2000, failed: 0, unanswered: {} } });
});

test("ghz: a call without an answer is told by its words, and one that ghz's own end cut off is no request", () => {
  const { sums } = readSums('ghz-failing.txt');
  expect(sums).toMatchObject({ requests: 300, failed: 70, unanswered: { timeout: 29, connect_refused: 36, closed_early: 2 } });
  const answered = fixture('ghz-failing.txt').replace('error reading from server: EOF', 'too many at once');
  expect(readResult(answered)).toMatchObject({ sums: { failed: 70, unanswered: { timeout: 29, connect_refused: 36 } } });
  const cut = fixture('ghz-failing.txt').replace('server: EOF', 'server: read tcp: use of closed network connection');
  expect(readResult(cut)).toMatchObject({ sums: { requests: 298, failed: 68, unanswered: { timeout: 29, connect_refused: 36 } } });
});

it('takes the text of ghz for ghz and that of hey for hey, though both look alike', () => {
  expect(readSums('ghz.txt')).toMatchObject({ tool: 'ghz', sums: { requests: 200, statuses: null } });
  expect(readSums('hey.txt')).toMatchObject({ tool: 'hey', sums: { requests: 2081 } });
});

describe('the text of oha', () => {
  const text = fixture('oha.txt');
  const sumsOf = (one: string) => {
    const result = readResult(one);
    if (result.tool !== 'oha' || result.data !== 'summary') throw new Error(result.tool);
    return result.sums;
  };

  it('has the times that its JSON has, to four decimals', () => {
    const { percentilesUs: written, ...times } = sumsOf(text).responseTime;
    const { percentilesUs: exact, ...exactTimes } = readSums('oha.json').sums.responseTime;
    expect([...written.keys()]).toEqual([...exact.keys()]);
    for (const [at, us] of exact) expect(written.get(at)).toBeCloseTo(us, 0);
    for (const name of ['meanUs', 'minUs', 'maxUs'] as const) expect(times[name]).toBeCloseTo(exactTimes[name] ?? 0, 0);
  });

  it('is read in the units of each release, and of good and of bad answers together', () => {
    const seconds = text.replace(/([\d.]+) ms/g, (_, ms: string) => `${Number(ms) / 1000} secs`);
    expect(sumsOf(seconds).responseTime.percentilesUs.get(99)).toBeCloseTo(32_591.8, 0);
    expect(sumsOf(text.replace('Slowest:\t180.9284 ms', 'Slowest:\t1.5000 10 sec')).responseTime.maxUs).toBe(15e6);
    const apart = text.replace(/\n\n\nDetails/, '\n\nResponse time distribution (4xx + 5xx only):\n  50.00% in 9.0000 ms\n\n\nDetails');
    expect(sumsOf(apart).responseTime.percentilesUs.get(50)).toBeCloseTo(2558.4, 1);
  });

  it('tells failures by their words, without those that its own deadline cut off', () => {
    const refused = text.replace('[4] aborted due to deadline', '[7] Connection refused (os error 111)\n  [4] aborted due to deadline');
    expect(sumsOf(refused)).toMatchObject({ requests: 2026, failed: 48, unanswered: { connect_refused: 7 } });
  });
});

describe('the report of vegeta as text', () => {
  const text = fixture('vegeta.txt');

  it('has the times of the file that it was made of', () => {
    expect(readSums('vegeta.txt').sums.responseTime).toMatchObject({ meanUs: 2819, minUs: 354.719, maxUs: 5568 });
    expect(percentiles('vegeta.txt')).toEqual({ 50: 2626, 90: 3865, 95: 4426, 99: 5557 });
  });

  it('makes no figure up that an older release leaves out, and is read where it ends', () => {
    const older = text.replace(
      /\[min, mean, 50, 90, 95, 99, max\] .*/,
      '[mean, 50, 95, 99, max]  2.819ms, 2.626ms, 4.426ms, 5.557ms, 5.568ms',
    );
    const { responseTime } = (readResult(older) as ImportedSummary).sums;
    expect(responseTime).toMatchObject({ meanUs: 2819, minUs: null, maxUs: 5568 });
    expect([...responseTime.percentilesUs.keys()]).toEqual([50, 95, 99]);
    expect(readResult(text.replaceAll('60', '30') + text)).toMatchObject({ sums: { requests: 60 } });
    expect(readResult(text.replace('503:2', '0:2'))).toMatchObject({
      sums: { failed: 2, statuses: { 200: 58 }, unanswered: { no_answer: 2 } },
    });
  });
});

describe('the summary of k6', () => {
  const { metrics } = JSON.parse(fixture('k6-summary.json')) as { metrics: Record<string, Record<string, number>> };
  const { tool, sums } = readSums('k6-summary.json');
  const entries = Object.entries(metrics);

  it('is read as handleSummary() gets it, too', () => {
    const given = Object.fromEntries(entries.map(([name, values]) => [name, { type: 'trend', contains: 'time', values }]));
    expect(readResult(JSON.stringify({ state: { testRunDurationMs: 3009.6 }, metrics: given }))).toMatchObject({ tool, sums });
  });

  it('is read in its versioned form, whose counters have no rate', () => {
    const list = entries.map(([name, { passes, fails, rate, ...values }]) => ({
      name,
      type: 'trend',
      contains: 'time',
      values: passes === undefined ? values : { matches: passes, total: passes + Number(fails), rate: values.value },
    }));
    const metadata = { k6Version: '1.5.0', generatedAt: '2026-01-01T00:00:00Z' };
    const config = { duration: (sums.durationMs ?? 0) / 1000, execution: 'local' };
    const read = readResult(JSON.stringify({ version: '1.0.0', metadata, config, results: { checks: {}, metrics: list } }));
    expect(read).toMatchObject({ tool, version: '1.5.0', sums: { requests: 61, failed: 1, responseTime: sums.responseTime } });
    expect((read as ImportedSummary).sums.throughputPerSecond).toBeCloseTo(sums.throughputPerSecond ?? 0, 6);
  });

  it('is read beside thresholds', () => {
    const judged = { ...metrics, http_req_duration: { ...metrics.http_req_duration, thresholds: { 'p(95)<500': false } } };
    expect(readResult(JSON.stringify({ metrics: judged }))).toMatchObject({ tool, sums });
  });
});

it('reads percentiles in µs', () => {
  expect(percentiles('k6.txt')).toEqual({ 50: 2610, 90: 12_280, 95: 62_880 });
  // The 99 % is that of a threshold.
  expect(percentiles('k6-v1.txt')).toEqual({ 50: 3600, 90: 6440, 95: 6960, 99: 16_160 });
  expect(Object.keys(percentiles('ghz.txt'))).toEqual(['10', '25', '50', '75', '90', '95', '99']);
  expect(readSums('h2load.txt').sums.responseTime).toMatchObject({ minUs: 17, maxUs: 11_170, meanUs: 156 });
  expect(percentiles('wrk.txt')).toEqual({ 50: 2840, 75: 6710, 90: 19_800, 99: 79_060 });
  expect(percentiles('ab.txt')).toMatchObject({ 50: 3000, 99: 40_000, 100: 87_000 });
  expect(percentiles('hey.txt')).toMatchObject({ 50: 2900, 99: 23_700 });
  expect(percentiles('fortio.txt')).toEqual({
    50: expect.closeTo(2724.14, 6),
    75: expect.closeTo(3380.17, 6),
    90: expect.closeTo(4405.41, 6),
    99: 18_000,
    99.9: expect.closeTo(53_425.3, 6),
  });
  expect(percentiles('oha.json')).toMatchObject({ 50: expect.closeTo(2558.386, 3), 99.9: expect.closeTo(89_198.608, 3) });
  expect(percentiles('autocannon.json')).toMatchObject({ 50: 2000, 97.5: 8000, 99.9: 63_000 });
  expect(percentiles('vegeta.json')).toMatchObject({ 99: expect.closeTo(54_195.301, 3) });
  expect(percentiles('k6-summary.json')).toMatchObject({ 50: expect.closeTo(3317.958, 3), 95: expect.closeTo(11_927.3, 3) });
});

it.each(['k6.csv', 'k6.jsonl'])('%s has seconds, and they add up to what k6 summed itself', (name) => {
  const result = readRequests(fixture(name));
  const { sums } = readSums('k6-summary.json');
  expect(result).toMatchObject({ tool: 'k6', url: 'http://127.0.0.1:8932/' });
  expect(timesOf(result).total).toBe(61);
  expect(total(result, ({ sent }) => sent)).toBe(sums.requests);
  expect(total(result, ({ done, failed }) => done + failed)).toBe(sums.requests);
  expect(total(result, ({ failed }) => failed)).toBe(sums.failed);
  expect(total(result, ({ doneTimeUs, failedTimeUs }) => doneTimeUs + failedTimeUs) / 61).toBeCloseTo(sums.responseTime.meanUs ?? 0, 0);
  expect(maxOf(result) / (sums.responseTime.maxUs ?? 0)).toBeCloseTo(1, 3);
  expect(result.seconds.map(({ second }) => second)).toEqual(result.seconds.map((_, at) => at));
  expect(result.seconds.at(-1)?.inFlight).toBe(0);
});

test('ghz has its calls one by one, and they add up to what it summed itself', () => {
  const result = readRequests(fixture('ghz.json'));
  expect(result).toMatchObject({ tool: 'ghz', url: 'grpc://127.0.0.1:8940', grpcCall: 'fgrpc.PingServer/Ping', lacks: ['messages'] });
  expect(total(result, ({ grpcStatuses }) => grpcStatuses.OK ?? 0)).toBe(200);
  expect(total(result, ({ done }) => done)).toBe(200);
  expect(total(result, ({ failed }) => failed)).toBe(0);
  expect(maxOf(result) / 7116.755).toBeCloseTo(1, 3);
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
  const { sent, done, failed, statuses, responseTime, failedTime } =
    readRequests(fixture('vegeta.csv').split('\n').slice(0, 20).join('\n')).seconds[0] ?? {};
  expect(lines.seconds[0]).toMatchObject({ sent, done, failed, statuses, responseTime, failedTime });
  const hey = readRequests(fixture('hey.csv'));
  expect([total(hey, ({ sent }) => sent), total(hey, ({ statuses }) => sumCounts(statuses)), hey.startedAt]).toEqual([200, 200, null]);
});

describe('a text that was copied from a terminal', () => {
  /** From its first line with a figure that it must have, without the blanks before it. */
  const figuresOf = (name: string, first: string) => {
    const text = fixture(name);
    return text.slice(text.indexOf(first));
  };
  const copies = [
    ['ab.txt', 'Server Software:'],
    ['ab.txt', 'Document Path:'],
    ['ab.txt', 'Time taken for tests:'],
    ['wrk.txt', '1 threads and'],
    ['wrk.txt', '1854 requests'],
    ['hey.txt', 'Total:'],
    ['oha.txt', 'Success rate:'],
    ['vegeta.txt', 'Requests'],
    ['k6.txt', 'http_req'],
    ['k6-v1.txt', 'http_req'],
    ['fortio.txt', 'Ended after'],
    ['fortio.txt', 'Aggregated'],
  ] as const;

  it.each(copies)('%s is read from "%s" on', (name, first) => {
    const whole = readSums(name);
    const { requests, failed, statuses } = whole.sums;
    expect(readResult(figuresOf(name, first))).toMatchObject({ tool: whole.tool, sums: { requests, failed, statuses } });
  });

  it.each([...new Set(copies.map(([name]) => name))])('%s is read among prompts, with ends of lines of Windows, and in colours', (name) => {
    const text = fixture(name);
    const whole = readSums(name);
    const title = '\u001b]0;me@host: ~\u0007';
    for (const copy of [
      `me@host:~$ tool --some 100 http://127.0.0.1/\n${text}me@host:~$ `,
      text.replaceAll('\n', '\r\n'),
      `${title}${text.replace(/[\d.]+/g, (figure) => `\u001b[1;36m${figure}\u001b[0m`).replace(/^(\s*)(\w+)/gm, '$1\u001b[2m$2\u001b[m')}`,
    ])
      expect(readResult(copy)).toEqual(whole);
  });

  it('fortio without the lines of its log has its length from its rate', () => {
    const { sums } = readResult(fixture('fortio.txt').replace(/^(?:\{.*|Ended after .*|Starting .*)\n/gm, '')) as ImportedSummary;
    expect(sums).toMatchObject({ requests: 600, throughputPerSecond: 299.5 });
    expect(sums.durationMs).toBeCloseTo(2003.34, 2);
  });

  it.each([
    ['the text of autocannon', 'Running 2s test\n\n100 requests in 1.01s, 20.3 kB read\n'],
    ['half of ab', 'Complete requests:      1500\nFailed requests:        30\n'],
    ['a total of something', 'Total: 12 secs\n'],
    ['fortio of TCP', 'Aggregated Function Time : count 5 avg 0.1 +/- 0 min 0.1 max 0.1 sum 0.5\ntcp OK : 5 (100.0 %)\n'],
  ])('%s is no result', (_, text) => expect(refusalOf(text)).toMatchObject({ code: 'result_unknown' }));
});

test('nighthawk, in the shape its documentation has', () => {
  const { tool, sums } = readSums('nighthawk.json');
  expect(tool).toBe('nighthawk_client');
  expect(sums).toMatchObject({ requests: 103, failed: 3, statuses: null, durationMs: 5000, unanswered: { no_answer: 1 } });
  expect(sums.responseTime).toMatchObject({ meanUs: 215, minUs: 100, maxUs: 900 });
  expect(sums.responseTime.percentilesUs.get(99.0625)).toBe(880);
});

describe('the text of nighthawk', () => {
  const text = fixture('nighthawk.txt');
  const { durationMs, ...sums } = readSums('nighthawk.json').sums;

  it('has the figures that its JSON has', () => {
    expect(readSums('nighthawk.txt')).toMatchObject({ tool: 'nighthawk_client', sums });
    expect(readSums('nighthawk.txt').sums.durationMs).toBeCloseTo(durationMs ?? 0, 6);
  });

  const withHead = (head: string, rows: (written: string) => string) =>
    text
      .replace(/^Request start[\s\S]*?(?=\n\n)/m, head)
      .replace(/^(benchmark|upstream)(?=.* {4})/gm, 'client.$1')
      .replace(/^ {2}(?=Percentile|[\d.]+ +\d+ +0s)(.*)$/gm, (_, row: string) => rows(row));
  it.each([
    [
      'second',
      withHead(
        'Request start to response end\n  samples: 102\n  mean:    0s 000ms 215us\n  pstdev:  0s 000ms 040us',
        (row) => `  ${row.replace('Value', 'Latency')}`,
      ),
    ],
    [
      'first',
      withHead('benchmark_http_client.request_to_response: 102 samples, mean: 0.000215000s, pstdev: 0.000040000s', (row) =>
        row.replace('Value', 'Latency').replace(/0s 00(\d)ms (\d+)us/, '0.00$1$2000s'),
      ),
    ],
  ])('has them in its %s form, too', (_, older) => {
    expect(older).not.toBe(text);
    const result = readResult(older);
    expect(result).toMatchObject({ tool: 'nighthawk_client', sums: { requests: 103, failed: 3, receivedBytes: 16_300 } });
    const { meanUs, percentilesUs } = (result as ImportedSummary).sums.responseTime;
    expect([meanUs, ...[...percentilesUs].flat()].map((value) => Number(value?.toFixed(4)))).toEqual([
      215, 0, 100, 50, 200, 99.0625, 880, 100, 900,
    ]);
  });

  it('has no times where nothing was answered', () => {
    const none = text.replace(/^Request start[\s\S]*?(?=Response body)/m, '').replace(/^benchmark\.http.*\n/gm, '');
    const times = { meanUs: null, minUs: null, maxUs: null, percentilesUs: new Map() };
    expect(readResult(none)).toMatchObject({ sums: { requests: 1, failed: 1, responseTime: times } });
  });
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
  ['', { code: 'result_blank' }],
  [' \n\n', { code: 'result_blank' }],
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
  [fixture('nighthawk.txt').split('Counter')[0] ?? '', { code: 'result_column', values: { column: 'Counter' } }],
  [fixture('vegeta.bin'), { code: 'result_binary' }],
])('refuses what cannot be: %#', (text, expected) => {
  expect(refusalOf(text)).toMatchObject(expected);
});

/** Rows of k6 in ms, as `[second, ms of the answer]`. */
const k6Rows = (rows: readonly (readonly [second: number, ms: number])[]) =>
  [k6Head, ...rows.map(([second, ms]) => `http_req_duration,${1_795_357_000 + second},${ms},,,,200,http://127.0.0.1:1/`)].join('\n');

test('rows in any order make the same seconds, also of more requests than are held back', () => {
  const rows = Array.from({ length: 50_000 }, (_, at) => [Math.floor(at / 500), 1 + ((at * 7919) % 1000)] as const);
  const inOrder = readRequests(k6Rows(rows));
  const shuffled = readRequests(k6Rows(rows.toReversed().toSorted(([, a], [, b]) => a - b)));
  expect(inOrder.seconds).toHaveLength(100);
  const figures = ({ seconds }: ImportedRequests) => seconds.map(({ doneTimeUs, ...one }) => ({ ...one, us: Math.round(doneTimeUs) }));
  expect(figures(shuffled)).toEqual(figures(inOrder));
  // The first 20 000 are of the end: what comes behind them lies before the second that was taken for the first.
  const backwards = readRequests(k6Rows(rows.toReversed()));
  expect(figures(backwards)).toEqual(figures(inOrder));
  expect(backwards.startedAt).toBe(inOrder.startedAt);
});

test('two rows a day apart are two seconds, at their places', () => {
  const { seconds } = readRequests(
    k6Rows([
      [0, 5],
      [86_399, 5],
    ]),
  );
  expect(seconds).toMatchObject([
    { second: 0, sent: 1, lengthMs: 1000 },
    { second: 86_399, sent: 1, lengthMs: 1000 },
  ]);
});

describe('AIPerf and GenAI-Perf', () => {
  const tokens = (name: string) => readSums(name).sums.tokens;

  it('tell times of tokens in their own units, lengths, sums and good streams', () => {
    const { firstTokenTime, secondTokenTime, interTokenTime, inputLength, outputLength, ...sums } = tokens('aiperf.json') ?? {};
    expect(sums).toEqual({ input: 215_698, output: 19_600, outputPerSecond: 392, streams: 392, good: 375 });
    expect(firstTokenTime).toMatchObject({ meanUs: 118_400, minUs: 94_300, maxUs: 188_600 });
    expect([firstTokenTime?.percentilesUs.get(95), secondTokenTime?.percentilesUs.get(50)]).toEqual([148_100, 18_000]);
    expect([...(interTokenTime?.percentilesUs.keys() ?? [])]).toEqual([1, 5, 10, 25, 50, 75, 90, 95, 99]);
    expect([inputLength?.mean, inputLength?.percentiles.get(99), outputLength?.max]).toEqual([550.25, 553, 50]);
  });

  it('tell the same as CSV, with sums of tokens from their means', () => {
    const [json, csv] = [tokens('aiperf.json'), tokens('aiperf.csv')];
    expect(csv?.firstTokenTime).toEqual(json?.firstTokenTime);
    expect(readSums('aiperf.csv').sums.responseTime).toEqual(readSums('aiperf.json').sums.responseTime);
    expect(csv).toMatchObject({ input: 215_698, output: 19_600, good: null, secondTokenTime: null });
    expect(tokens('genai-perf.json')).toMatchObject({ output: 4800, good: null, interTokenTime: { meanUs: 14_700 } });
  });

  it('read numbers that were written as text, in ns, and refuse figures that cannot be', () => {
    const asText = { unit: 'ns', avg: '20757771.5', p50: '20901523.0', min: '10820287', max: '44816559' };
    const sums = { request_throughput: { unit: 'per sec', avg: '2.5' }, request_count: { unit: 'count', avg: '10' } };
    const read = readResult(JSON.stringify({ ...sums, request_latency: asText, input_config: {} }));
    expect(read).toMatchObject({ tool: 'genai-perf', sums: { requests: 10, responseTime: { meanUs: 20_757.7715, minUs: 10_820.287 } } });
    const aiperf = JSON.parse(fixture('aiperf.json'));
    const changed = (tag: string, metric: object) => refusalOf(JSON.stringify({ ...aiperf, [tag]: { ...aiperf[tag], ...metric } }));
    expect(changed('time_to_first_token', { p99: 3 })).toMatchObject({ code: 'result_figure' });
    expect(changed('good_request_count', { avg: 500 })).toMatchObject({ code: 'result_figure' });
    expect(changed('request_count', { unit: 7 })).toMatchObject({
      code: 'result_column',
      values: { tool: 'aiperf', column: 'request_count' },
    });
  });
});
