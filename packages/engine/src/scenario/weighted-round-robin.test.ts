import fc from 'fast-check';
import { expect, test } from 'vitest';
import { weightedRoundRobin } from './weighted-round-robin.ts';

test('the order spreads each request as evenly as its weight allows', () => {
  expect([...weightedRoundRobin([5, 1, 1])]).toEqual([0, 0, 1, 0, 2, 0, 0]);
  expect([...weightedRoundRobin([100, 100])]).toEqual([0, 1]);
  expect([...weightedRoundRobin([7])]).toEqual([0]);
});

test('any stretch of its length holds the shares of the weights, and no request is ever a whole round late', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 8 }), (weights) => {
      const order = weightedRoundRobin(weights);
      const total = weights.reduce((sum, weight) => sum + weight, 0);
      weights.forEach((weight, index) => {
        expect(order.filter((picked) => picked === index).length / order.length).toBeCloseTo(weight / total, 12);
        let seen = 0;
        order.forEach((picked, at) => {
          if (picked === index) seen++;
          expect(Math.abs(seen - ((at + 1) * weight) / total)).toBeLessThan(weights.length);
        });
      });
    }),
  );
});
