/** Fewer samples for an old run: each as the sum of several seconds of all shards. */
import type { Sample } from '@plimsoll/contracts/sample';
import { sampleFields } from '@plimsoll/contracts/sample-fields';
import { mergeGroup } from './merge-fields.ts';
import { mergeSamples } from './merge-samples.ts';
import { groupForPoints } from './point.ts';

/**
 * One sample for each `seconds` seconds on a fixed grid; `second` is its first one. Counts and histograms are the exact sums, gauges the highest.
 * Warm-up and measured seconds never share one.
 */
export function thinSeconds(samples: readonly Sample[], seconds: number): Sample[] {
  return groupForPoints(samples, seconds).map((group) => {
    const merged = { ...mergeSamples(sampleFields, group.flat(), 'seconds'), ...mergeGroup(sampleFields, group) };
    // Shards that have different stretches of warm-up: the whole is what a point of a chart takes it for.
    return { ...merged, warmup: group.flat().every(({ warmup }) => warmup) };
  });
}
