import { expect, test } from 'vitest';
import { toApiError } from './error-handler.ts';

test('a full disk is said as it is, and is no fault of the request', () => {
  const full = Object.assign(new Error('could not extend file'), { code: '53100' });
  expect(toApiError(full)).toMatchObject({ status: 503, code: 'unavailable', message: expect.stringContaining('disk is full') });
});
