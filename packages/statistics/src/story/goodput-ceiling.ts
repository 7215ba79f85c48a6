import type { RunLimit } from '@plimsoll/contracts/limit';
import type { BareFinding } from '@plimsoll/contracts/story';
import { highestOf, lowestOf, meanOf, medianOf, type Span } from '../second/spans.ts';
import { type CeilingFit, fitCeiling } from './fit-ceiling.ts';
import { measureBaseUs, type RatedSecond } from './rated-second.ts';
import { isBehind } from './sent-left-planned.ts';
import type { StoryContext } from './story-context.ts';

/** A ceiling is what holds for some seconds. */
const leastSeconds = 5;
/** Good answers that waver are between two stretches as good as planned, for so long at most. */
const waverSeconds = 4;
/** Below this share of what was good before, answers fell. */
const keptShare = 0.8;
/** Two seconds below this share of what was carried since it was overloaded: the target is down. */
const down = 0.5;
/** A ceiling whose interval reaches farther to either side says nothing. */
const toldWithin = 0.5;
/** After a fall only a level that is known is a ceiling: it holds for so long, its interval reaches this far to either side … */
const knownSeconds = 10;
const knownWithin = 0.25;
/** … and it is not next to nothing: that is an outage, however steady. */
const leastKept = 0.1;
/** So many seconds before a fall and after it say whether more was asked for … */
const breakSeconds = 3;
/** … by more than these standard deviations of irregular arrivals. */
const deviations = 4;
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
  /** The 95 % interval of `perSecond`. */
  readonly low: number;
  readonly high: number;
  /** Place of the first second in which the load was at the ceiling, and good answers behind it. */
  readonly from: number;
  /** Places of the seconds in which good answers stopped following: a load may meet its ceiling again and again. */
  readonly starts: readonly number[];
}

type Level = Pick<Ceiling, 'perSecond' | 'low' | 'high'>;

/** The highest rate of good answers that more load did not raise; null where none was met, or something else than the target set it. */
export function findCeiling(context: StoryContext): Ceiling | null {
  const ceilings = joinWavering(context).flatMap((span) => {
    const level = plateau(context, span);
    return level === null ? [] : [{ ...level, from: span.from }];
  });
  const [first] = ceilings;
  if (!first) return null;
  const highest = ceilings.reduce((most, one) => (one.perSecond > most.perSecond ? one : most));
  // A target that refuses a part of any load is behind long before it is at its limit.
  const reached = context.seconds.findIndex(({ plannedRate }, at) => at >= first.from && plannedRate >= highest.low);
  return { ...highest, from: reached < 0 ? first.from : reached, starts: ceilings.map(({ from }) => from) };
}

/** Stretches of a shortfall as one where as much load was on in between: good answers wavered. */
function joinWavering({ overload, seconds }: StoryContext): Span[] {
  const joined: Span[] = [];
  for (const span of overload) {
    const before = joined.at(-1);
    const between = before && seconds.slice(before.to, span.from);
    const loadHere = lowestOf(seconds.slice(span.from, span.to), ({ plannedRate }) => plannedRate);
    const stays = between?.every(({ plannedRate }) => plannedRate * risen >= loadHere) ?? false;
    if (before && between && between.length <= waverSeconds && stays) joined[joined.length - 1] = { from: before.from, to: span.to };
    else joined.push(span);
  }
  return joined;
}

function plateau(context: StoryContext, span: Span): Level | null {
  const seconds = untilOutage(context.seconds.slice(span.from, span.to));
  if (seconds.length < leastSeconds || isHeldElsewhere(context, seconds)) return null;
  // The first second belongs in part to what was before.
  const fit = fitCeiling(seconds.slice(1));
  const before = context.seconds.slice(Math.max(0, span.from - leastSeconds), span.from);
  const kept = meanOf(before, ({ goodRate }) => goodRate);
  const sure = fit.perSecond > 0 && fit.high - fit.low <= 2 * toldWithin * fit.perSecond;
  if (fit.perSecond < keptShare * kept) return breakdown(context, seconds, before) ?? (isKnown(fit, seconds, kept) ? fit : null);
  return sure && resists(context, seconds, before, fit) ? fit : null;
}

/** Overload may bring a target down after a while: what it carried until then is its ceiling. */
function untilOutage(seconds: readonly RatedSecond[]): readonly RatedSecond[] {
  const isDown = (one: RatedSecond | undefined, level: number) => one !== undefined && one.goodRate < down * level;
  for (let at = leastSeconds; at + 1 < seconds.length; at++) {
    const level = medianOf(seconds.slice(0, at).map(({ goodRate }) => goodRate)) ?? 0;
    if (isDown(seconds[at], level) && isDown(seconds[at + 1], level)) return seconds.slice(0, at);
  }
  return seconds;
}

/** Fell for good because more was asked for: the ceiling lies between the last load that was carried and the first that was not. */
function breakdown({ plan }: StoryContext, seconds: readonly RatedSecond[], before: readonly RatedSecond[]): Level | null {
  const [last, first] = [before.slice(-breakSeconds), seconds.slice(0, breakSeconds)];
  const carried = meanOf(last, ({ plannedRate }) => plannedRate);
  const broke = meanOf(first, ({ plannedRate }) => plannedRate);
  const chance = plan.load.model === 'open' && plan.load.arrivals === 'poisson' ? Math.sqrt((carried + broke) / breakSeconds) : 0;
  if (last.length === 0 || broke - carried <= Math.max((risen - 1) * carried, deviations * chance)) return null;
  const perSecond = meanOf(last, ({ goodRate }) => goodRate);
  return { perSecond, low: perSecond, high: Math.max(perSecond, broke) };
}

function isKnown({ perSecond, low, high }: CeilingFit, { length }: readonly RatedSecond[], kept: number): boolean {
  return length >= knownSeconds && perSecond >= leastKept * kept && high - low <= 2 * knownWithin * perSecond;
}

/** Limits that are none of the target's. */
const elsewhere: readonly RunLimit[] = ['generator', 'client', 'connections', 'network'];

/** Did something else than the target hold the load back, most of the time? */
function isHeldElsewhere({ limitOf }: StoryContext, seconds: readonly RatedSecond[]): boolean {
  return 2 * seconds.filter((one) => elsewhere.includes(limitOf(one))).length > seconds.length;
}

/** Does more load bring no more good answers? Where the load did not rise, the target's own signs of too much tell. */
function resists(
  { seconds: all }: StoryContext,
  seconds: readonly RatedSecond[],
  before: readonly RatedSecond[],
  { slope, perSecond }: CeilingFit,
): boolean {
  const low = meanOf(seconds.slice(0, 3), ({ plannedRate }) => plannedRate);
  const peak = highestOf(seconds, ({ plannedRate }) => plannedRate);
  if (peak >= risen * low) return slope < followsShare;
  const earlier = before.at(-1);
  if (earlier && peak >= risen * earlier.plannedRate) return perSecond - earlier.goodRate < followsShare * (peak - earlier.plannedRate);
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
  const { perSecond: goodPerSecond, low, high } = ceiling;
  const figures = { goodPerSecond, low: Math.max(0, low), high, plannedPerSecond: highestOf(overloaded, ({ plannedRate }) => plannedRate) };
  return [{ kind: 'goodput_ceiling', second: (seconds[ceiling.from] as RatedSecond).second, figures }];
}
