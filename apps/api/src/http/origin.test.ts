import { expect, it } from 'vitest';
import { originOf } from './origin.ts';

const asked = (host: string, localAddress = '192.168.1.5') => originOf({ protocol: 'http', host, socket: { localAddress } }, {});

it('is the configured one, whatever Host a request names', () => {
  const request = { protocol: 'http', host: 'evil.example', socket: { localAddress: '127.0.0.1' } } as const;
  expect(originOf(request, { baseUrl: 'https://load.example.org/' })).toBe('https://load.example.org');
});

it('without a configuration is a Host that names this machine, and no other', () => {
  expect(asked('localhost:4300')).toBe('http://localhost:4300');
  expect(asked('plimsoll.localhost:4300')).toBe('http://plimsoll.localhost:4300');
  expect(asked('127.0.0.1:4300')).toBe('http://127.0.0.1:4300');
  expect(asked('[::1]:4300', '::1')).toBe('http://[::1]:4300');
  expect(asked('192.168.1.5:4300')).toBe('http://192.168.1.5:4300');
  expect(asked('192.168.1.5:4300', '::ffff:192.168.1.5')).toBe('http://192.168.1.5:4300');
  for (const host of [
    'evil.example',
    '127.0.0.1.evil.example',
    'localhost.evil.example',
    '192.168.1.6',
    '10.0.0.1:80',
    '',
    'localhost:x"><b>',
  ])
    expect(asked(host), host).toBe('');
});
