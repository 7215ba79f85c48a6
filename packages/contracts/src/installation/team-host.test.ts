import { expect, test } from 'vitest';
import { addHostSchema, proofOf } from './team-host.ts';

test('takes the full name of a host and nothing else', () => {
  expect(addHostSchema.parse({ host: ' Shop.Example.com ' })).toEqual({ host: 'shop.example.com' });
  for (const host of [
    '',
    'shop',
    'localhost',
    'a.localhost',
    '*.example.com',
    'https://a.example.com',
    'a.example.com:80',
    '10.1.2.3',
    '[::1]',
    'a..b',
    'a.7',
  ])
    expect(addHostSchema.safeParse({ host }).error?.issues[0]?.message, host).toBe('host_entry');
});

test('never asks for what the proof says, so that a server which sends back what it was asked proves nothing', () => {
  const token = 'a'.repeat(32) + 'b'.repeat(32);
  const { file, record } = proofOf('shop.example.com', token);
  expect(file).toEqual({ path: `/.well-known/plimsoll-${'a'.repeat(32)}.txt`, content: `plimsoll=${'b'.repeat(32)}` });
  expect(record).toEqual({ name: '_plimsoll.shop.example.com', value: file.content });
});
