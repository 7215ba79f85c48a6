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
import { readFigure } from './read-figure.ts';
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

/** The times that speak for what was measured so far: by a whole run, or by its seconds taken together. */
export function timesThatLead(parts: readonly WithStreams[], plan: StreamsOfPlan): ComparedTime {
  const onlyStreams = streamsOnly(plan);
  const countIn = (among: readonly WithStreams[], name: ComparedMessageTime) =>
    among.reduce((sum, part) => sum + (findMessageTimes(readStream(part), name)?.count ?? 0), 0);
  const count: Count = (name) => countIn(parts, name);
  const isBefore = () => 2 * countIn(parts.filter(isPublishedBefore), 'publishTime') > count('publishTime');
  const waits = comparedMessageTimes.filter((name) => tellsWaiting(name, onlyStreams, count) && (name !== 'publishTime' || isBefore()));
  return decidingTimes(['responseTime', ...waits])[0] ?? 'responseTime';
}

/** The percentiles of such times that are told: the median, and the one that leads. */
export function toldPercentiles(times: ComparedTime): { readonly middle: PercentileMetric; readonly leading: PercentileMetric } {
  return {
    middle: comparedPercentile('p50', times),
    leading: comparedPercentile(timesRow(times).compared?.headline.at(-1) ?? 'p99', times),
  };
}

/**
 * `p99`, of the response time; of streams that their users wait on message by message `firstTokenTime.p95`, `messageRoundTrip.p95` and the like,
 * also where an older version kept the run.
 */
export function leadingTime(summary: Summary, plan: StreamsOfPlan): LeadingTime {
  const { leading: metric } = toldPercentiles(timesThatLead([summary], plan));
  return { metric, us: readFigure(summary, metric) };
}

/** The same of a run whose plan is told elsewhere, if each of its requests is a stream; null where p99 speaks for it all the same. */
export function waitingTime(figures: WithStreams): LeadingTime | null {
  const leading = timesThatLead([figures], { streamsOnly: true });
  const times = comparedMessageTimes.find((name) => name === leading);
  if (!times) return null;
  const metric = toldPercentiles(times).leading;
  const { field } = rowOfMetric(metric);
  return { metric, us: (field && findMessageTimes(readStream(figures), times)?.[field]) ?? null };
}

/** {@link leadingTime} of a run that tells no more than {@link waitingTime} and p99. */
export function leadingTimeOf(
  run: { readonly waiting: LeadingTime | null; readonly p99Us: number | null },
  plan: StreamsOfPlan,
): LeadingTime {
  const { waiting, p99Us } = run;
  const isWaitedFor = waiting && (rowOfMetric(waiting.metric).needs === 'tokens' || streamsOnly(plan));
  return isWaitedFor ? waiting : { metric: 'p99', us: p99Us };
}
