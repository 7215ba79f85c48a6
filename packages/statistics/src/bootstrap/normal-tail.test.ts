import { expect, it } from 'vitest';
import { normalTail } from './normal-tail.ts';

it('gives the tail of the normal distribution as scipy.stats.norm.sf has it', () => {
  for (const [z, tail] of [
    [0, 0.5],
    [1, 0.15865525393145707],
    [1.959963984540054, 0.025],
    [3, 0.0013498980316300933],
    [5, 2.8665157187919333e-7],
    [8, 6.220960574271785e-16],
    [-1, 0.8413447460685429],
  ] as const)
    expect(Math.abs(normalTail(z) / tail - 1)).toBeLessThan(1e-6);
  expect(normalTail(Number.POSITIVE_INFINITY)).toBe(0);
});
