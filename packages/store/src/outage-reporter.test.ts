import { expect, test } from 'vitest';
import { type OutageNotice, openOutageReporter, outageReason } from './outage-reporter.ts';

const wrongPassword = Object.assign(new Error('password authentication failed for user "plimsoll"'), { code: '28P01' });

test('an outage of a minute is told three times and once when it is over, in the words of the server', () => {
  let clock = 0;
  const told: OutageNotice[] = [];
  const reporter = openOutageReporter((notice) => told.push(notice), { now: () => clock });
  for (; clock <= 60_000; clock += 500) reporter.failed(wrongPassword);
  reporter.answered();
  reporter.answered();
  expect(told).toEqual([
    { kind: 'away', reason: wrongPassword.message, times: 1 },
    { kind: 'away', reason: wrongPassword.message, times: 60 },
    { kind: 'away', reason: wrongPassword.message, times: 60 },
    { kind: 'back' },
  ]);
});

test('a connection that comes and goes is told no more often', () => {
  let clock = 0;
  const told: OutageNotice[] = [];
  const reporter = openOutageReporter((notice) => told.push(notice), { now: () => clock });
  for (; clock < 20_000; clock += 500) {
    reporter.failed(wrongPassword);
    reporter.answered();
  }
  expect(told).toHaveLength(2);
});

test('the reason of a name with several addresses is that of the first', () => {
  const refused = Object.assign(new Error('connect ECONNREFUSED ::1:5432'), { code: 'ECONNREFUSED' });
  expect(outageReason(new AggregateError([refused]))).toBe('connect ECONNREFUSED ::1:5432');
  expect(outageReason({ code: 'ETIMEDOUT' })).toBe('ETIMEDOUT');
});
