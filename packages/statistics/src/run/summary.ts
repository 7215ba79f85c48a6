/** The whole run without its warm-up, computed from samples: the same whatever order they come in. */
import { type ErrorStatuses, isErrorStatus } from '@plimsoll/contracts/error-status';
import type { ErrorExample } from '@plimsoll/contracts/outcome';
import type { ErrorGroup, RequestSummary, Summary } from '@plimsoll/contracts/run';
import type { HistogramName, RequestSample, Sample, Times } from '@plimsoll/contracts/sample';
import { histogramNames, requestTimeNames } from '@plimsoll/contracts/sample';
import { merge, timesOf } from '../histogram/histogram.ts';
import {
  addCounts,
  addOutcomes,
  addStatuses,
  bySecond,
  type Counts,
  failedKinds,
  finishedOf,
  lengthOf,
  noCounts,
  requestParts,
} from '../second/counts.ts';
import { connectionsOf } from '../second/point.ts';

/** `errorStatuses` (the plan's) only names the error groups; what failed was counted by the engine. */
export function summarise(samples: readonly Sample[], errorStatuses: ErrorStatuses = '4xx-5xx'): Summary {
  const measured = samples.filter((sample) => !sample.warmup);
  const seconds = bySecond(measured).map(({ shards }) => shards);
  const counts = noCounts();
  for (const sample of measured) addCounts(counts, sample);
  const requests = finishedOf(counts.outcomes);
  const durationMs = seconds.reduce((sum, shards) => sum + lengthOf(shards), 0);
  return {
    requests,
    done: counts.done,
    failed: counts.failed,
    outcomes: counts.outcomes,
    statuses: counts.statuses,
    errorRate: requests > 0 ? counts.failed / requests : null,
    durationMs,
    throughputPerSecond: perSecond(requests, durationMs),
    ...timesBy(histogramNames, measured),
    connections: connectionsOf(seconds),
    bytes: counts.bytes,
    planned: counts.planned,
    sent: counts.sent,
    dropped: counts.dropped,
    warmup: warmupOf(samples),
    errors: errorGroups(counts, measured, errorStatuses),
    byRequest: requestParts(measured).map(({ name, parts }) => requestSummary(name, parts, durationMs)),
  };
}

function perSecond(requests: number, durationMs: number): number {
  return durationMs > 0 ? requests / (durationMs / 1000) : 0;
}

type Timed<Name extends HistogramName> = { readonly histograms: Record<Name, Uint8Array> };

/** Times of all parts merged, by name. */
function timesBy<Name extends HistogramName>(names: readonly Name[], parts: readonly Timed<Name>[]): Record<Name, Times> {
  return Object.fromEntries(names.map((name) => [name, timesOf(merge(parts.map((part) => part.histograms[name])))])) as Record<Name, Times>;
}

function requestSummary(name: string, parts: readonly RequestSample[], durationMs: number): RequestSummary {
  const total = { sent: 0, done: 0, failed: 0, outcomes: {}, statuses: {} };
  for (const part of parts) {
    total.sent += part.sent;
    total.done += part.done;
    total.failed += part.failed;
    addOutcomes(total.outcomes, part.outcomes);
    addStatuses(total.statuses, part.statuses);
  }
  const requests = finishedOf(total.outcomes);
  return {
    name,
    ...total,
    requests,
    errorRate: requests > 0 ? total.failed / requests : null,
    throughputPerSecond: perSecond(requests, durationMs),
    ...timesBy(requestTimeNames, parts),
  };
}

function warmupOf(samples: readonly Sample[]): Summary['warmup'] {
  const outcomes = {};
  let sent = 0;
  for (const sample of samples) {
    addOutcomes(outcomes, sample.stragglers);
    if (!sample.warmup) continue;
    sent += sample.sent;
    addOutcomes(outcomes, sample.outcomes);
  }
  return { sent, requests: finishedOf(outcomes) };
}

/**
 * Failures by kind: each failed outcome, and each error status of plain responses. A response that failed a check is grouped as
 * `check_failed` and not under its status as well, so that the groups add up to `failed`.
 */
export function errorGroups(counts: Counts, samples: readonly Sample[], errorStatuses: ErrorStatuses): ErrorGroup[] {
  const examples = samples
    .flatMap((sample) => sample.errors)
    .sort((a, b) => a.second - b.second || a.message.localeCompare(b.message) || (a.body ?? '').localeCompare(b.body ?? ''));
  const first = (matches: (example: ErrorExample) => boolean) => examples.find(matches) ?? null;
  const groups: ErrorGroup[] = [];
  let byStatus = counts.failed;
  for (const kind of failedKinds) {
    const count = counts.outcomes[kind] ?? 0;
    byStatus -= count;
    if (count > 0) groups.push({ kind, count, example: first((example) => example.outcome === kind) });
  }
  for (const [status, answers] of Object.entries(counts.statuses).sort((a, b) => b[1] - a[1] || a[0].localeCompare(b[0]))) {
    if (!isErrorStatus(errorStatuses, Number(status)) || byStatus <= 0) continue;
    const count = Math.min(answers, byStatus);
    byStatus -= count;
    groups.push({ kind: status, count, example: first((e) => String(e.status) === status && e.outcome === 'response') });
  }
  return groups.sort((a, b) => b.count - a.count || a.kind.localeCompare(b.kind));
}
