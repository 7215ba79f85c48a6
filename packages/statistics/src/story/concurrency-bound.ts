import type { BareFinding } from '@plimsoll/contracts/story';
import type { RatedSecond } from './rated-second.ts';
import { isBehind } from './sent-left-planned.ts';
import { findOnset, findSpans, lowestOf, meanOf, medianOf, type Span } from './spans.ts';
import { nearlyAll, type StoryContext } from './story-context.ts';

const leastSeconds = 5;
/** A target whose service time grew by more is the limit itself: more connections would wait in it. */
const mostGrowth = 1.2;
/** How far slots ÷ service time may lie from what was sent. */
const tolerance = 0.25;
/** Below this share of its slots, a load has room: the service time it sees then is the target's own. */
const hasRoom = 0.7;

export interface BoundSpan extends Span {
  readonly serviceTimeUs: number;
}

/**
 * Where throughput was bound by concurrency and round trip: all slots busy, and the service time no longer than it was with slots
 * free. Little's law: slots = rate × time (J. D. C. Little, 1961).
 */
export function findBoundSpan({ open, seconds, slots }: StoryContext): BoundSpan | null {
  if (!open) return null;
  const bound = (one: RatedSecond) => one.inFlight >= nearlyAll * slots && isBehind(one);
  const [span] = findSpans(seconds, leastSeconds, bound);
  if (!span) return null;
  const lasting = seconds.slice(span.from, span.to);
  const serviceTimeUs = medianOf(lasting.flatMap(({ serviceTime: { p50Us } }) => p50Us ?? []));
  const ownUs = ownServiceUs(seconds, slots);
  if (serviceTimeUs === null || ownUs === null || serviceTimeUs > mostGrowth * ownUs) return null;
  const ended = meanOf(lasting, ({ goodRate, failedRate }) => goodRate + failedRate);
  if (Math.abs(ended / (slots / (serviceTimeUs / 1e6)) - 1) > tolerance) return null;
  return { from: findOnset(seconds, span.from, (one) => isBehind(one, 0.01)), to: span.to, serviceTimeUs };
}

/** Of seconds with room; where there were too few, the quickest answer of all, which met no queue. */
function ownServiceUs(seconds: readonly RatedSecond[], slots: number): number | null {
  const roomy = seconds.filter(({ inFlight, waiting, done }) => inFlight < hasRoom * slots && waiting === 0 && done > 0);
  if (roomy.length >= 3) return medianOf(roomy.flatMap(({ serviceTime: { p50Us } }) => p50Us ?? []));
  const quickest = lowestOf(seconds, ({ serviceTime: { minUs } }) => minUs ?? Number.POSITIVE_INFINITY);
  return Number.isFinite(quickest) ? quickest : null;
}

export function findConcurrencyBound(context: StoryContext): BareFinding[] {
  const span = findBoundSpan(context);
  if (!span) return [];
  const { slots, seconds } = context;
  const { serviceTimeUs } = span;
  const figures = { slots, serviceTimeUs, mostPerSecond: (slots * 1e6) / serviceTimeUs };
  return [{ kind: 'concurrency_bound', second: (seconds[span.from] as RatedSecond).second, figures }];
}
