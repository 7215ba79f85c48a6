/**
 * The highest open-loop rate that a target carries: doubling until it does not, then looking where the good answers of that try say the
 * ceiling is, else in the middle of the gap, then a longer confirming try at the rate found. Pure: the history of tries in, the next
 * try out, so a search can be resumed or shown live.
 */
import type { BrokeBy, CapacityFinding } from '@plimsoll/contracts/experiment-remark';
import type { SearchLimit } from '@plimsoll/contracts/limit';

export interface RateTry {
  readonly ratePerSecond: number;
  /** `limited`: not the target could not go on, so nothing is known about it at this rate. */
  readonly outcome: 'held' | 'broke' | 'limited';
  /** By what it was limited; the generator where it is not said. */
  readonly limit?: SearchLimit;
  readonly confirming: boolean;
  /** Good answers a second while the load was on: where to look next. */
  readonly goodPerSecond?: number | null;
  /** Something else disturbed it, and repeating did not help. */
  readonly disturbed?: boolean;
  readonly brokeBy?: BrokeBy;
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
      /** The capacity lies in it: `low` held; `high` broke in a try that nothing disturbed, or null when nothing broke. */
      readonly interval: { readonly low: number; readonly high: number | null };
      readonly confirmed: boolean;
      readonly limit: SearchLimit | null;
      readonly finding: CapacityFinding;
    };

/** Good answers within this share of what was planned say nothing of a ceiling: something else broke there. */
const levelShare = 0.005;
/** Tries that broke so near above (in precisions) mean that following good answers leads down step by step: halve instead. */
const nearPrecisions = 2;
const mostNear = 2;
/** A search that has not found it by then gives up. */
export const mostTries = 30;
/** A rate is rounded down for people by no more than this share of the precision. */
const roundingShare = 0.2;
/** Finer precisions need a digit more than people like to read. */
const finePrecision = 0.02;
const digitsOf = (precision: number) => (precision < finePrecision ? 4 : 3);

function roundDown(rate: number, digits: number): number {
  const unit = 10 ** (Math.floor(Math.log10(rate)) + 1 - digits);
  return Number((Math.floor(rate / unit + 1e-9) * unit).toPrecision(digits));
}

/** The roundest rate just below. */
function readable(rate: number, precision: number): number {
  const most = digitsOf(precision);
  for (let digits = 1; digits < most; digits++) {
    const round = roundDown(rate, digits);
    if (rate - round <= roundingShare * precision * rate) return round;
  }
  return roundDown(rate, most);
}

/**
 * The result of the tries: the highest rate that held below the lowest that broke. A rate that broke once counts as broken, also if a
 * higher one held before (noise errs on the safe side). Nor did a rate hold at which a longer try was limited: a short one may have ended
 * before that showed, and the longer one would be limited again.
 */
export function findBounds(tries: readonly RateTry[]) {
  const lowest = (some: readonly RateTry[]) => Math.min(Number.POSITIVE_INFINITY, ...some.map((t) => t.ratePerSecond));
  const broken = tries.filter((t) => t.outcome === 'broke');
  const broke = lowest(broken);
  const held = highestHeld(tries, Math.min(broke, lowest(tries.filter((t) => t.outcome === 'limited' && t.confirming))));
  const limited = lowest(tries.filter((t) => t.outcome === 'limited'));
  const ceiling = Math.min(broke, limited);
  const confirmed = tries.some((t) => t.confirming && t.outcome === 'held' && t.ratePerSecond === held);
  const limit = limited < broke ? (tries.find((t) => t.outcome === 'limited' && t.ratePerSecond === limited)?.limit ?? 'generator') : null;
  /** The lowest that broke with nothing else to blame. */
  const surelyBroke = lowest(broken.filter((t) => t.disturbed !== true));
  return { held, broke, surelyBroke, limited, ceiling, confirmed, limit };
}

function highestHeld(tries: readonly RateTry[], below: number): number {
  return Math.max(0, ...tries.flatMap((t) => (t.outcome === 'held' && t.ratePerSecond < below ? [t.ratePerSecond] : [])));
}

