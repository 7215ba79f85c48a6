import { planSchema } from '@plimsoll/contracts/plan';
import type { Summary } from '@plimsoll/contracts/summary';
import { unjudged } from '@plimsoll/contracts/validity';
import { expect, it } from 'vitest';
import { runMarkdown } from './run-markdown.ts';

const plan = planSchema.parse({
  version: 1,
  name: 'checkout `x`',
  target: { url: 'http://127.0.0.1:8787/a_b?key=secret' },
  load: { model: 'closed', connections: 10, duration: '20s' },
  thresholds: ['p(99) < 50ms', 'error_rate < 1%'],
});
const summary = {
  requests: 12_840,
  statuses: {},
  outcomes: { response: 12_840 },
  failed: 0,
  errorRate: 0,
  durationMs: 20_000,
  throughputPerSecond: 642,
  responseTime: { p50Us: 11_900, p95Us: 30_000, p99Us: 61_000, p999Us: 139_000 },
  goodputPerSecond: 642,
  droppedShare: 0,
  failedTime: { count: 0 },
  connections: { opened: 10 },
  byRequest: [],
} as unknown as Summary;
const run = {
  plan,
  source: null,
  state: 'completed',
  stateReason: null,
  ending: null,
  summary,
  validity: { stamp: 'valid', reasons: [], ...unjudged },
  thresholds: [
    { expression: 'p(99) < 50ms', value: 61_000, passed: false },
    { expression: 'error_rate < 1%', value: 0, passed: true },
  ],
  baseline: null,
} as const;

it('names the tool of an imported run in place of a load', () => {
  const source = { tool: 'wrk', version: null, file: null, data: 'summary', percentiles: [], missing: [] };
  const [, , line] = runMarkdown({ ...run, source } as never, 'https://load.example.org/runs/1').split('\n');
  expect(line).toMatch(/imported from wrk$/);
});

it('holds sentence, plan, validity, figures, thresholds and link', () => {
  expect(runMarkdown({ ...run, thresholds: [...run.thresholds] } as never, 'https://load.example.org/runs/1').split('\n')).toEqual([
    '**checkout \\`x\\`: 1 of 2 thresholds failed. 12 840 requests in 20 s at 642/s, p99 61 ms, no errors.**',
    '',
    'GET http://127.0.0.1:8787/a\\_b · closed, 10 connections, 20 s · keep-alive on',
    '',
    'Measurement: Valid',
    '',
    '| Metric | Value |',
    '|---|---:|',
    '| Throughput | 642/s |',
    '| p50 | 11.9 ms |',
    '| p95 | 30 ms |',
    '| p99 | 61 ms |',
    '| p99.9 | 139 ms |',
    '| Errors | 0 % |',
    '| Requests finished | 12 840 |',
    '| Connections opened | 10 |',
    '',
    '| Threshold | Value | Margin | Verdict |',
    '|---|---:|---:|---|',
    '| p(99) \\< 50ms | 61 ms | −22 % | Failed |',
    '| error\\_rate \\< 1% | 0 % | 100 % | Passed |',
    '',
    '[Full run](https://load.example.org/runs/1)',
  ]);
});

it('names the client where it is not the one that drives by default', () => {
  const wired = { ...plan, connection: { ...plan.connection, client: 'wire' } };
  expect(runMarkdown({ ...run, plan: wired } as never, 'https://load.example.org/runs/1')).toContain('20 s · raw sockets · keep-alive on');
});

it('says why the measurement is not valid, and how it stands against the baseline', () => {
  const text = runMarkdown(
    {
      ...run,
      validity: { stamp: 'invalid', reasons: ['The generator was late.'], ...unjudged },
      baseline: { baselineRunId: 'x', verdict: 'worse', sentence: 'Slower: p99 +20 %.', metrics: [] },
      thresholds: [],
      summary: null,
    } as never,
    'https://load.example.org/runs/1',
  );
  expect(text).toContain('Measurement: Invalid. The generator was late.');
  expect(text).toContain('Against the baseline: Slower: p99 +20 %.');
});

it('of a run that nobody answered says so first, with what to try, and holds no figure that was not measured', () => {
  const nothing = { p50Us: null, p95Us: null, p99Us: null, p999Us: null };
  const refused = {
    ...summary,
    sent: 12_840,
    outcomes: { connect_refused: 12_840 },
    failed: 12_840,
    errorRate: 1,
    responseTime: nothing,
    goodputPerSecond: 0,
    errors: [{ kind: 'connect_refused', count: 12_840, example: null }],
  };
  const reasons = ['Nothing was answered: all 12 840 requests ended before they had a connection (connection refused).'];
  const told = { ...run, thresholds: [], summary: refused, validity: { stamp: 'invalid', reasons, ...unjudged } };
  const text = runMarkdown(told as never, 'https://load.example.org/runs/1');
  expect(text.split('\n')[0]).toBe(
    '**checkout \\`x\\`: Nothing answered: connection refused. 12 840 requests in 20 s. Check that the target runs, and that its address and port are right.**',
  );
  expect(text.match(/connection refused/g)).toHaveLength(1);
  expect(text).not.toMatch(/\| p|Throughput/);
});

