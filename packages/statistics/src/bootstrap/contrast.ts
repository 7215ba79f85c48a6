/**
 * The difference between two arms with its bootstrap replicates. Relative differences are handled as log ratios (so that twice and
 * half are equally far from none), the error rate as a plain difference, since its base is often 0.
 */
import { type ComparedMetric, mainMetrics, rowOfMetric } from '@plimsoll/contracts/compared-metric';
import { findBucket, widthOf } from '../histogram/bucket-layout.ts';
import { type Figures, replicateFigures } from './bootstrap-arm.ts';
import { createRandom } from './random.ts';
import { type ArmSeries, drawBothArms, measureEffect, type Resampling } from './resampling.ts';
import { growthOverBlocks, growthOverRuns } from './widening.ts';

const leastReplicates = 1000;
const mostReplicates = 10_000;

/** Replicates for so many verdicts judged at once: Holm's first step must be within reach of the smallest p there can be. */
export function replicatesFor(verdicts: number): number {
  return Math.min(mostReplicates, Math.max(leastReplicates, 80 * verdicts));
}

const seed = 0x504c494d;

export interface Contrast {
  readonly metric: ComparedMetric;
  readonly base: number;
  readonly candidate: number;
  /** Log ratio, or the difference of shares. */
  readonly effect: number;
  /** Effects of the replicates, widened for what the bootstrap misses, rising; empty when there is nothing to say. */
  readonly spread: Float64Array;
  /** A percentile is known to a bucket at best, however many replicates agree on it: at 20 µs that is 5 %. 0 for the others. */
  readonly resolution: number;
}

export function contrasts(base: ArmSeries, candidate: ArmSeries, resampling: Resampling, count = leastReplicates): Contrast[] {
  const random = createRandom(seed);
  const pairs: [Figures, Figures][] = [];
  for (let i = 0; i < count; i++) {
    const [drawnBase, drawnCandidate] = drawBothArms(base.arm, candidate.arm, resampling, random);
    pairs.push([replicateFigures(base.arm, drawnBase), replicateFigures(candidate.arm, drawnCandidate)]);
  }
  const overRuns = resampling === 'runs' || resampling === 'paired';
  const growth = overRuns ? growthOverRuns(base, candidate, resampling, count, random) : growthOverBlocks(base, candidate, resampling);
  return mainMetrics.map((metric) => {
    const effect = measureEffect(metric, base.figures[metric], candidate.figures[metric]);
    const known = pairs.filter(([b, c]) => Number.isFinite(measureEffect(metric, b[metric], c[metric])));
    const usable = Number.isFinite(effect) && known.length >= 0.95 * count;
    const factor = usable ? growth(metric, known) : 1;
    const spread = usable
      ? Float64Array.from(known, ([b, c]) => effect + factor * (measureEffect(metric, b[metric], c[metric]) - effect)).sort()
      : new Float64Array();
    const resolution =
      usable && rowOfMetric(metric).unit === 'us' ? halfBucketShare(base.figures[metric]) + halfBucketShare(candidate.figures[metric]) : 0;
    return { metric, base: base.figures[metric], candidate: candidate.figures[metric], effect, spread, resolution };
  });
}

/** Half a bucket relative to the value. */
function halfBucketShare(valueUs: number): number {
  return widthOf(findBucket(valueUs)) / 2 / Math.max(1, valueUs);
}

/** The value below which a share of the rising values lies, interpolated (Hyndman and Fan's type 7, as NumPy's default). */
export function findQuantile(rising: ArrayLike<number>, share: number): number {
  const at = share * (rising.length - 1);
  const low = Math.floor(at);
  const value = rising[low] as number;
  const next = rising[Math.min(low + 1, rising.length - 1)] as number;
  return value + (at - low) * (next - value);
}