/**
 * Where the good answers of the lowest try that did not hold put the ceiling, or null: they say nothing, or have led down step by step.
 * Just below that try where they nearly reached it.
 */
function findHint(tries: readonly RateTry[], ceiling: number, precision: number): number | null {
  const failed = tries.filter((t) => t.outcome !== 'held');
  const good = Math.min(...failed.filter((t) => t.ratePerSecond === ceiling).map((t) => t.goodPerSecond ?? Number.POSITIVE_INFINITY));
  const near = failed.filter((t) => t.ratePerSecond > ceiling && t.ratePerSecond <= ceiling * (1 + nearPrecisions * precision));
  if (!(good > 0 && good < (1 - levelShare) * ceiling) || new Set(near.map((t) => t.ratePerSecond)).size >= mostNear) return null;
  return Math.min(good, ceiling * (1 - precision / 2));
}

/** The next rate in a gap that is too wide; null where no rate that people read lies in it. */
function nextBetween(tries: readonly RateTry[], held: number, ceiling: number, precision: number): number | null {
  const hint = findHint(tries, ceiling, precision);
  const inside = (rate: number) => (rate > held && rate < ceiling ? rate : null);
  if (hint !== null && hint >= held * (1 - precision / 4)) {
    const rate = readable(hint, precision);
    // The ceiling is where it held: a try just above proves it.
    const found = rate > held ? inside(rate) : inside(roundDown(held * (1 + precision), digitsOf(precision)));
    if (found !== null) return found;
  }
  return inside(Number(((held + ceiling) / 2).toPrecision(digitsOf(precision))));
}

export function nextCapacityStep(tries: readonly RateTry[], options: CapacityOptions): CapacityStep {
  const { startRatePerSecond, maxRatePerSecond, precision = 0.05, growth = 2, leastRatePerSecond = 1, maxTries = mostTries } = options;
  if (!(startRatePerSecond > 0 && maxRatePerSecond > 0 && growth > 1 && precision > 0))
    throw new RangeError('A capacity search needs rates and a precision above 0, and a growth above 1.');
  const { held, broke, surelyBroke, limited, ceiling, confirmed, limit } = findBounds(tries);
  const done = (finding: CapacityFinding): CapacityStep => ({
    step: 'done',
    ratePerSecond: held > 0 && confirmed ? held : null,
    interval: { low: held, high: Number.isFinite(surelyBroke) && limit === null ? surelyBroke : null },
    confirmed,
    limit,
    finding,
  });
  // Where a longer try broke what a short one had held, short ones prove nothing any more.
  const phase = tries.some((t) => t.confirming && t.outcome !== 'held') ? 'confirmation' : 'bisection';
  if (tries.length >= maxTries) return done({ kind: 'givenUp', tries: tries.length, held, confirmed });
  const first = Math.min(startRatePerSecond, maxRatePerSecond);
  if (tries.length === 0) return { step: 'try', ratePerSecond: first, phase: 'exponential' };
  if (held === 0) {
    const hint = findHint(tries, ceiling, precision);
    const lower = hint === null ? Number((ceiling / growth).toPrecision(3)) : readable(hint, precision);
    if (lower >= leastRatePerSecond) return { step: 'try', ratePerSecond: lower, phase: 'exponential' };
    return done(limit ? { kind: 'limitedAlways', limit } : { kind: 'brokeAlways', broke });
  }
  if (!Number.isFinite(ceiling)) {
    if (held < maxRatePerSecond)
      return { step: 'try', ratePerSecond: Math.min(maxRatePerSecond, Number((held * growth).toPrecision(3))), phase: 'exponential' };
  } else if (ceiling - held > precision * held) {
    const ratePerSecond = nextBetween(tries, held, ceiling, precision);
    if (ratePerSecond !== null) return { step: 'try', ratePerSecond, phase };
  }
  if (!confirmed) return { step: 'try', ratePerSecond: held, phase: 'confirmation' };
  if (limited < broke && limit) return done({ kind: 'limitedAbove', held, limit });
  if (!Number.isFinite(broke)) return done({ kind: 'heldToTheTop', held });
  return done({ kind: 'found', held, broke, surelyBroke: Number.isFinite(surelyBroke) ? surelyBroke : null });
}
