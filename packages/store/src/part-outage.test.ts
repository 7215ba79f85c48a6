import { expect, test } from 'vitest';
import { openPartOutage } from './part-outage.ts';

function logged(part: 'database' | 'queue', words?: 'database') {
  const lines: (readonly [string, unknown?])[] = [];
  const log = {
    info: (sentence: string) => void lines.push([sentence]),
    warn: (fields: unknown, sentence: string) => void lines.push([sentence, fields]),
  };
  return { lines, outage: openPartOutage(log, part, words) };
}

test('a refusal is told in our words beside those of the server, once, and once when it is over', () => {
  const { lines, outage } = logged('database');
  const reason = 'cannot execute UPDATE in a read-only transaction';
  for (let times = 0; times < 5; times += 1) outage.failed(Object.assign(new Error(reason), { code: '25006' }));
  outage.answered();
  expect(lines).toEqual([
    [expect.stringMatching(/^the database is away: PostgreSQL is read-only/), { trouble: 'read_only', reason, times: 1 }],
    ['the database is back'],
  ]);
});

test('a queue in Postgres is told in the words of Postgres, and what is unknown in its own alone', () => {
  const { lines, outage } = logged('queue', 'database');
  outage.failed(Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }));
  outage.failed(new Error('the handler failed'));
  expect(lines.map(([sentence]) => sentence)).toEqual([
    expect.stringMatching(/^the queue is away: PostgreSQL cannot be reached/),
    'the queue is away',
  ]);
});
