import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { WholeLanguage } from './whole-language.ts';

it('is asked of every catalogue there is', () => {
  const files = readdirSync(new URL('en/', import.meta.url), { recursive: true, encoding: 'utf8' });
  const named = readFileSync(new URL('whole-language.ts', import.meta.url), 'utf8');
  const missing = files.filter((file) => file.endsWith('.ts') && !file.includes('.test.') && !named.includes(`'./en/${file}'`));
  expect(missing).toEqual([]);
});

it('lacks no text and no placeholder, or the compiler refuses it', () => {
  const scope: WholeLanguage['scope'] = { theseRuns: ', in diesen Läufen' };
  // @ts-expect-error: its text is missing.
  const none: WholeLanguage['scope'] = {};
  // @ts-expect-error: its placeholder is missing.
  const plain: WholeLanguage['headline']['refused'] = 'Kein Urteil.';
  // @ts-expect-error: all other catalogues are missing.
  const part: WholeLanguage = { scope };
  expect([none, plain, part].length).toBe(3);
});
