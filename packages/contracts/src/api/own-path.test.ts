import { expect, it } from 'vitest';
import { ownPath } from './own-path.ts';

it('leads to a page of ours, and nowhere else', () => {
  const origin = 'https://plimsoll.example';
  for (const own of ['/', '/runs?state=failed#top', '/join/abc', '/a//b']) expect(ownPath(own, origin)).toBe(own);
  const foreign = [
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '/.//evil.example',
    '/runs/..//evil.example',
    '/%2e//evil.example',
  ];
  for (const next of [...foreign, 'https://evil.example/', 'javascript:alert(1)', '', 'runs', null, undefined])
    expect(ownPath(next, origin), String(next)).toBe('/');
});
