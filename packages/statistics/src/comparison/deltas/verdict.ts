/**
 * From intervals to verdicts, each with the code of its reason. With a minimum effect δ: interval wholly beyond δ → better or worse; wholly inside ±δ → no difference;
 * else not enough evidence. "Better" and "worse" must also survive Holm's correction over all metrics compared: among seven metrics
 * one would otherwise look changed by chance in every third comparison of equals. The intervals shown are plain 95 % intervals.
 */
import type { ArmRefusal } from '@plimsoll/contracts/arm-refusal';
import { type ComparedMetric, isAbsolute, rowOfMetric } from '@plimsoll/contracts/compared-metric';
import type { MetricCode, MetricDelta } from '@plimsoll/contracts/verdict';
import { type Contrast, findQuantile } from '../../bootstrap/contrast.ts';
import { normalTail } from '../../bootstrap/normal-tail.ts';

/** Least relative change that counts, unless the noise floor is higher. */
export const leastEffect = 0.03;
/** Least change of the error rate that counts: 0.1 percentage points, as a fraction. */
export const leastErrorRateEffect = 0.001;
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

export interface VerdictOptions {
  /** Relative δ; the error rate has its own. */
  readonly minimumEffect: number;
  /** δ of single metrics where noise differs between them. */
  readonly minimumEffects?: Readonly<Partial<Record<ComparedMetric, number>>>;
  /** Is every verdict one on these runs alone? */
  readonly theseRuns: boolean;
  /** Finished requests of the smaller arm: no errors among n still allows up to 3 in n. */
  readonly requests: { readonly base: number; readonly candidate: number };
  /**
   * Chances too small to be counted with these replicates are read off a normal tail: for families so large that replicates
   * enough for Holm's first step would take too long.
   */
  readonly normalTail?: boolean;
}

function judgeContrast(contrast: Contrast, options: VerdictOptions): Reading | null {
  const { metric, spread, effect, resolution } = contrast;
  if (spread.length === 0) return null;
  const absolute = isAbsolute(metric);
  const minimumEffect = absolute ? leastErrorRateEffect : (options.minimumEffects?.[metric] ?? options.minimumEffect);
  const shown = (value: number) => (absolute ? value : Math.expm1(value));
  const unseen = (none: boolean, requests: number) => (absolute && none ? Math.min(1, 3 / Math.max(1, requests)) : 0);
  const low = Math.min(findQuantile(spread, level / 2), effect) - resolution - unseen(contrast.base === 0, options.requests.base);
  const high =
    Math.max(findQuantile(spread, 1 - level / 2), effect) + resolution + unseen(contrast.candidate === 0, options.requests.candidate);
  const up = absolute ? minimumEffect : Math.log1p(minimumEffect);
  const down = absolute ? -minimumEffect : Math.log1p(-minimumEffect);
  const beyond =
    effect > up ? spread.map((value) => value - resolution - up) : effect < down ? spread.map((value) => down - value - resolution) : null;
  return {
    contrast,
    low: shown(low),
    high: shown(high),
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

/** An arm's contrasts with the base, and what is known of both. */
export interface Judged {
  readonly contrasts: readonly Contrast[];
  readonly options: VerdictOptions;
  /** Why no verdict can be given (an invalid arm, too few seconds): leaves the figures and takes the verdicts away. */
  readonly refused: ArmRefusal | null;
  /** Were times recorded in another way in one of the arms (failed answers among good ones)? Then they are not compared. */
  readonly unlikeTimes?: boolean;
}

/**
 * Deltas of each arm, one per contrast. Holm's correction spans all arms and metrics that can be judged; `looks` (how often an
 * experiment that extends itself has been looked at) divides the chance of a false call once more, since each look is another chance.
 */
export function metricDeltas(arms: readonly Judged[], looks = 1): MetricDelta[][] {
  const isUnlike = ({ unlikeTimes }: Judged, { metric }: Contrast) => unlikeTimes === true && rowOfMetric(metric).unit === 'us';
  const readings = arms.map((judged) =>
    judged.contrasts.map((contrast) => (isUnlike(judged, contrast) ? null : judgeContrast(contrast, judged.options))),
  );
  const family = readings.filter((_, arm) => arms[arm]?.refused === null).flat();
  const survivors = new Set(
    holm(
      family.map((reading) => reading?.pBeyond ?? 1),
      level / Math.max(1, looks),
    ).flatMap((rejected, index) => (rejected ? [family[index]] : [])),
  );
  return arms.map((judgedArm, arm) => {
    const { contrasts, options, refused } = judgedArm;
    return contrasts.map((contrast, index): MetricDelta => {
      if (refused === null && isUnlike(judgedArm, contrast)) return refuseTimes(contrast);
      const reading = readings[arm]?.[index] ?? null;
      const judged = refused
        ? { verdict: 'not_enough_evidence' as const, code: { kind: 'refused' as const } }
        : judge(contrast, reading, reading !== null && survivors.has(reading), options.theseRuns);
      return { ...pickFigures(contrast), interval: reading && { low: reading.low, high: reading.high }, reason: '', ...judged };
    });
  });
}

/** Both figures, and no difference of them. */
function refuseTimes(contrast: Contrast): MetricDelta {
  const none = { delta: null, deltaRelative: null, interval: null, reason: '' };
  return { ...pickFigures(contrast), ...none, verdict: 'not_enough_evidence', code: { kind: 'mixedTimes' } };
}

function pickFigures(contrast: Contrast): Pick<MetricDelta, 'metric' | 'base' | 'candidate' | 'delta' | 'deltaRelative'> {
  const value = (figure: number) => (Number.isFinite(figure) ? figure : null);
  const base = value(contrast.base);
  const candidate = value(contrast.candidate);
  const delta = base === null || candidate === null ? null : candidate - base;
  const relative = delta === null || !base ? null : delta / base;
  return { metric: contrast.metric, base, candidate, delta, deltaRelative: isAbsolute(contrast.metric) ? delta : relative };
}

function judge(contrast: Contrast, reading: Reading | null, survives: boolean, theseRuns: boolean): Pick<MetricDelta, 'verdict' | 'code'> {
  const { metric } = contrast;
  if (!reading) {
    const kind = Number.isFinite(contrast.effect) ? 'tooShort' : 'notInBoth';
    return { verdict: 'not_enough_evidence', code: { kind } };
  }
  const { low, high, minimumEffect } = reading;
  const change = isAbsolute(metric) ? contrast.effect : Math.expm1(contrast.effect);
  const because = (kind: 'beyond' | 'maybeChance' | 'within' | 'across'): MetricCode => ({ kind, change, minimumEffect, theseRuns });
  const beyond = low > minimumEffect || high < -minimumEffect;
  if (beyond && survives)
    return { verdict: low > 0 === (rowOfMetric(metric).better === 'higher') ? 'better' : 'worse', code: because('beyond') };
  if (beyond) return { verdict: 'not_enough_evidence', code: because('maybeChance') };
  if (low > -minimumEffect && high < minimumEffect) return { verdict: 'no_difference', code: because('within') };
  return { verdict: 'not_enough_evidence', code: because('across') };
}
