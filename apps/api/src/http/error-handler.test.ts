import { expect, test } from 'vitest';
import { toApiError } from './error-handler.ts';

test.each([
  ['53100', "The database's disk is full"],
  ['ENOSPC', 'The disk of the server is full'],
])('a full disk is said to be whose it is, and is no fault of the request: %s', (code, said) => {
  const full = Object.assign(new Error('no room'), { code });
  expect(toApiError(full)).toMatchObject({ status: 503, code: 'unavailable', message: expect.stringContaining(said) });
});
