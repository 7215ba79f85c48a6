/** Fewer samples for an old run: each as the sum of several seconds of all shards, or of those of one region. */
import type { Sample } from '@plimsoll/contracts/sample';
import { sampleFields } from '@plimsoll/contracts/sample-fields';
import { mergeShare } from './merge-fields.ts';
import { mergeSamples } from './merge-samples.ts';
import { groupForPoints } from './point.ts';

/**
 * One sample of each part for each `seconds` seconds on a fixed grid; `second` is its first one. Counts and histograms are the exact sums, gauges
 * the highest; of several parts, each made of shards of its own, a gauge is the part's share of the highest of all, so that the parts together are
 * the whole thinned. Warm-up and measured seconds never share one.
 */
export function thinParts(parts: readonly (readonly Sample[])[], seconds: number): Sample[][] {
  const partOf = new Map(parts.flatMap((samples, part) => samples.map((sample) => [sample, part] as const)));
  const thinned: Sample[][] = parts.map(() => []);
  for (const group of groupForPoints(parts.flat(), seconds)) {
    const all = group.flat();
    const { second } = all[0] as Sample;
    // Shards that have different stretches of warm-up: the whole is what a point of a chart takes it for.
    const warmup = all.every((sample) => sample.warmup);
    for (const [part, kept] of thinned.entries()) {
      const own = group.map((shards) => shards.filter((sample) => partOf.get(sample) === part));
      const flat = own.flat();
      if (flat.length === 0) continue;
      const merged = mergeSamples(sampleFields, flat, 'seconds');
      kept.push({ ...merged, ...mergeShare(sampleFields, group, own), second, warmup });
    }
  }
  return thinned;
}
