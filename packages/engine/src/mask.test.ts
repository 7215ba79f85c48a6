import { expect, test } from 'vitest';
import { maskFor } from './mask.ts';

test('values of secret headers do not show in what a target echoes', () => {
  const mask = maskFor({
    Authorization: 'Bearer s3cr3t-canary',
    Accept: 'text/html',
    'X-Session-Token': 'abcd1234',
    Cookie: 'sid=deadbeef; a=1',
  });
  expect(mask('you sent Bearer s3cr3t-canary')).toBe('you sent •••');
  expect(mask('token s3cr3t-canary, abcd1234, deadbeef and text/html')).toBe('token •••, •••, ••• and text/html');
});