it('leads with good answers where many failed', () => {
  const half = {
    ...summary,
    sent: 12_840,
    failed: 6420,
    errorRate: 0.5,
    goodputPerSecond: 321,
    errors: [{ kind: '503', count: 6420, example: null }],
  };
  const text = runMarkdown({ ...run, thresholds: [], summary: half } as never, 'https://load.example.org/runs/1');
  expect(text.split('\n')[0]).toContain('50 % failed. 321/s OK, 321/s failed (HTTP 503): 12 840 requests in 20 s, p99 61 ms');
  expect(text.indexOf('| Goodput')).toBeLessThan(text.indexOf('| Throughput'));
});

it('writes the times of a table in one unit, however far apart they are', () => {
  const spread = { ...summary, responseTime: { p50Us: 86, p95Us: 169, p99Us: 389, p999Us: 4860 } };
  const text = runMarkdown({ ...run, thresholds: [], summary: spread } as never, 'https://load.example.org/runs/1');
  expect(text.split('\n').filter((line) => line.startsWith('| p'))).toEqual([
    '| p50 | 0.086 ms |',
    '| p95 | 0.169 ms |',
    '| p99 | 0.389 ms |',
    '| p99.9 | 4.86 ms |',
  ]);
});

it('has the table of the requests of a plan with several, as the page has it', () => {
  const times = { p50Us: 20_000, p90Us: 40_000, p95Us: 60_000, p99Us: 90_000 };
  const login = { name: 'log|in', sent: 1284, throughputPerSecond: 64.2, errorRate: 0.012, responseTime: times };
  const sent = { ...summary, sent: 12_840, byRequest: [login] };
  const lines = runMarkdown({ ...run, thresholds: [], summary: sent } as never, 'https://load.example.org/runs/1').split('\n');
  const [head = '', rule, ...rows] = lines.slice(-6, -2);
  expect(head).toMatch(/^\| Request \| Share \| .* \| p50 \| .* \| p99 \|/);
  expect(rule).toMatch(/^\|---(\|---:)+\|$/);
  expect(rows).toEqual([
    expect.stringContaining('| log\\|in | 10 % | 64.2/s | 1.20 % | 20 ms | 40 ms | 90 ms |'),
    expect.stringContaining('| All requests | 100 % | 642/s | 0 % | 11.9 ms |'),
  ]);
});

it('tells the story of the run, a line a finding', () => {
  const figures = { resource: 'cpu', share: 1 };
  const finding = { kind: 'resource_saturated' as const, second: 97, figures, text: 'CPU of the target reached its limit at 1:37: 100 %.' };
  const story = { findings: [finding], stages: [], ceilingPerSecond: null, recoverySeconds: null, overload: null, code: null };
  const told = runMarkdown({ ...run, thresholds: [], validity: null }, 'https://load.example.org/runs/1', story);
  expect(told).toContain('\n\n- CPU of the target reached its limit at 1:37: 100 %.\n\n');
});

it('tells calls of gRPC: statuses, messages and their times, and which percentiles rest on too few', () => {
  const times = (p50Us: number) => ({ count: 50, meanUs: p50Us, p50Us, p99Us: 2 * p50Us, maxUs: 2 * p50Us });
  const grpc = {
    statuses: { OK: 49, NOT_FOUND: 1 },
    messages: { sent: 50, received: 500, sentBytes: 1, receivedBytes: 1 },
    firstMessageTime: times(7000),
    messageGap: times(5000),
    messageRoundTrip: null,
    messageLateness: null,
  };
  const called = { ...summary, requests: 50, durationMs: 2000, responseTime: { ...summary.responseTime, count: 50 }, grpc };
  const callPlan = { ...plan, connection: { ...plan.connection, protocol: 'grpc' } };
  const lines = runMarkdown({ ...run, plan: callPlan, summary: called } as never, 'https://load.example.org/runs/1').split('\n');
  expect(lines).toEqual(
    expect.arrayContaining([
      '| Calls finished | 50 |',
      'With 50 calls timed, p99 and p99.9 can only be the maximum: p99 needs 100 of them to say more.',
      '| OK | 49 | 98 % |',
      '| All | 50 | 500 |',
      '| Per second | 25/s | 250/s |',
      '| p99 | 14 ms | 10 ms |',
    ]),
  );
  const failing = { ...called, failed: 1, statuses: { 200: 50 }, statusSeconds: {} };
  const failed = runMarkdown({ ...run, plan: callPlan, summary: failing } as never, 'https://load.example.org/runs/1');
  expect(failed).toContain('| Status | Calls | Share |');
});

it('counts connections of WebSockets, and no requests', () => {
  const socketPlan = { ...plan, connection: { ...plan.connection, protocol: 'websocket' } };
  const opened = { ...summary, requests: 50, responseTime: { ...summary.responseTime, count: 50 } };
  const text = runMarkdown({ ...run, plan: socketPlan, summary: opened, thresholds: [] } as never, 'https://load.example.org/runs/1');
  expect(text).toContain('50 connections in 20 s');
  expect(text).toContain('| Connections finished | 50 |');
  expect(text).toContain('With 50 connections timed,');
  expect(text).not.toMatch(/requests/i);
});
