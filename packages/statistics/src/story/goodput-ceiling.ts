import type { BareFinding } from '@plimsoll/contracts/story';
import { findBoundSpan } from './concurrency-bound.ts';
import { measureBaseUs, type RatedSecond } from './rated-second.ts';
import { isBehind } from './sent-left-planned.ts';
import { highestOf, meanOf, type Span } from './spans.ts';
import { nearlyAll, type StoryContext } from './story-context.ts';

/** A ceiling is what holds for some seconds; over more, where there are more, the mean is steadier. */
const leastSeconds = 5;
const windowSeconds = 10;
/** Below this share of what was good before, answers fell, and only a level that is steady for some time is a ceiling. */
const keptShare = 0.8;
const steadySeconds = 10;
/** Steady: most seconds lie this near their mean. What is next to nothing is an outage, however steady. */
const steadyWithin = 0.2;
const leastKept = 0.1;
/** The load rose if its peak is this much over where the shortfall began. */
const risen = 1.1;
/** Good answers that rise half as much as the load still follow it: a share of errors, no ceiling. */
const followsShare = 0.5;
/** Answers that say "too much" (RFC 6585, RFC 9110) are this share of what ended, at least. */
const refusals = ['429', '503'];
const refusedShare = 0.05;
/** Good answers this much slower than the quickest second's met a queue. */
const queued = 3;

export interface Ceiling {
  readonly perSecond: number;
  /** Place of the second in which good answers stopped following. */
  readonly from: number;
  /** Places of all such seconds: a load may meet its ceiling again and again. */
  readonly starts: readonly number[];
}

/** The highest rate of good answers that more load did not raise; null where none was met, or the generator set it. */
export function findCeiling(context: StoryContext): Ceiling | null {
  const bound = findBoundSpan(context);
  const ceilings = context.overload.flatMap((span) => {
    if (bound && span.from < bound.to && bound.from < span.to) return [];
    const perSecond = plateau(context, span);
    return perSecond === null ? [] : [{ perSecond, from: span.from }];
  });
  const [first] = ceilings;
  if (!first) return null;
  return { from: first.from, perSecond: highestOf(ceilings, ({ perSecond }) => perSecond), starts: ceilings.map(({ from }) => from) };
}

function plateau(context: StoryContext, span: Span): number | null {
  const seconds = context.seconds.slice(span.from, span.to);
  if (seconds.length < leastSeconds || isGeneratorsFault(context, seconds)) return null;
  // The first second belongs in part to what was before.
  const settled = seconds.slice(1);
  const highest = highestMean(settled, Math.min(windowSeconds, settled.length));
  const before = context.seconds.slice(Math.max(0, span.from - leastSeconds), span.from);
  const kept = meanOf(before, ({ goodRate }) => goodRate);
  if (highest <= 0 || (highest < keptShare * kept && !isSteady(seconds, kept))) return null;
  return resists(context, seconds) ? highest : null;
}

function isSteady(seconds: readonly RatedSecond[], kept: number): boolean {
  const mean = meanOf(seconds, ({ goodRate }) => goodRate);
  const near = seconds.filter(({ goodRate, noise }) => Math.abs(goodRate - mean) <= Math.max(steadyWithin * mean, noise));
  return seconds.length >= steadySeconds && mean >= leastKept * kept && near.length >= 0.8 * seconds.length;
}

function highestMean(seconds: readonly RatedSecond[], size: number): number {
  let highest = 0;
  for (let at = 0; at + size <= seconds.length; at++) {
    const mean = meanOf(seconds.slice(at, at + size), ({ goodRate }) => goodRate);
    highest = Math.max(highest, mean);
  }
  return highest;
}

/** Was less sent than planned although slots were free, most of the time? */
function isGeneratorsFault({ slots }: StoryContext, seconds: readonly RatedSecond[]): boolean {
  const own = seconds.filter((one) => isBehind(one) && one.dropped === 0 && one.inFlight < nearlyAll * slots);
  return 2 * own.length > seconds.length;
}

/** Does more load bring no more good answers? Where the load did not rise, the target's own signs of too much tell. */
function resists({ seconds: all }: StoryContext, seconds: readonly RatedSecond[]): boolean {
  const early = seconds.slice(0, 3);
  const low = meanOf(early, ({ plannedRate }) => plannedRate);
  const peak = highestOf(seconds, ({ plannedRate }) => plannedRate);
  if (peak >= risen * low) {
    const late = seconds.filter(({ plannedRate }) => plannedRate >= 0.95 * peak);
    const more = meanOf(late, ({ goodRate }) => goodRate) - meanOf(early, ({ goodRate }) => goodRate);
    return more < followsShare * (meanOf(late, ({ plannedRate }) => plannedRate) - low);
  }
  const total = (of: (second: RatedSecond) => number) => seconds.reduce((sum, second) => sum + of(second), 0);
  const refused = total(({ statuses }) => refusals.reduce((sum, status) => sum + (statuses[status] ?? 0), 0));
  if (refused >= refusedShare * total(({ done, failed }) => done + failed)) return true;
  if (2 * seconds.filter((one) => isBehind(one)).length >= seconds.length) return true;
  return total(({ doneTimeUs }) => doneTimeUs) >= queued * measureBaseUs(all) * total(({ done }) => done);
}

export function findGoodputCeiling(context: StoryContext, ceiling: Ceiling | null): BareFinding[] {
  if (!ceiling) return [];
  const { seconds } = context;
  const overloaded = context.overload.flatMap(({ from, to }) => seconds.slice(from, to));
  const figures = { goodPerSecond: ceiling.perSecond, plannedPerSecond: highestOf(overloaded, ({ plannedRate }) => plannedRate) };
  return [{ kind: 'goodput_ceiling', second: (seconds[ceiling.from] as RatedSecond).second, figures }];
}
