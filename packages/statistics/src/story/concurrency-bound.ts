import type { BareFinding } from '@plimsoll/contracts/story';
import { findOnset, findSpans, meanOf, medianOf, type Span } from '../second/spans.ts';
import type { RatedSecond } from './rated-second.ts';
import { isBehind } from './sent-left-planned.ts';
import type { StoryContext } from './story-context.ts';

const leastSeconds = 5;
/** How far slots ÷ service time may lie from what ended. */
const tolerance = 0.25;

export interface BoundSpan extends Span {
  readonly serviceTimeUs: number;
}

/**
 * Where throughput was bound by concurrency and round trip: the connections held the load back, and Little's law says the same:
 * slots = rate × time (J. D. C. Little, 1961).
 */
export function findBoundSpan({ open, seconds, slots, limitOf }: StoryContext): BoundSpan | null {
  if (!open) return null;
  const [span] = findSpans(seconds, leastSeconds, (one) => limitOf(one) === 'connections');
  if (!span) return null;
  const lasting = seconds.slice(span.from, span.to);
  const serviceTimeUs = medianOf(lasting.flatMap(({ serviceTime: { p50Us } }) => p50Us ?? []));
  if (serviceTimeUs === null) return null;
  const ended = meanOf(lasting, ({ goodRate, failedRate }) => goodRate + failedRate);
  if (Math.abs(ended / (slots / (serviceTimeUs / 1e6)) - 1) > tolerance) return null;
  return { from: findOnset(seconds, span.from, (one) => isBehind(one, 0.01)), to: span.to, serviceTimeUs };
}

export function findConcurrencyBound(context: StoryContext): BareFinding[] {
  const span = findBoundSpan(context);
  if (!span) return [];
  const { slots, seconds } = context;
  const { serviceTimeUs } = span;
  const figures = { slots, serviceTimeUs, mostPerSecond: (slots * 1e6) / serviceTimeUs };
  return [{ kind: 'concurrency_bound', second: (seconds[span.from] as RatedSecond).second, figures }];
}
