import { expect, test } from 'vitest';
import { ConnectionGoneError, DialError, outcomeOf } from './outcome.ts';

const withCode = (code: string) => Object.assign(new Error('some text that says nothing'), { code });

test('errors are classified by code and phase, never by message', () => {
  expect(outcomeOf(new DialError('connect', 'ECONNREFUSED', 'timeout'), false)).toBe('connect_refused');
  expect(outcomeOf(new DialError('connect', 'ETIMEDOUT', ''), false)).toBe('connect_timeout');
  expect(outcomeOf(new DialError('connect', 'ECONNRESET', ''), false)).toBe('reset');
  expect(outcomeOf(new DialError('tls', 'CERT_HAS_EXPIRED', ''), false)).toBe('tls');
  expect(outcomeOf(new DialError('dns', 'ENOTFOUND', ''), false)).toBe('dns');
  expect(outcomeOf(new DialError('policy', 'refused_by_policy', ''), false)).toBe('refused_by_policy');
  expect(outcomeOf(withCode('ECONNRESET'), true)).toBe('reset');
  expect(outcomeOf(withCode('UND_ERR_SOCKET'), true)).toBe('closed_early');
  expect(outcomeOf(withCode('UND_ERR_SOCKET'), false)).toBe('protocol');
  expect(outcomeOf(withCode('HPE_INVALID_CHUNK_SIZE'), true)).toBe('protocol');
  expect(outcomeOf(new ConnectionGoneError('gone'), false)).toBe('closed_early');
  expect(outcomeOf('not even an error', false)).toBe('protocol');
});
