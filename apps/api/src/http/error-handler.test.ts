import { expect, test } from 'vitest';
import { toApiError } from './error-handler.ts';

test.each(['53100', 'ENOSPC'])('a full disk is said as it is, and is no fault of the request: %s', (code) => {
  const full = Object.assign(new Error('no room'), { code });
  expect(toApiError(full)).toMatchObject({ status: 503, code: 'unavailable', message: expect.stringContaining('disk is full') });
});
