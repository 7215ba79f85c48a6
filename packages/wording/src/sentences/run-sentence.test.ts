import type { Run, Summary } from '@plimsoll/contracts/run';
import { expect, test } from 'vitest';
import { runSentence } from './run-sentence.ts';

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
    'Stopped by itself. Nothing but connection errors for 10 s (132 350 of them). 132 k requests in 10 s, none answered.',
  );
});

test('what was answered well and what was never sent lead where planned and sent differ', () => {
  const overload = { ...summary, outcomes: { response: 100 }, errorRate: 0.4, responseTime: { p99Us: 1000 }, goodputPerSecond: 300 };
  expect(said({ summary: { ...overload, droppedShare: 0.25 } as unknown as Summary })).toMatch(
    /300\/s good answers, 25 % of the planned requests never sent: 132 k requests in 10 s, p99 of what was sent 1(\.\d+)? ms, 40 % errors\.$/,
  );
  expect(said({ summary: { ...overload, droppedShare: 0.001 } as unknown as Summary })).toMatch(/132 k requests in 10 s at /);
});

test('a run that was answered has its throughput, and a reason of other words stays as it is', () => {
  const answered = { ...summary, outcomes: { response: 100 }, failed: 0, responseTime: { p99Us: 1000 } } as unknown as Summary;
  expect(said({ state: 'stopped', stateReason: 'The load was stopped.', summary: answered })).toMatch(
    /^Stopped\. The load was stopped\. 132 k requests in 10 s at 13 \d+\/s, p99 1(\.\d+)? ms, no errors\.$/,
  );
});

test('a run of redirects says that it measured redirects; one of 304s does not', () => {
  const answered = { ...summary, outcomes: { response: 100 }, failed: 0, responseTime: { p99Us: 1000 } };
  const of = (statuses: Record<string, number>) => said({ summary: { ...answered, statuses } as unknown as Summary });
  expect(of({ '302': 98, '200': 2 })).toMatch(/98 % of the answers were redirects \(302\): what they lead to was not measured\./);
  const told = { ...answered, statuses: { '302': 100 }, redirectTo: 'https://shop.example/in' } as unknown as Summary;
  expect(said({ summary: told })).toContain(
    'redirects (302 to https://shop.example/in), which are not followed: what they lead to was not',
  );
  expect(of({ '302': 10, '200': 90 })).not.toContain('redirects');
  expect(of({ '304': 100 })).not.toContain('redirects');
});
