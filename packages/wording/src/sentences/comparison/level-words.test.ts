import type { RunLimit } from '@plimsoll/contracts/limit';
import { expect, test } from 'vitest';
import { levelsSentence, limitOfEvery } from './level-words.ts';

const levels = (...limits: RunLimit[]) => limits.map((limit, variant) => ({ variant, limit, disturbed: null }));

test('settings that something else than the target held back are named by what it was', () => {
  const sentence = levelsSentence(levels('connections', 'connections', 'target', 'client'), ['1', '2', '4', '64']);
  expect(sentence).toBe('Not limited by the target: 1 and 2 (the plan’s connections); 64 (the HTTP client).');
});

test('many of them are counted, and where it was the target or is not known nothing is said', () => {
  const six = levels(...Array<RunLimit>(6).fill('generator'), 'target');
  const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
  expect(levelsSentence(six, names)).toBe('Not limited by the target: a, b, c and 3 more (the generator).');
  expect(levelsSentence(levels('target', 'none', 'unknown'), ['a', 'b', 'c'])).toBeNull();
});

test('one thing that held all of them back is said once for all', () => {
  expect(levelsSentence(levels('generator', 'generator', 'generator'), ['1', '4', '16'])).toBe(
    'At every setting the generator held the load back, not the target.',
  );
  expect(limitOfEvery(levels('connections', 'connections'), 2)).toBe('connections');
  for (const others of [levels('target', 'target'), levels('generator', 'client'), levels('client'), []])
    expect(limitOfEvery(others, others.length)).toBeNull();
});

test('while some are not known, what held the others back is not said of all', () => {
  expect(levelsSentence(levels('generator', 'generator'), ['1', '4', '16'])).toBe('Not limited by the target: 1 and 4 (the generator).');
});
