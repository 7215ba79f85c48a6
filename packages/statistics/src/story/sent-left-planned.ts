import type { BareFinding } from '@plimsoll/contracts/story';
import type { RatedSecond } from './rated-second.ts';
import { findOnset, findSpans, meanOf } from './spans.ts';
import { nearlyAll, type StoryContext } from './story-context.ts';

/** A share that the validity stamp calls degraded five times over; and longer than a pause, which is a dip. */
const shortShare = 0.05;
const leastSeconds = 3;
/** A request due at the very end of a second may be sent in the next: two are forgiven. */
const forgiven = 2;

/** Was clearly less sent than was due? */
export function isBehind({ planned, sent }: RatedSecond, share = shortShare): boolean {
  return planned - sent > Math.max(forgiven, share * planned);
}

/** Where sent first falls behind planned and stays there. */
export function findSentLeftPlanned({ open, seconds, slots }: StoryContext): BareFinding[] {
  const [span] = open ? findSpans(seconds, leastSeconds, (one) => isBehind(one)) : [];
  if (!span) return [];
  const lasting = seconds.slice(span.from, span.to);
  const first = seconds[findOnset(seconds, span.from, (one) => isBehind(one, 0.01))] as RatedSecond;
  const busy = lasting.filter(({ inFlight, dropped }) => dropped > 0 || inFlight >= nearlyAll * slots).length;
  const figures = {
    plannedPerSecond: first.plannedRate,
    sentPerSecond: meanOf(lasting, ({ sentRate }) => sentRate),
    slotsBusy: 2 * busy >= lasting.length,
  };
  return [{ kind: 'sent_left_planned', second: first.second, figures }];
}
