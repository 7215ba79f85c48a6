import { expect, test } from 'vitest';
import { interleaved, roundOrder } from './interleave.ts';

const all = (variants: number) => Array.from({ length: variants }, (_, index) => index);

test('two variants run as ABBA, then as BAAB', () => {
  expect(interleaved(2, 4).map((variant) => 'AB'[variant])).toEqual([...'ABBABAAB']);
});

test.each([1, 2, 3, 5, 60])('each round of %i variants runs every one of them once', (variants) => {
  for (let round = 0; round < 20; round++) expect(roundOrder(variants, round).sort((a, b) => a - b)).toEqual(all(variants));
});

test.each([2, 3, 4, 5])('every second round of %i variants mirrors the one before', (variants) => {
  for (let round = 0; round < 20; round += 2) expect(roundOrder(variants, round + 1)).toEqual(roundOrder(variants, round).reverse());
});

test.each([2, 3, 4, 5])('over 2 × %i rounds every variant takes every place equally often', (variants) => {
  const taken = Array.from({ length: variants }, () => all(variants).map(() => 0));
  for (let round = 0; round < 2 * variants; round++)
    for (const [place, variant] of roundOrder(variants, round).entries())
      (taken[variant] as number[])[place] = (taken[variant]?.[place] ?? 0) + 1;
  expect(taken.flat()).toEqual(taken.flat().map(() => 2));
});

test('a steady drift adds as much to every variant after each pair of rounds', () => {
  for (const variants of [2, 3, 5]) {
    const drift = all(variants).map(() => 0);
    for (const [place, variant] of interleaved(variants, 2).entries()) drift[variant] = (drift[variant] ?? 0) + place;
    expect(new Set(drift).size).toBe(1);
  }
});
