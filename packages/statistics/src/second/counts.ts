/** Sums of what samples count, and the rule that turns outcomes into "finished". */
import type { OutcomeCounts, OutcomeKind, StatusCounts } from '@plimsoll/contracts/outcome';
import { outcomeKinds } from '@plimsoll/contracts/outcome';
import type { GeneratorHealth, RequestSample, Sample } from '@plimsoll/contracts/sample';

/** The fields of a sample that are plain sums, over shards as over seconds. */
export interface Counts {
  planned: number;
  sent: number;
  dropped: number;
  done: number;
  failed: number;
  outcomes: OutcomeCounts;
  statuses: StatusCounts;
  doneTimeUs: number;
  failedTimeUs: number;
  bytes: { sent: number; received: number };
}

export function noCounts(): Counts {
  return {
    planned: 0,
    sent: 0,
    dropped: 0,
    done: 0,
    failed: 0,
    outcomes: {},
    statuses: {},
    doneTimeUs: 0,
    failedTimeUs: 0,
    bytes: { sent: 0, received: 0 },
  };
}

export function addOutcomes(into: OutcomeCounts, more: OutcomeCounts): void {
  for (const kind of outcomeKinds) {
    const count = more[kind];
    if (count) into[kind] = (into[kind] ?? 0) + count;
  }
}

export function addStatuses(into: StatusCounts, more: StatusCounts): void {
  for (const [status, count] of Object.entries(more)) into[status] = (into[status] ?? 0) + count;
}

export function addCounts(into: Counts, sample: Counts): void {
  into.planned += sample.planned;
  into.sent += sample.sent;
  into.dropped += sample.dropped;
  into.done += sample.done;
  into.failed += sample.failed;
  into.doneTimeUs += sample.doneTimeUs;
  into.failedTimeUs += sample.failedTimeUs;
  into.bytes.sent += sample.bytes.sent;
  into.bytes.received += sample.bytes.received;
  addOutcomes(into.outcomes, sample.outcomes);
  addStatuses(into.statuses, sample.statuses);
}

/** What samples know of each request of a plan with several, in the plan's order. */
export function requestParts(samples: readonly Sample[]): { name: string; parts: RequestSample[] }[] {
  const byName = new Map<string, RequestSample[]>();
  for (const { byRequest } of samples)
    for (const part of byRequest) {
      const known = byName.get(part.name);
      if (known) known.push(part);
      else byName.set(part.name, [part]);
    }
  return [...byName].map(([name, parts]) => ({ name, parts }));
}

/** Outcomes that ended: all but those cut off by our own end, which are neither success nor failure. */
export function finishedOf(outcomes: OutcomeCounts): number {
  return totalOf(outcomes) - (outcomes.cut_off ?? 0);
}

export function totalOf(outcomes: OutcomeCounts): number {
  let total = 0;
  for (const kind of outcomeKinds) total += outcomes[kind] ?? 0;
  return total;
}

/** Outcomes that are failures whatever the status. */
export const failedKinds: readonly OutcomeKind[] = outcomeKinds.filter((kind) => kind !== 'response' && kind !== 'cut_off');

/** Gauges of one generator process, or the worst of several: a merged point never hides a bad second. */
export function worstHealth(a: GeneratorHealth, b: GeneratorHealth): GeneratorHealth {
  return {
    cpu: Math.max(a.cpu, b.cpu),
    eventLoopDelayP99Us: Math.max(a.eventLoopDelayP99Us, b.eventLoopDelayP99Us),
    eventLoopUtilisation: Math.max(a.eventLoopUtilisation, b.eventLoopUtilisation),
    rssBytes: Math.max(a.rssBytes, b.rssBytes),
    clockDriftMs: worstDrift(a.clockDriftMs, b.clockDriftMs),
  };
}

/** The drift farther from 0; of two equally far ones the positive, so that order never matters. */
function worstDrift(a: number, b: number): number {
  return Math.abs(a) > Math.abs(b) ? a : Math.abs(b) > Math.abs(a) ? b : Math.max(a, b);
}

/** Samples of the same second, one per shard, by rising second. */
export function bySecond(samples: readonly Sample[]): { second: number; shards: Sample[] }[] {
  const seconds = new Map<number, Sample[]>();
  for (const sample of samples) {
    const shards = seconds.get(sample.second);
    if (shards) shards.push(sample);
    else seconds.set(sample.second, [sample]);
  }
  return [...seconds].map(([second, shards]) => ({ second, shards })).sort((a, b) => a.second - b.second);
}

/** Length of a second in ms: that of its longest shard. */
export function lengthOf(shards: readonly Sample[]): number {
  return shards.reduce((longest, sample) => Math.max(longest, sample.lengthMs), 0);
}
