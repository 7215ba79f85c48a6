import { expect, test } from 'vitest';
import { createRandom } from './random.ts';
import { shuffle } from './shuffle.ts';

test('A seed draws the same order as ever, on which change points and the turns of loads rest', () => {
  const random = createRandom(7);
  expect(shuffle([0, 1, 2, 3, 4, 5, 6, 7], random)).toEqual([4, 6, 1, 2, 3, 5, 7, 0]);
  expect(shuffle([0, 1, 2, 3, 4, 5, 6, 7], random)).toEqual([6, 5, 2, 0, 7, 4, 3, 1]);
});

test('Items are put into order in place', () => {
  const items = ['a', 'b', 'c'];
  expect(shuffle(items, () => 0)).toBe(items);
  expect(items).toEqual(['b', 'c', 'a']);
});
