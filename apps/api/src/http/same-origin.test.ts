import type { IncomingHttpHeaders } from 'node:http';
import { expect, it } from 'vitest';
import { isSameOrigin } from './same-origin.ts';

it.each<[IncomingHttpHeaders, boolean]>([
  [{ 'sec-fetch-site': 'same-origin' }, true],
  [{ 'sec-fetch-site': 'none' }, true],
  [{ 'sec-fetch-site': 'same-site', origin: 'http://a:1', host: 'a:1' }, false],
  [{ 'sec-fetch-site': 'cross-site' }, false],
  [{}, true],
  [{ origin: 'http://a:1', host: 'a:1' }, true],
  [{ origin: 'http://a:2', host: 'a:1' }, false],
  [{ origin: 'null', host: 'a:1' }, false],
  [{ origin: 'https://load.example.com', host: 'inside:4300' }, true],
])('judges a write with %j: %s', (headers, expected) => {
  expect(isSameOrigin({ headers }, 'https://load.example.com')).toBe(expected);
});
