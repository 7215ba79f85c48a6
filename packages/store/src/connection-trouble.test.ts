import { expect, test } from 'vitest';
import { isRefused, readTrouble } from './connection-trouble.ts';

const coded = (code: string, message = 'x') => Object.assign(new Error(message), { code });

test('troubles with Postgres, Redis, TLS and the network are told apart by their codes', () => {
  const told = [
    coded('28P01', 'password authentication failed for user "plimsoll"'),
    new Error('WRONGPASS invalid username-password pair or user is disabled.'),
    new Error('NOAUTH Authentication required.'),
    coded('SELF_SIGNED_CERT_IN_CHAIN'),
    coded('25006'),
    new Error("READONLY You can't write against a read only replica."),
    coded('57P03'),
    new AggregateError([coded('ECONNREFUSED')]),
    new Error('timeout expired'),
    new Error('Connection terminated due to connection timeout'),
    new Error('Connection terminated unexpectedly'),
    coded('EPROTO'),
    coded('42P01'),
    null,
  ].map(readTrouble);
  expect(told).toEqual([
    'wrong_password',
    'wrong_password',
    'wrong_password',
    'untrusted_certificate',
    'read_only',
    'read_only',
    'refuses_connections',
    'unreachable',
    'silent',
    'silent',
    'unreachable',
    'no_tls',
    'other',
    'other',
  ]);
});

test('a server that is set wrongly is not asked again soon; one that is away may be back any moment', () => {
  expect([coded('28P01'), coded('CERT_HAS_EXPIRED'), coded('EPROTO')].map(isRefused)).toEqual([true, true, true]);
  expect([coded('ECONNREFUSED'), coded('25006'), coded('ETIMEDOUT')].map(isRefused)).toEqual([false, false, false]);
});
