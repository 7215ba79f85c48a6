import type { Written } from '@plimsoll/analysis/written';
import { expect, test } from 'vitest';
import { openKeptAnswers } from './kept-answers.ts';

const answer = (bytes: number): Written => ({ encoding: 'identity', body: new Uint8Array(bytes) });

test('answers are made once while there is room; the one that nobody asked for longest goes; null and what is too large are not kept', async () => {
  const kept = openKeptAnswers(1000);
  const made: string[] = [];
  const ask = (key: string, bytes: number | null) =>
    kept.of(key, async () => {
      made.push(key);
      return bytes === null ? null : answer(bytes);
    });
  await ask('a', 400);
  await ask('b', 400);
  await ask('a', 400);
  expect(made).toEqual(['a', 'b']);
  await ask('c', 400);
  await ask('a', 400);
  await ask('b', 400);
  expect(made).toEqual(['a', 'b', 'c', 'b']);
  for (let i = 0; i < 2; i++) {
    await ask('none', null);
    await ask('large', 2000);
  }
  expect(made.slice(4)).toEqual(['none', 'large', 'none', 'large']);
  const nothing = openKeptAnswers(0);
  const again = async () => {
    made.push('again');
    return answer(1);
  };
  for (let i = 0; i < 2; i++) await nothing.of('a', again);
  expect(made.slice(8)).toEqual(['again', 'again']);
});
