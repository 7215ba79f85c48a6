/** Better is doubted, too: a target that answers an error page, half a page, or not at all is fast. */
import { rowOfMetric } from '@plimsoll/contracts/compared-metric';
import type { Doubt } from '@plimsoll/contracts/comparison';
import type { Summary } from '@plimsoll/contracts/summary';
import type { MetricDelta } from '@plimsoll/contracts/verdict';

/** Shares that differ by less are no other behaviour. */
const leastShare = 0.01;
/** A header more or less is no other answer. */
const leastSize = { relative: 0.1, bytes: 64 };

/** Nothing where no time and no rate is better. */
export function doubtBetter(deltas: readonly MetricDelta[], base: readonly Summary[], candidate: readonly Summary[]): Doubt[] {
  const isBetter = ({ metric, verdict }: MetricDelta) => verdict === 'better' && rowOfMetric(metric).unit !== 'share';
  if (!deltas.some(isBetter)) return [];
  const [b, c] = [sumOf(base), sumOf(candidate)];
  const doubts: Doubt[] = [];
  const moved = [...new Set([...b.statuses.keys(), ...c.statuses.keys()])]
    .map((status) => ({ status, base: (b.statuses.get(status) ?? 0) / b.answers, candidate: (c.statuses.get(status) ?? 0) / c.answers }))
    .sort((one, other) => Math.abs(other.candidate - other.base) - Math.abs(one.candidate - one.base))[0];
  if (moved && Math.abs(moved.candidate - moved.base) > leastShare) doubts.push({ kind: 'statuses', ...moved });
  const sizes = { base: b.bytes / b.answers, candidate: c.bytes / c.answers };
  const grown = Math.abs(sizes.candidate - sizes.base);
  if (grown > leastSize.bytes && grown > leastSize.relative * sizes.base) doubts.push({ kind: 'sizes', ...sizes });
  const answered = { base: b.good / b.planned, candidate: c.good / c.planned };
  if (answered.base - answered.candidate > leastShare) doubts.push({ kind: 'fewer', ...answered });
  return doubts;
}

function sumOf(summaries: readonly Summary[]) {
  const sum = { answers: 0, bytes: 0, good: 0, planned: 0, statuses: new Map<string, number>() };
  for (const { statuses, bytes, done, planned } of summaries) {
    for (const [status, count] of Object.entries(statuses)) {
      sum.statuses.set(status, (sum.statuses.get(status) ?? 0) + count);
      sum.answers += count;
    }
    sum.bytes += bytes.received;
    sum.good += done;
    sum.planned += planned;
  }
  return sum;
}
