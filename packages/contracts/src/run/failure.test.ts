import { expect, test } from 'vitest';
import { commonestFailure, isUnconnected, judgeFailedShare, judgeFailure } from './failure.ts';

test('connections that were refused are no answers, whatever else happened to a few', () => {
  const refused = { sent: 1000, requests: 1000, outcomes: { timeout: 10, connect_refused: 990 }, errorRate: 1, errors: [] };
  expect(judgeFailure(refused)).toBe('unanswered');
  expect(commonestFailure(refused)).toBe('connect_refused');
  expect(isUnconnected(refused)).toBe(false);
  expect(isUnconnected({ requests: 1000, outcomes: { connect_refused: 990, dns: 10 } })).toBe(true);
});

test('answers that all failed are no good ones, but answers; their commonest kind may be a status', () => {
  const errors = [
    { kind: 'timeout', count: 20, example: null },
    { kind: '503', count: 980, example: null },
  ];
  const failing = { sent: 1000, outcomes: { response: 980, timeout: 20 }, errorRate: 1, errors };
  expect(judgeFailure(failing)).toBe('all_failed');
  expect(commonestFailure(failing)).toBe('503');
  expect(commonestFailure({ outcomes: { response: 1000 }, errors: [] })).toBeNull();
});

test('failures lead from 5 % on; a share that is not known is no failure', () => {
  const of = (errorRate: number | null) => judgeFailure({ sent: 1000, outcomes: { response: 1000 }, errorRate });
  expect([0, 0.049, 0.05, 0.999, 1, null].map(of)).toEqual([null, null, 'many_failed', 'many_failed', 'all_failed', null]);
  expect([0.52, 1, null].map(judgeFailedShare)).toEqual(['many_failed', 'all_failed', null]);
});

test('where nothing was sent, or all was cut off before it was over, nothing else is claimed', () => {
  expect(judgeFailure(null)).toBeNull();
  expect(judgeFailure({ sent: 0, outcomes: {}, errorRate: null })).toBeNull();
  expect(judgeFailure({ sent: 3, outcomes: { cut_off: 3 }, errorRate: null })).toBe('unanswered');
  expect(commonestFailure({ outcomes: { cut_off: 3 }, errors: [] })).toBeNull();
});
