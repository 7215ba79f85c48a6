import { expect, test } from 'vitest';
import { requestIdOf } from './request-id.ts';

const of = (given?: string | string[]) => requestIdOf({ 'x-request-id': given });
const ours = /^[0-9a-f]{8}-[0-9a-f-]{27}$/;

test('an id that a proxy gives is taken as it is', () => {
  for (const given of [
    '7f9c24e8-3b12-4f0a-9c1e-2d0b8a7c6e5f',
    '01ARZ3NDEKTSV4RRFFQ69G5FAV',
    'Root=1-67891233-abcdef012345678912345678',
    'a',
    'x'.repeat(128),
  ])
    expect(of(given)).toBe(given);
});

test('an id that is missing, too long or holds another character is replaced', () => {
  for (const given of [
    undefined,
    '',
    'x'.repeat(129),
    'a b',
    'a\tb',
    'a, b',
    '-a',
    '<b>',
    '"',
    'é',
    '{{x}}',
    ['a', 'b'],
    'a\u2028b',
    'a\n{"level":60}',
  ])
    expect(of(given), String(given)).toMatch(ours);
  expect(of()).not.toBe(of());
});
