/** Buckets of one width for a histogram that people look at; what lies beyond p99 is one bucket, else it would be all of the axis. */
import type { LatencyBucket } from '@plimsoll/contracts/latency';
import { highestOf, lowestOf } from './bucket-layout.ts';
import { eachBucket, type Histogram, merge, valueAt } from './histogram.ts';

/** Up to p99; with the one beyond there are at most 60. */
const mostBuckets = 57;

/** `count` of `times`, `failed` of `failed`. A bucket of a histogram stands where its lowest value does. */
export function equalBuckets(times: Histogram, failed: Histogram): LatencyBucket[] {
  const both = merge([times, failed]);
  if (both.total === 0) return [];
  const low = valueAt(both, 0) as number;
  const high = valueAt(both, 99) as number;
  const most = highestOf(both.used - 1);
  const width = roundWidth((high - low + 1) / mostBuckets);
  const begin = Math.floor(low / width) * width;
  const count = Math.floor((high - begin) / width) + 1;
  const buckets = Array.from({ length: count }, (_, at) => ({
    fromUs: begin + at * width,
    toUs: begin + (at + 1) * width,
    count: 0,
    failed: 0,
  }));
  const end = begin + count * width;
  if (most >= end) buckets.push({ fromUs: end, toUs: most + 1, count: 0, failed: 0 });
  const add = (histogram: Histogram, name: 'count' | 'failed') =>
    eachBucket(histogram, (index, values) => {
      const bucket = buckets[Math.min(buckets.length - 1, Math.floor((lowestOf(index) - begin) / width))];
      if (bucket) bucket[name] += values;
    });
  add(times, 'count');
  add(failed, 'failed');
  return buckets;
}

/** 1, 2 or 5 × a power of ten, at least `width` and at least 1 µs. */
function roundWidth(width: number): number {
  const power = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, width))));
  return ([1, 2, 5, 10].find((factor) => factor * power >= width) ?? 10) * power;
}
