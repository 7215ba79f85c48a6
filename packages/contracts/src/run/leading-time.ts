/** The time that speaks for a run: of those by which it would be compared, the first one's highest percentile that decides. */
import { comparedPercentile, type PercentileMetric, rowOfMetric } from '../figure/compared-metric.ts';
import {
  type ComparedMessageTime,
  type ComparedTime,
  comparedMessageTimes,
  decidingTimes,
  needsOfTimes,
  timesRow,
} from '../figure/times.ts';
import type { LeadingTime } from '../figure/waiting-time.ts';
import { type StreamsOfPlan, streamsOnly } from '../request/streaming.ts';
import { findMessageTimes, readStream, type WithStreams } from './sample.ts';
import type { Summary } from './summary.ts';

type Count = (name: ComparedMessageTime) => number;

/**
 * Does it say how long those wait who use such streams? Tokens do. Messages do where each request is a stream, and several come: a unary call,
 * or an answer that comes at once, has no gap. A round trip does where no more came than were answers; the time from publishing where most say it.
 */
export function tellsWaiting(name: ComparedMessageTime, onlyStreams: boolean, count: Count): boolean {
  if (count(name) === 0 || needsOfTimes(name) === 'tokens') return count(name) > 0;
  const gaps = count('messageGap');
  if (name === 'publishTime') return onlyStreams && 2 * count(name) >= gaps + count('firstMessageTime');
  return onlyStreams && gaps > 0 && (name !== 'messageRoundTrip' || count(name) >= gaps);
}

/** A message from the future counts as none, or as the least that a histogram holds. */
const fromTheFutureUs = 1;

/** Was the clock that published not ahead of the one that received? Else its times from publishing tell clocks apart. */
export function isPublishedBefore({ stream }: Pick<WithStreams, 'stream'>): boolean {
  return (stream?.publishTime?.p50Us ?? 0) > fromTheFutureUs;
}

/** How many times of messages were measured. Seconds are counted once, however often somebody asks which time leads. */
export interface MessageCounts {
  readonly of: Readonly<Partial<Record<ComparedMessageTime, number>>>;
  /** Of the times from publishing, those in parts where {@link isPublishedBefore}. */
  readonly before: number;
}

export const noMessages: MessageCounts = { of: {}, before: 0 };

export function countMessages({ of, before }: MessageCounts, part: WithStreams): MessageCounts {
  const stream = readStream(part);
  const counted = comparedMessageTimes.map((name) => [name, (of[name] ?? 0) + (findMessageTimes(stream, name)?.count ?? 0)]);
  return { of: Object.fromEntries(counted), before: before + (isPublishedBefore(part) ? (part.stream?.publishTime?.count ?? 0) : 0) };
}

/** The times that speak for what was counted so far. */
export function timesThatLead({ of, before }: MessageCounts, plan: StreamsOfPlan): ComparedTime {
  const count: Count = (name) => of[name] ?? 0;
  const only = streamsOnly(plan);
  const isBefore = () => 2 * before > count('publishTime');
  const waits = comparedMessageTimes.filter((name) => tellsWaiting(name, only, count) && (name !== 'publishTime' || isBefore()));
  return decidingTimes(['responseTime', ...waits])[0] ?? 'responseTime';
}

/** The same of a whole run. */
export const leadingTimes = (figures: WithStreams, plan: StreamsOfPlan): ComparedTime =>
  timesThatLead(countMessages(noMessages, figures), plan);

/** The percentiles of such times that are told: the median, and the one that leads. */
export function toldPercentiles(times: ComparedTime): { readonly middle: PercentileMetric; readonly leading: PercentileMetric } {
  return {
    middle: comparedPercentile('p50', times),
    leading: comparedPercentile(timesRow(times).compared?.headline.at(-1) ?? 'p99', times),
  };
}

/** `firstTokenTime.p95`, `messageRoundTrip.p95` and the like: of streams that their users wait on message by message; null where p99 speaks for the run. */
export function waitingTime(figures: WithStreams, plan: StreamsOfPlan): LeadingTime | null {
  const leading = leadingTimes(figures, plan);
  const times = comparedMessageTimes.find((name) => name === leading);
  if (!times) return null;
  const metric = toldPercentiles(times).leading;
  const { field } = rowOfMetric(metric);
  return { metric, us: (field && findMessageTimes(readStream(figures), times)?.[field]) ?? null };
}

/** {@link waitingTime}, else p99 of the response time. */
export function leadingTime(summary: Summary, plan: StreamsOfPlan): LeadingTime {
  return waitingTime(summary, plan) ?? p99(summary.responseTime.p99Us);
}

/** The same of a row in a list, whose time may have been found without its plan, as that of one with nothing but streams. */
export function leadingTimeOf(
  { waiting, p99Us }: { readonly waiting: LeadingTime | null; readonly p99Us: number | null },
  plan: StreamsOfPlan,
): LeadingTime {
  const isOurs = waiting && (rowOfMetric(waiting.metric).needs === 'tokens' || streamsOnly(plan));
  return isOurs ? waiting : p99(p99Us);
}

const p99 = (us: number | null): LeadingTime => ({ metric: 'p99', us });
