import { expect, test } from 'vitest';
import { settingValue } from './setting-value.ts';

test('HTTP clients go by the names that people know', () => {
  expect([settingValue('client', 'wire'), settingValue('client', 'undici')]).toEqual(['raw sockets', 'undici']);
});

test('a client there is not is shown as it was typed', () => {
  expect(settingValue('client', 'toString')).toBe('toString');
});
