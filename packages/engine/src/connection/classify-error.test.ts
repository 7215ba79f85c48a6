import { DialError } from '@plimsoll/network/connection-error';
import { expect, test } from 'vitest';
import { classifyError } from './classify-error.ts';
import { ConnectionGoneError } from './request-errors.ts';

const givenUp = { kind: 'connectionGivenUp' } as const;
const withCode = (code: string) => Object.assign(new Error('some text that says nothing'), { code });

test('errors are classified by code and phase, never by message', () => {
  expect(classifyError(new DialError('connect', 'ECONNREFUSED', givenUp), false)).toBe('connect_refused');
  expect(classifyError(new DialError('connect', 'ETIMEDOUT', givenUp), false)).toBe('connect_timeout');
  expect(classifyError(new DialError('connect', 'ECONNRESET', givenUp), false)).toBe('reset');
  expect(classifyError(new DialError('tls', 'CERT_HAS_EXPIRED', givenUp), false)).toBe('tls');
  expect(classifyError(new DialError('dns', 'ENOTFOUND', givenUp), false)).toBe('dns');
  expect(classifyError(new DialError('policy', 'refused_by_policy', givenUp), false)).toBe('refused_by_policy');
  expect(classifyError(withCode('ECONNRESET'), true)).toBe('reset');
  expect(classifyError(withCode('UND_ERR_SOCKET'), true)).toBe('closed_early');
  expect(classifyError(withCode('UND_ERR_SOCKET'), false)).toBe('protocol');
  expect(classifyError(withCode('HPE_INVALID_CHUNK_SIZE'), true)).toBe('protocol');
  expect(classifyError(new ConnectionGoneError({ kind: 'lostBeforeAnswer' }), false)).toBe('closed_early');
  expect(classifyError('not even an error', false)).toBe('protocol');
});
