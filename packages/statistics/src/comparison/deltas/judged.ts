/** What a verdict is made of: an arm's contrasts, what is known of them besides, and the figures that stand beside the verdict. */
import type { ArmRefusal } from '@plimsoll/contracts/arm-refusal';
import { type ComparedMetric, isAbsolute, rowOfMetric } from '@plimsoll/contracts/compared-metric';
import type { MetricDelta } from '@plimsoll/contracts/verdict';
import { mostUnseen } from '../../bootstrap/bootstrap-arm.ts';
import type { Contrast } from '../../bootstrap/contrast.ts';

/** Least relative change that counts, unless the noise floor is higher. */
export const leastEffect = 0.03;
/** Least change of the error rate that counts: 0.1 percentage points, as a fraction. */
export const leastErrorRateEffect = 0.001;

/** By how much starts of one build differ. */
export interface StartSpread {
  /** Standard deviation of a figure's logarithm. */
  readonly deviation: number;
  /** Degrees of freedom it was learned with. */
  readonly df: number;
}

export interface TogetherOptions {
  /** The shares of all data that will come at which it is looked, rising to 1; the last one alone where it is looked once. */
  readonly lookShares: readonly number[];
  /** Were both sides started anew before each pair of runs? */
  readonly restarted: boolean;
  readonly starts: Readonly<Partial<Record<ComparedMetric, StartSpread>>>;
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
  /** The arms ran at once, and are judged by pairs of blocks. */
  readonly together?: TogetherOptions;
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

/** Are its times of another kind in one of the arms? */
export function isUnlike({ unlikeTimes }: Judged, { metric }: Contrast): boolean {
  return unlikeTimes === true && rowOfMetric(metric).unit === 'us';
}

/** Both figures, and no difference of them. */
export function refuseTimes(contrast: Contrast): MetricDelta {
  const none = { delta: null, deltaRelative: null, interval: null, reason: '' };
  return { ...pickFigures(contrast), ...none, verdict: 'not_enough_evidence', code: { kind: 'mixedTimes' } };
}

/** The change is the effect that the interval holds: of arms that ran at once the middle of their pairs, not the ratio of both figures. */
export function pickFigures(contrast: Contrast): Pick<MetricDelta, 'metric' | 'base' | 'candidate' | 'delta' | 'deltaRelative'> {
  const value = (figure: number) => (Number.isFinite(figure) ? figure : null);
  const base = value(contrast.base);
  const candidate = value(contrast.candidate);
  const delta = base === null || candidate === null ? null : candidate - base;
  const relative = delta === null || !base ? null : (value(shownChange(contrast)) ?? delta / base);
  return { metric: contrast.metric, base, candidate, delta, deltaRelative: isAbsolute(contrast.metric) ? delta : relative };
}

/** In the units people see: relative, or a difference of shares. */
export function shownEffect({ metric }: Pick<Contrast, 'metric'>, effect: number): number {
  return isAbsolute(metric) ? effect : Math.expm1(effect);
}

/** The change that was measured: all is gone where nothing is left. */
export function shownChange(contrast: Contrast): number {
  return contrast.candidate === 0 && !isAbsolute(contrast.metric) ? -1 : shownEffect(contrast, contrast.effect);
}

/** No errors among so many requests still allow some, on the side that had none. */
export function unseenShare({ metric }: Pick<Contrast, 'metric'>, figure: number, requests: number): number {
  return isAbsolute(metric) && figure === 0 ? Math.min(1, mostUnseen / Math.max(1, requests)) : 0;
}
