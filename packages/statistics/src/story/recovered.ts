import type { BareFinding } from '@plimsoll/contracts/story';
import { findSpans, meanOf } from '../second/spans.ts';
import { isShort } from './find-overload.ts';
import type { Ceiling } from './goodput-ceiling.ts';
import { chooseDips } from './goodput-dip.ts';
import { measureBaseUs, type RatedSecond } from './rated-second.ts';
import type { StoryContext } from './story-context.ts';

/** The load is below the ceiling with some room: at the ceiling itself nothing can be made up for. */
const below = 0.95;
const lastingSeconds = 3;
/** Recovered is also: no good answer waits in a queue any more. */
const queued = 3;

/** Where good answers were back after each dip that is told, and after the load fell below the ceiling again. */
export function findRecovered(context: StoryContext, ceiling: Ceiling | null): BareFinding[] {
  const { seconds } = context;
  const dips = chooseDips(context).flatMap(({ from, to, recovered }): BareFinding[] =>
    recovered ? [recovery('dip', seconds, from, to)] : [],
  );
  return [...dips, ...(ceiling ? afterOverload(context, ceiling) : [])];
}

function afterOverload({ seconds, overload }: StoryContext, { perSecond }: Ceiling): BareFinding[] {
  const last = seconds.findLastIndex(({ plannedRate }) => plannedRate > below * perSecond);
  const since = last + 1;
  const overloaded = overload.some(({ from }) => from <= last);
  if (!overloaded || seconds.length - since < lastingSeconds) return [];
  const slow = queued * measureBaseUs(seconds);
  const isBack = (one: RatedSecond) =>
    one.planned > 0 && one.done > 0 && !isShort(one) && one.waiting === 0 && one.doneTimeUs <= slow * one.done;
  const [span] = findSpans(seconds.slice(since), lastingSeconds, isBack);
  return span ? [recovery('overload', seconds, since, since + span.from)] : [];
}

function recovery(from: 'dip' | 'overload', seconds: readonly RatedSecond[], since: number, at: number): BareFinding {
  const [first, back] = [seconds[since], seconds[at]] as [RatedSecond, RatedSecond];
  const goodPerSecond = meanOf(seconds.slice(at, at + lastingSeconds), ({ goodRate }) => goodRate);
  return { kind: 'recovered', second: back.second, figures: { from, afterSeconds: back.second - first.second, goodPerSecond } };
}
