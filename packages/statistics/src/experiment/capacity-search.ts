/**
 * The highest open-loop rate at which given thresholds hold: doubling until they break, then halving the gap, then a longer
 * confirming stage at the rate found. Pure: the history of tries in, the next try out, so a search can be resumed or shown live.
 */
import { type CapacityFinding, capacitySentence } from '@plimsoll/wording/capacity-sentence';

export interface RateTry {
  readonly ratePerSecond: number;
  /** `limited`: the generator, not the target, could not go on, so nothing is known about the target at this rate. */
  readonly outcome: 'held' | 'broke' | 'limited';
  readonly confirming: boolean;
}

export interface CapacityOptions {
  readonly startRatePerSecond: number;
  /** Never tried above this (a cap of the team). */
  readonly maxRatePerSecond: number;
  /** Search until the gap between held and broke is at most this share of the held rate. */
  readonly precision?: number;
  readonly growth?: number;
  /** Below this the search gives up. */
  readonly leastRatePerSecond?: number;
  readonly maxTries?: number;
}

export type CapacityStep =
  | { readonly step: 'try'; readonly ratePerSecond: number; readonly phase: 'exponential' | 'bisection' | 'confirmation' }
  | {
      readonly step: 'done';
      /** Highest rate that held and was confirmed; null if none. */
      readonly ratePerSecond: number | null;
      /** The capacity lies in it: `low` held; `high` broke, or null when nothing broke. */
      readonly interval: { readonly low: number; readonly high: number | null };
      readonly confirmed: boolean;
      readonly sentence: string;
    };

/** Rates as people read them: three significant digits. */
function tidy(ratePerSecond: number): number {
  return Number(ratePerSecond.toPrecision(3));
}

/**
 * What the tries say: the highest rate that held below the lowest that broke. A rate that broke once counts as broken, also if a
 * higher one held before (noise errs on the safe side).
 */
export function findBounds(tries: readonly RateTry[]) {
  const rates = (outcome: RateTry['outcome']) => tries.filter((t) => t.outcome === outcome).map((t) => t.ratePerSecond);
  const broke = Math.min(Number.POSITIVE_INFINITY, ...rates('broke'));
  const limited = Math.min(Number.POSITIVE_INFINITY, ...rates('limited'));
  const held = Math.max(0, ...rates('held').filter((ratePerSecond) => ratePerSecond < broke));
  const confirmed = tries.some((t) => t.confirming && t.outcome === 'held' && t.ratePerSecond === held);
  return { held, broke, limited, ceiling: Math.min(broke, limited), confirmed };
}

export function nextCapacityStep(tries: readonly RateTry[], options: CapacityOptions): CapacityStep {
  const { startRatePerSecond, maxRatePerSecond, precision = 0.05, growth = 2, leastRatePerSecond = 1, maxTries = 30 } = options;
  if (!(startRatePerSecond > 0 && maxRatePerSecond > 0 && growth > 1 && precision > 0))
    throw new RangeError('A capacity search needs rates and a precision above 0, and a growth above 1.');
  const { held, broke, limited, ceiling, confirmed } = findBounds(tries);
  const done = (finding: CapacityFinding): CapacityStep => ({
    step: 'done',
    ratePerSecond: held > 0 && confirmed ? held : null,
    interval: { low: held, high: Number.isFinite(broke) ? broke : null },
    confirmed,
    sentence: capacitySentence(finding),
  });
  if (tries.length >= maxTries) return done({ kind: 'givenUp', tries: tries.length, held, confirmed });
  const first = Math.min(startRatePerSecond, maxRatePerSecond);
  if (tries.length === 0) return { step: 'try', ratePerSecond: first, phase: 'exponential' };
  if (held === 0) {
    const lower = tidy(ceiling / growth);
    if (lower >= leastRatePerSecond) return { step: 'try', ratePerSecond: lower, phase: 'exponential' };
    return done(limited < broke ? { kind: 'limitedAlways' } : { kind: 'brokeAlways', broke });
  }
  if (!Number.isFinite(ceiling)) {
    if (held < maxRatePerSecond)
      return { step: 'try', ratePerSecond: Math.min(maxRatePerSecond, tidy(held * growth)), phase: 'exponential' };
  } else if (ceiling - held > precision * held) {
    const middle = tidy((held + ceiling) / 2);
    if (middle > held && middle < ceiling) return { step: 'try', ratePerSecond: middle, phase: 'bisection' };
  }
  if (!confirmed) return { step: 'try', ratePerSecond: held, phase: 'confirmation' };
  if (limited < broke) return done({ kind: 'limitedAbove', held });
  if (!Number.isFinite(broke)) return done({ kind: 'heldToTheTop', held });
  return done({ kind: 'found', held, broke });
}
