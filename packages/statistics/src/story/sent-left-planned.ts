import { runLimits } from '@plimsoll/contracts/limit';
import type { BareFinding } from '@plimsoll/contracts/story';
import { findOnset, findSpans, meanOf } from '../second/spans.ts';
import type { RatedSecond } from './rated-second.ts';
import type { StoryContext } from './story-context.ts';

/** A share that the validity stamp calls degraded five times over; and longer than a pause, which is a dip. */
const shortShare = 0.05;
const leastSeconds = 3;
/** A request due at the very end of a second may be sent in the next: two are forgiven. */
const forgiven = 2;

/** Was clearly less sent than was due? */
export function isBehind({ planned, sent }: RatedSecond, share = shortShare): boolean {
  return planned - sent > Math.max(forgiven, share * planned);
}

function isMostly(seconds: readonly RatedSecond[], holds: (second: RatedSecond) => boolean): boolean {
  return 2 * seconds.filter(holds).length >= seconds.length;
}

/** Where sent first falls behind planned and stays there. */
export function findSentLeftPlanned({ open, seconds, hadSlotsBusy, limitOf }: StoryContext): BareFinding[] {
  const [span] = open ? findSpans(seconds, leastSeconds, (one) => isBehind(one)) : [];
  if (!span) return [];
  const lasting = seconds.slice(span.from, span.to);
  const first = seconds[findOnset(seconds, span.from, (one) => isBehind(one, 0.01))] as RatedSecond;
  const figures = {
    plannedPerSecond: first.plannedRate,
    sentPerSecond: meanOf(lasting, ({ sentRate }) => sentRate),
    slotsBusy: isMostly(lasting, hadSlotsBusy),
    limit: runLimits.find((limit) => isMostly(lasting, (one) => limitOf(one) === limit)) ?? 'unknown',
  };
  return [{ kind: 'sent_left_planned', second: first.second, figures }];
}
