import { decode, emptyHistogram, encode, record } from '@plimsoll/statistics/histogram';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { explicitBounds, explicitValue, exponentialValue } from './histogram-value.ts';

const timesUs = fc.array(fc.oneof(fc.integer({ min: 0, max: 3000 }), fc.integer({ min: 1, max: 90_000_000 })), {
  minLength: 1,
  maxLength: 200,
});
const of = (values: readonly number[]) => {
  const histogram = emptyHistogram();
  for (const value of values) record(histogram, value);
  return decode(encode(histogram));
};
/** Half of the widest bucket that a time may lie in. */
const near = 1 / 1024;
const within = (values: readonly number[], aboveMs: number, upToMs: number) =>
  values.filter((us) => us / 1000 > aboveMs && us / 1000 <= upToMs).length;
const sum = (counts: readonly number[]) => counts.reduce((all, count) => all + count, 0);

it('counts every time once between bounds, as the times themselves do but for the width of a recorded bucket', () => {
  fc.assert(
    fc.property(timesUs, (values) => {
      const { buckets, count, min, max, sum: whole } = explicitValue(of(values));
      expect(sum(buckets.counts)).toBe(values.length);
      expect(count).toBe(values.length);
      let upTo = 0;
      explicitBounds.forEach((bound, place) => {
        upTo += buckets.counts[place] as number;
        expect(upTo).toBeGreaterThanOrEqual(within(values, -1, bound * (1 - near)));
        expect(upTo).toBeLessThanOrEqual(within(values, -1, bound * (1 + near)));
      });
      expect(min).toBeLessThanOrEqual(Math.min(...values) / 1000);
      expect(max).toBeGreaterThanOrEqual(Math.max(...values) / 1000);
      expect(Math.abs(whole - sum(values) / 1000)).toBeLessThanOrEqual((near * sum(values)) / 1000);
    }),
  );
});

it('counts every time once in at most 160 exponential buckets, each between its powers of the base', () => {
  fc.assert(
    fc.property(timesUs, (values) => {
      const { scale, zeroCount, positive, count } = exponentialValue(of(values));
      expect(zeroCount).toBe(values.filter((us) => us === 0).length);
      expect(zeroCount + sum(positive.bucketCounts)).toBe(values.length);
      expect(count).toBe(values.length);
      expect(positive.bucketCounts.length).toBeLessThanOrEqual(160);
      const bound = (index: number) => 2 ** (index / 2 ** scale);
      let upTo = 0;
      positive.bucketCounts.forEach((inside, place) => {
        upTo += inside;
        const end = bound(positive.offset + place + 1);
        expect(upTo).toBeGreaterThanOrEqual(within(values, 0, end * (1 - near)));
        expect(upTo).toBeLessThanOrEqual(within(values, 0, end * (1 + near)));
      });
    }),
  );
});

it('is as fine as was recorded where all times are near each other', () => {
  expect(exponentialValue(of([1000, 1010, 1100])).scale).toBe(9);
});
