import { expect, it } from 'vitest';
import { makeNormalSource } from '../../test/support/simulated-run.ts';
import { createRandom } from '../bootstrap/random.ts';
import { alwaysValid } from './always-valid.ts';

it('excludes the truth at any of 300 looks in at most 5 % of 400 sequences, where a plain interval does in more than 20 %', () => {
  const normal = makeNormalSource(createRandom(17));
  let [fooled, plainFooled] = [0, 0];
  for (let sequence = 0; sequence < 400; sequence++) {
    // Every tenth pair is five times as far off.
    const values = Array.from({ length: 300 }, (_, at) => 0.02 * normal() * (at % 10 === 0 ? 5 : 1));
    const excludes = (n: number) => {
      const interval = alwaysValid(values.slice(0, n), 150);
      return interval !== null && (interval.low > 0 || interval.high < 0);
    };
    const looks = Array.from({ length: 291 }, (_, at) => at + 10);
    if (looks.some(excludes)) fooled++;
    let [sum, squares] = [0, 0];
    const isPlainFooled = values.some((value, at) => {
      sum += value;
      squares += value * value;
      const n = at + 1;
      return n >= 10 && Math.abs(sum / n) > (1.96 * Math.sqrt(squares / n - (sum / n) ** 2)) / Math.sqrt(n);
    });
    if (isPlainFooled) plainFooled++;
  }
  expect(fooled).toBeLessThanOrEqual(0.05 * 400);
  expect(plainFooled).toBeGreaterThan(0.2 * 400);
});

it('has the width of its formula, narrowest around the pairs that were planned', () => {
  // Ten values of ±1: mean 0, variance 10 / 9. ρ² = (−2 ln 0.05 + ln(1 − 2 ln 0.05)) / 10 = 0.7937 by hand.
  const ten = Array.from({ length: 10 }, (_, at) => (at % 2 === 0 ? 1 : -1));
  const interval = alwaysValid(ten, 10);
  const squared = (-2 * Math.log(0.05) + Math.log(-2 * Math.log(0.05) + 1)) / 10;
  expect(squared).toBeCloseTo(0.7937, 3);
  expect(interval?.high).toBeCloseTo(
    Math.sqrt(10 / 9) * Math.sqrt(((2 * (10 * squared + 1)) / (100 * squared)) * Math.log(Math.sqrt(10 * squared + 1) / 0.05)),
    9,
  );
  const many = Array.from({ length: 200 }, (_, at) => (at % 2 === 0 ? 1 : -1));
  expect(alwaysValid(many, 200)?.high).toBeLessThan(alwaysValid(many, 10)?.high ?? 0);
  expect(alwaysValid(ten.slice(1), 10)).toBeNull();
});
