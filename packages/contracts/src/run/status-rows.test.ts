import { expect, test } from 'vitest';
import { listStatuses } from './status-rows.ts';

test('statuses stand by code with their share of all that ended, and with the seconds where these were kept', () => {
  const statuses = { '503': 30, '200': 70 };
  const outcomes = { response: 100 };
  expect(listStatuses({ statuses, outcomes, statusSeconds: { '200': { first: 0, last: 9 }, '503': { first: 4, last: 7 } } })).toEqual([
    { status: '200', count: 70, share: 0.7, first: 0, last: 9 },
    { status: '503', count: 30, share: 0.3, first: 4, last: 7 },
  ]);
  expect(listStatuses({ statuses, outcomes, statusSeconds: {} })[1]).toMatchObject({ first: null, last: null });
});

test('where no status is known, a share is still one of all that ended', () => {
  const [row] = listStatuses({ statuses: {}, outcomes: { response: 88, timeout: 12 }, statusSeconds: {} });
  expect(row).toMatchObject({ status: 'timeout', count: 12, share: 0.12 });
});

test('requests without an answer stand behind the statuses', () => {
  const outcomes = { response: 60, timeout: 30, reset: 10, cut_off: 5 };
  const rows = listStatuses({ statuses: { '200': 60 }, outcomes, statusSeconds: { timeout: { first: 3, last: 8 } } });
  expect(rows.map(({ status, count, share, first }) => [status, count, share, first])).toEqual([
    ['200', 60, 0.6, null],
    ['timeout', 30, 0.3, 3],
    ['reset', 10, 0.1, null],
  ]);
});
