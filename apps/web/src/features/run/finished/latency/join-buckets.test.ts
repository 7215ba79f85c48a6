import { expect, it } from 'vitest';
import { joinBuckets } from './join-buckets.ts';

const bucket = (count: number, at: number) => ({ fromUs: at * 10, toUs: at * 10 + 10, count, failed: 0 });

it('joins neighbours so that none is lost, and leaves out what is empty at the ends', () => {
  const buckets = [0, 3, 0, 4, 5, 6, 0, 7, 0].map(bucket);
  expect(joinBuckets(buckets, 3)).toEqual([
    { from: 1, to: 4, fromUs: 10, toUs: 40 },
    { from: 4, to: 7, fromUs: 40, toUs: 70 },
    { from: 7, to: 8, fromUs: 70, toUs: 80 },
  ]);
  expect(joinBuckets([0, 0].map(bucket), 3)).toEqual([]);
});
