/**
 * Did the target keep up while requests were due? What was planned and answered well in these seconds, and how the backlog went:
 * requests under way and waiting for a connection. A target that keeps up has as many at the end of the load as at its beginning.
 */

import type { Sample } from '@plimsoll/contracts/sample';
import { sampleFields } from '@plimsoll/contracts/sample-fields';
import type { WhileLoaded } from '@plimsoll/contracts/summary';
import { mergeFields } from '../second/merge-fields.ts';
import { groupBySecond } from '../second/seconds.ts';

const { lengthMs, planned, done, failed, inFlight, waiting } = sampleFields;
const fields = { lengthMs, planned, done, failed, inFlight, waiting };

/** The load ended within a second in which less than this share of the second before was due: its backlog is that of the drain. */
const wholeShare = 0.9;

/**
 * The beginning is the end of the first second in which requests ended: before that a slow target, too, only takes in. Null where
 * nothing was due, or nothing ended before the last second of the load.
 */
export function measureWhileLoaded(samples: readonly Sample[]): WhileLoaded | null {
  const seconds = groupBySecond(samples.filter((sample) => !sample.warmup)).map(({ shards }) => mergeFields(fields, shards, 'shards'));
  const end = seconds.findLastIndex((second) => second.planned > 0) + 1;
  const [before, last] = [seconds[end - 2], seconds[end - 1]];
  const cut = before && last && last.planned < wholeShare * before.planned ? 1 : 0;
  const loaded = seconds.slice(0, end - cut);
  const begin = loaded.findIndex((second) => second.done + second.failed > 0);
  const counted = loaded.slice(begin + 1);
  if (begin < 0 || counted.length === 0) return null;
  const ms = counted.reduce((sum, second) => sum + second.lengthMs, 0);
  const perSecond = (of: 'planned' | 'done') => counted.reduce((sum, second) => sum + second[of], 0) / (ms / 1000);
  const backlog = loaded.slice(begin).map((second) => second.inFlight + second.waiting);
  return {
    seconds: ms / 1000,
    plannedPerSecond: perSecond('planned'),
    goodPerSecond: perSecond('done'),
    backlog: { first: backlog[0] ?? 0, last: backlog.at(-1) ?? 0, growthPerSecond: (medianSlope(backlog) * 1000 * counted.length) / ms },
  };
}

/** So many points of a long run at most: their pairs are looked at. */
const mostPoints = 120;

/** Theil and Sen's: the median over all pairs, so that a lone hiccup at either end says nothing. */
function medianSlope(all: readonly number[]): number {
  const stride = Math.ceil(all.length / mostPoints);
  const values = all.filter((_, at) => (all.length - 1 - at) % stride === 0);
  const slopes = values.flatMap((from, at) => values.slice(at + 1).map((to, step) => (to - from) / (step + 1))).sort((a, b) => a - b);
  const middle = slopes.length / 2;
  return ((slopes[Math.floor(middle)] ?? 0) + (slopes[Math.ceil(middle) - 1] ?? 0)) / 2 / stride;
}
