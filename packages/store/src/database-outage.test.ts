import { expect, it } from 'vitest';
import { isDatabaseAway } from './database-outage.ts';

const coded = (code: string, message = 'x') => Object.assign(new Error(message), { code });

it.each([
  ['08006', '57P01', '57P03', '53300', '40001', '25006', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT'].map((code) => coded(code)),
  [
    'Connection terminated unexpectedly',
    'Connection terminated due to connection timeout',
    'timeout exceeded when trying to connect',
    'timeout expired',
    'Query read timeout',
    'Client has encountered a connection error and is not queryable',
  ].map((sentence) => new Error(sentence)),
])('a connection that is gone, and a server that stops, starts or is out of room, passes', (...errors) => {
  for (const error of errors) expect(isDatabaseAway(error), String(error.message)).toBe(true);
});

it('a fault that asking again would not mend does not pass: bad input, a broken rule, a fault of ours', () => {
  const errors = [
    coded('22P05'),
    coded('23505'),
    coded('42P01'),
    coded('given_up'),
    coded('ENOENT'),
    new RangeError('An arm has at least one run.'),
  ];
  for (const error of [...errors, coded('23505', 'Connection terminated'), 'a string', null, undefined])
    expect(isDatabaseAway(error)).toBe(false);
});
