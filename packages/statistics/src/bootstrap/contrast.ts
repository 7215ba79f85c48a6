/**
 * The difference between two arms with its bootstrap replicates. Relative differences are handled as log ratios (so that twice and
 * half are equally far from none), the error rate as a plain difference, since its base is often 0.
 */
import { type ComparedMetric, mainMetrics, rowOfMetric } from '@plimsoll/contracts/compared-metric';
import { findBucket, widthOf } from '../histogram/bucket-layout.ts';
import { type Figures, replicateFigures } from './bootstrap-arm.ts';
import { createRandom } from './random.ts';
import { type ArmSeries, drawBothArms, measureEffect, type Resampling } from './resampling.ts';
import { type PairedEffect, pairedEffects } from './together.ts';
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
  /** Log ratio, or the difference of shares. Where a candidate has no good answer, that of those it may have had. */
  readonly effect: number;
  /** Effects of the replicates, widened for what the bootstrap misses, rising; empty when there is nothing to say. */
  readonly spread: Float64Array;
  /** A percentile is known to a bucket at best, however many replicates agree on it: at 20 µs that is 5 %. 0 for the others. */
  readonly resolution: number;
  /** Of arms that ran at once; `spread` is empty then. */
  readonly pairs?: PairedEffect;
}

/** `count`: of replicates; 0: no interval is wanted. */
export function contrasts(base: ArmSeries, candidate: ArmSeries, resampling: Resampling, count = leastReplicates): Contrast[] {
  if (resampling === 'together') return pairedContrasts(base, candidate, count > 0);
  const random = createRandom(seed);
  const pairs: [Figures, Figures][] = [];
  for (let i = 0; i < count; i++) {
    const [drawnBase, drawnCandidate] = drawBothArms(base.arm, candidate.arm, resampling, random);
    pairs.push([replicateFigures(base.arm, drawnBase), replicateFigures(candidate.arm, drawnCandidate)]);
  }
  const overRuns = resampling === 'runs' || resampling === 'paired';
  const growth = overRuns ? growthOverRuns(base, candidate, resampling, count, random) : growthOverBlocks(base, candidate, resampling);
  return mainMetrics.map((metric) => {
    const least = metric === 'goodput' ? candidate.arm.unseenGoodput : 0;
    const effect = measureEffect(metric, base.figures[metric], Math.max(candidate.figures[metric], least));
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

function pairedContrasts(base: ArmSeries, candidate: ArmSeries, withInterval: boolean): Contrast[] {
  return pairedEffects(base, candidate).map((pairs) => {
    const { metric, effect } = pairs;
    const figures = { metric, base: base.figures[metric], candidate: candidate.figures[metric], effect };
    const resolution =
      rowOfMetric(metric).unit === 'us' && Number.isFinite(effect) ? halfBucketShare(figures.base) + halfBucketShare(figures.candidate) : 0;
    return { ...figures, spread: new Float64Array(), resolution, ...(withInterval ? { pairs } : {}) };
  });
}

/** Half a bucket relative to the value. */
function halfBucketShare(valueUs: number): number {
  return widthOf(findBucket(valueUs)) / 2 / Math.max(1, valueUs);
}
