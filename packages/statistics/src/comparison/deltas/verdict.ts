/**
 * From intervals to verdicts, each with the code of its reason. With a minimum effect δ: interval wholly beyond δ → better or worse; wholly inside ±δ → no difference;
 * else not enough evidence. "Better" and "worse" must also survive Holm's correction over all metrics compared: among seven metrics
 * one would otherwise look changed by chance in every third comparison of equals. The intervals shown are plain 95 % intervals.
 */
import { isAbsolute } from '@plimsoll/contracts/compared-metric';
import { type MetricCode, type MetricDelta, worseBy } from '@plimsoll/contracts/verdict';
import type { Contrast } from '../../bootstrap/contrast.ts';
import { normalTail } from '../../bootstrap/normal-tail.ts';
import { findQuantile } from '../../bootstrap/quantile.ts';
import { claimedDeltas } from './claims.ts';
import {
  isUnlike,
  type Judged,
  leastErrorRateEffect,
  pickFigures,
  refuseTimes,
  shownChange,
  shownEffect,
  unseenShare,
  type VerdictOptions,
} from './judged.ts';

const level = 0.05;

/** A contrast read against δ, in the units people see: relative, or a difference of fractions for the error rate. */
interface Reading {
  readonly contrast: Contrast;
  readonly low: number;
  readonly high: number;
  readonly minimumEffect: number;
  /** Two-sided probability that the change is not beyond δ on the side it seems to be; 1 where it does not seem to be. */
  readonly pBeyond: number;
}

function judgeContrast(contrast: Contrast, options: VerdictOptions): Reading | null {
  const { metric, spread, effect, resolution } = contrast;
  if (spread.length === 0) return null;
  const absolute = isAbsolute(metric);
  const minimumEffect = absolute ? leastErrorRateEffect : (options.minimumEffects?.[metric] ?? options.minimumEffect);
  const { base, candidate } = options.requests;
  const low = Math.min(findQuantile(spread, level / 2), effect) - resolution - unseenShare(contrast, contrast.base, base);
  const high = Math.max(findQuantile(spread, 1 - level / 2), effect) + resolution + unseenShare(contrast, contrast.candidate, candidate);
  const up = absolute ? minimumEffect : Math.log1p(minimumEffect);
  const down = absolute ? -minimumEffect : Math.log1p(-minimumEffect);
  const beyond =
    effect > up ? spread.map((value) => value - resolution - up) : effect < down ? spread.map((value) => down - value - resolution) : null;
  return {
    contrast,
    low: Math.min(shownEffect(contrast, low), shownChange(contrast)),
    high: shownEffect(contrast, high),
    minimumEffect,
    pBeyond: beyond === null ? 1 : estimateChance(beyond, options.normalTail ?? false),
  };
}

/** Replicates short of δ below which their number says little. */
const fewestCounted = 10;

/** Two-sided chance that what lies this far beyond δ, replicate by replicate, is not beyond it. */
function estimateChance(beyond: Float64Array, byNormalTail: boolean): number {
  const short = beyond.filter((distance) => distance <= 0).length;
  const counted = Math.min(1, (2 * (short + 1)) / (beyond.length + 1));
  if (!byNormalTail || short >= fewestCounted) return counted;
  const mean = beyond.reduce((sum, distance) => sum + distance, 0) / beyond.length;
  const variance = beyond.reduce((sum, distance) => sum + (distance - mean) ** 2, 0) / beyond.length;
  return Math.min(counted, 2 * normalTail(mean / Math.sqrt(variance)));
}

/** The hypotheses that Holm's step-down rejects at 5 %: the smallest p against 0.05 / m, the next against 0.05 / (m − 1) … */
export function holm(pValues: readonly number[], alpha = level): boolean[] {
  const order = pValues.map((p, index) => ({ p, index })).sort((a, b) => a.p - b.p);
  const rejected = pValues.map(() => false);
  for (const [rank, { p, index }] of order.entries()) {
    if (p > alpha / (pValues.length - rank)) break;
    rejected[index] = true;
  }
  return rejected;
}

/**
 * Deltas of each arm, one per contrast. Holm's correction spans all arms and metrics that can be judged; `looks` (how often an
 * experiment that extends itself has been looked at) divides the chance of a false call once more, since each look is another chance;
 * `families`: so many of them share it.
 */
export function metricDeltas(arms: readonly Judged[], looks = 1, families = 1): MetricDelta[][] {
  const together = arms[0]?.options.together;
  if (together) return claimedDeltas(arms, together, { looks, families });
  const readings = arms.map((judged) =>
    judged.contrasts.map((contrast) => (isUnlike(judged, contrast) ? null : judgeContrast(contrast, judged.options))),
  );
  const family = readings.filter((_, arm) => arms[arm]?.refused === null).flat();
  const survivors = new Set(
    holm(
      family.map((reading) => reading?.pBeyond ?? 1),
      level / Math.max(1, looks) / families,
    ).flatMap((rejected, index) => (rejected ? [family[index]] : [])),
  );
  return arms.map((judgedArm, arm) => {
    const { contrasts, options, refused } = judgedArm;
    return contrasts.map((contrast, index): MetricDelta => {
      if (isUnlike(judgedArm, contrast)) return refuseTimes(contrast);
      const reading = readings[arm]?.[index] ?? null;
      const judged = refused
        ? { verdict: 'not_enough_evidence' as const, code: { kind: 'refused' as const } }
        : judge(contrast, reading, reading !== null && survivors.has(reading), options.theseRuns);
      return { ...pickFigures(contrast), interval: reading && { low: reading.low, high: reading.high }, reason: '', ...judged };
    });
  });
}

function judge(contrast: Contrast, reading: Reading | null, survives: boolean, theseRuns: boolean): Pick<MetricDelta, 'verdict' | 'code'> {
  const { metric } = contrast;
  if (!reading) {
    const kind = Number.isFinite(contrast.effect) ? 'tooShort' : 'notInBoth';
    return { verdict: 'not_enough_evidence', code: { kind } };
  }
  const { low, high, minimumEffect } = reading;
  const change = shownChange(contrast);
  const because = (kind: 'beyond' | 'maybeChance' | 'within' | 'across'): MetricCode => ({ kind, change, minimumEffect, theseRuns });
  const beyond = low > minimumEffect || high < -minimumEffect;
  if (beyond && survives) return { verdict: worseBy(metric, low) > 0 ? 'worse' : 'better', code: because('beyond') };
  if (beyond) return { verdict: 'not_enough_evidence', code: because('maybeChance') };
  if (low > -minimumEffect && high < minimumEffect) return { verdict: 'no_difference', code: because('within') };
  return { verdict: 'not_enough_evidence', code: because('across') };
}
