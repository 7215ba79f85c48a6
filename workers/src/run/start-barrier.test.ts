import { expect, test } from 'vitest';
import { shardPartition } from './start-barrier.ts';

test('the parts of the shards follow each other and are all of the parts', () => {
  const threads = [2, 1, 4];
  expect(threads.map((_, shard) => shardPartition(threads, shard))).toEqual([
    { first: 0, count: 2, of: 7 },
    { first: 2, count: 1, of: 7 },
    { first: 3, count: 4, of: 7 },
  ]);
});
