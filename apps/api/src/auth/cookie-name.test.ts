import { expect, it } from 'vitest';
import { cookieNames } from './cookie-name.ts';

it('tells installations on one host apart by the port that people reach them at, and keeps to its host over TLS', () => {
  const nameAt = (origin: string, port = 4300) => cookieNames(origin, port).of('session');
  expect(nameAt('https://plimsoll.example')).toBe('__Host-plimsoll.session');
  // 443 is the port of https, written or not.
  expect(nameAt('https://plimsoll.example:443')).toBe('__Host-plimsoll.session');
  expect(nameAt('https://bench.example:8443')).toBe('__Host-plimsoll-8443.session');
  expect(nameAt('https://bench.example:9443')).toBe('__Host-plimsoll-9443.session');
  expect(nameAt('http://localhost:4300')).toBe('plimsoll-4300.session');
  // In containers both listen on the same one.
  expect([nameAt('http://localhost:8001'), nameAt('http://localhost:8002')]).toEqual(['plimsoll-8001.session', 'plimsoll-8002.session']);
  expect(nameAt('http://bench.example', 4310)).toBe('plimsoll-4310.session');
});
