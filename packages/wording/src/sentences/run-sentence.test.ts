import type { Run } from '@plimsoll/contracts/run';
import type { Summary } from '@plimsoll/contracts/summary';
import { expect, test } from 'vitest';
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
  responseTime: { p99Us: null },
} as unknown as Summary;
const said = (change: Partial<Run>) =>
  plain(runSentence({ state: 'completed', stateReason: null, summary, thresholds: [], ...change } as Run));

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
  const calls = { ...overload, droppedShare: 0.25, grpc: {} } as unknown as Summary;
  expect(said({ summary: calls })).toMatch(/25 % of the planned calls never sent: 132 k calls in 10 s,/);
  const sockets = { plan: { connection: { protocol: 'websocket' } }, summary: { ...overload, droppedShare: 0.25 } } as unknown as Run;
  expect(said(sockets)).toMatch(/300\/s ended well, 25 % of the planned connections never opened: 132 k connections in 10 s,/);
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
  const untimed = { ...failing, responseTime: { p99Us: null } } as unknown as Summary;
  expect(said({ state: 'stopped', summary: untimed })).toBe('Stopped, 52 % failed. 48/s OK, 52/s failed: 1000 requests in 10 s.');
  const thresholds = [{ expression: 'p(99) < 250ms', value: 25_000, passed: true }];
  expect(runVerdict({ state: 'completed', stateReason: null, summary: failing, thresholds }, null).tone).toBe('warn');
});

test('a run of answers that all failed says what they were, before the thresholds that it broke', () => {
  const errors = [{ kind: '503', count: 1000, example: null }];
  const failing = { ...summary, requests: 1000, outcomes: { response: 1000 }, failed: 1000, errorRate: 1, errors } as unknown as Summary;
  const thresholds = [{ expression: 'error_rate < 1%', value: 1, passed: false }];
  expect(said({ summary: failing, thresholds })).toBe('All failed: HTTP 503. The threshold failed. 1000 requests in 10 s.');
  expect(failureAdvice(failing)).toBe('The target refuses the load: plan less, or read its log.');
  expect(failureAdvice(summary)).toBe('Check that the target runs, and that its address and port are right.');
  expect(failureAdvice({ ...failing, errors: [] })).toMatch(/^Read the examples/);
  expect(failureAdvice({ ...failing, errorRate: 0.5 })).toBeNull();
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
