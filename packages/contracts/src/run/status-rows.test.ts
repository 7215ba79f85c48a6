import { expect, test } from 'vitest';
import { listStatuses } from './status-rows.ts';

test('statuses stand by code with their share of all answers, and with the seconds where these were kept', () => {
  const statuses = { '503': 30, '200': 70 };
  expect(listStatuses({ statuses, statusSeconds: { '200': { first: 0, last: 9 }, '503': { first: 4, last: 7 } } })).toEqual([
    { status: '200', count: 70, share: 0.7, first: 0, last: 9 },
    { status: '503', count: 30, share: 0.3, first: 4, last: 7 },
  ]);
  expect(listStatuses({ statuses, statusSeconds: {} })[1]).toMatchObject({ first: null, last: null });
});
