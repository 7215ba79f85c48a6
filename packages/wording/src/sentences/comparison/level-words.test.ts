import type { RunLimit } from '@plimsoll/contracts/limit';
import { expect, test } from 'vitest';
import { levelsSentence } from './level-words.ts';

const levels = (...limits: RunLimit[]) => limits.map((limit, variant) => ({ variant, limit, disturbed: null }));

test('settings that something else than the target held back are named by what it was', () => {
  const sentence = levelsSentence(levels('connections', 'connections', 'target', 'client'), ['1', '2', '4', '64']);
  expect(sentence).toBe('Not limited by the target: 1 · 2 (the plan’s connections); 64 (the HTTP client).');
});

test('many of them are counted, and where it was the target or is not known nothing is said', () => {
  const six = levels(...Array<RunLimit>(6).fill('generator'));
  expect(levelsSentence(six, ['a', 'b', 'c', 'd', 'e', 'f'])).toBe('Not limited by the target: a · b · c · d and 2 more (the generator).');
  expect(levelsSentence(levels('target', 'none', 'unknown'), ['a', 'b', 'c'])).toBeNull();
});
