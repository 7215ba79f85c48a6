import type { LatencyBucket } from '@plimsoll/contracts/latency';

/** Buckets from ≤ index < to as one. */
export interface JoinedBucket {
  readonly from: number;
  readonly to: number;
  readonly fromUs: number;
  readonly toUs: number;
}

/** Neighbouring buckets joined into `most` at most, each of the same number; empty ones at either end are left out. */
export function joinBuckets(buckets: readonly LatencyBucket[], most: number): JoinedBucket[] {
  const first = buckets.findIndex(({ count }) => count > 0);
  const end = buckets.findLastIndex(({ count }) => count > 0) + 1;
  if (first < 0) return [];
  const size = Math.ceil((end - first) / most);
  return Array.from({ length: Math.ceil((end - first) / size) }, (_, at) => {
    const from = first + at * size;
    const to = Math.min(end, from + size);
    return { from, to, fromUs: (buckets[from] as LatencyBucket).fromUs, toUs: (buckets[to - 1] as LatencyBucket).toUs };
  });
}
