import { emptySample } from '@plimsoll/contracts/empty-sample';
import type { Sample } from '@plimsoll/contracts/sample';
import { expect, test } from 'vitest';
import { openSeconds } from './watch-thresholds.ts';

const told = (second: number, sent: number): Sample => ({
  ...emptySample({ second, lengthMs: 1000 }),
  planned: sent,
  sent,
  done: sent,
  outcomes: { response: sent },
});

test('seconds of several generators are handed out whole, once, in order', () => {
  const seconds = openSeconds(2);
  const add = (...samples: Sample[]) => seconds.add(samples).map(({ second, sent }) => [second, sent]);
  expect(add(told(0, 3))).toEqual([]);
  expect(add(told(1, 4), told(1, 5))).toEqual([]);
  expect(add(told(0, 2))).toEqual([
    [0, 5],
    [1, 9],
  ]);
  expect(add(told(2, 1), told(3, 1), told(4, 1))).toEqual([]);
  // One is through with its share: what it does not tell is not waited for longer than three seconds.
  expect(add(told(5, 1))).toEqual([[2, 1]]);
  expect(add(told(6, 1))).toEqual([[3, 1]]);
});
