/** A second of a run as its story reads it: rates, and what a target that keeps up would have answered in it. */
import type { Point } from '@plimsoll/contracts/sample';
import { lowestOf } from '../second/spans.ts';

/** The figures of a measured second that the story needs, all shards merged. */
export type StorySecond = Pick<
  Point,
  | 'second'
  | 'lengthMs'
  | 'planned'
  | 'sent'
  | 'dropped'
  | 'done'
  | 'failed'
  | 'doneTimeUs'
  | 'failedTimeUs'
  | 'outcomes'
  | 'statuses'
  | 'bytes'
  | 'inFlight'
  | 'waiting'
  | 'connections'
  | 'serviceTime'
>;

export interface RatedSecond extends StorySecond {
  readonly plannedRate: number;
  readonly sentRate: number;
  /** Good answers per second. */
  readonly goodRate: number;
  readonly failedRate: number;
  /** Good answers per second of a target that answers all that was due, as fast as this one ever did. */
  readonly expectedRate: number;
  /** The most by which `goodRate` differs from `expectedRate` by chance. */
  readonly noise: number;
}

/** A second with fewer good answers gives no mean to rely on. */
export const enoughAnswers = 10;
/** Standard deviations that chance is given: it then passes in one second of 30 000. */
const deviations = 4;

/** The lowest mean response time of a second, µs: how fast the target is when nothing holds it up. 0 where nothing was good. */
export function measureBaseUs(seconds: readonly StorySecond[]): number {
  const answered = seconds.filter(({ done }) => done > 0);
  const enough = answered.filter(({ done }) => done >= enoughAnswers);
  const least = lowestOf(enough.length > 0 ? enough : answered, ({ done, doneTimeUs }) => doneTimeUs / done);
  return Number.isFinite(least) ? least : 0;
}

/** Seconds by rising second. */
export function rateSeconds(seconds: readonly StorySecond[]): RatedSecond[] {
  const baseUs = measureBaseUs(seconds);
  const baseSeconds = baseUs / 1e6;
  const planned = seconds.map((one) => (one.planned * 1000) / one.lengthMs);
  return seconds.map((one, at) => {
    const rate = (count: number) => (count * 1000) / one.lengthMs;
    const plannedRate = planned[at] ?? 0;
    // Answers of a slow target belong to requests that were due earlier.
    const expectedRate = Math.min(plannedRate, plannedBefore(planned, at, baseSeconds));
    return {
      ...one,
      plannedRate,
      sentRate: rate(one.sent),
      goodRate: rate(one.done),
      failedRate: rate(one.failed),
      expectedRate,
      // Poisson: what is under way at both ends of the second varies by the root of its mean.
      noise: deviations * Math.sqrt(expectedRate * Math.min(baseSeconds, 1) + 1),
    };
  });
}

/** The planned rate `ago` seconds before each moment of a second, on average; nothing was due before the first. */
function plannedBefore(planned: readonly number[], at: number, ago: number): number {
  const whole = Math.floor(ago);
  const share = ago - whole;
  return (planned[at - whole] ?? 0) * (1 - share) + (planned[at - whole - 1] ?? 0) * share;
}
