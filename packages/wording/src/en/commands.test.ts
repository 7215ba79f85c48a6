import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import * as app from './app.ts';
import * as main from './main.ts';

test('a command that a sentence names exists', () => {
  const { scripts } = JSON.parse(readFileSync(new URL('../../../../package.json', import.meta.url), 'utf8')) as { scripts: object };
  const named = [...JSON.stringify([main, app]).matchAll(/npm (?:run )?([a-z:]+)/g)].map(([, name]) => name);
  expect(named).toContain('worker');
  expect(Object.keys(scripts)).toEqual(expect.arrayContaining(named));
});
