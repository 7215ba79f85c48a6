/** The whole run without its warm-up, computed from samples: the same whatever order they come in. */
import { type ErrorStatuses, isErrorStatus } from '@plimsoll/contracts/error-status';
import { countFailedAnswers, type ErrorExample, unansweredKinds } from '@plimsoll/contracts/outcome';
import type { RequestSample, Sample } from '@plimsoll/contracts/sample';
import { fieldsIn, sampleFields } from '@plimsoll/contracts/sample-fields';
import type { ErrorGroup, RequestSummary, Summary } from '@plimsoll/contracts/summary';
import { histogramsIn } from '@plimsoll/contracts/times';
import { mergeFields, mergeGroup, sumByKey } from '../second/merge-fields.ts';
import { mergeTimes, timesByName } from '../second/merge-times.ts';
import { countFinished, failedKinds, groupByRequest, groupBySecond } from '../second/seconds.ts';
import { hasCalls, streamFigures, streamTimes } from '../second/stream-figures.ts';
import { measureWhileLoaded } from './while-loaded.ts';

const summaryFields = { ...fieldsIn('summary'), lengthMs: sampleFields.lengthMs };
const summaryTimes = histogramsIn('summary');
const requestFields = fieldsIn('requestSummary');
const requestTimes = histogramsIn('requestSummary');

/**
 * `errorStatuses` (the plan's) only names the error groups; what failed was counted by the engine. `seconds`: the counts of each second,
 * where some of the samples are whole minutes.
 */
export function summarise(
  samples: readonly Sample[],
  errorStatuses: ErrorStatuses = '4xx-5xx',
  seconds: readonly Sample[] = samples,
): Summary {
  const measured = samples.filter((sample) => !sample.warmup);
  const shards = groupBySecond(measured).map((second) => second.shards);
  const { lengthMs: durationMs, ...counts } = mergeGroup(summaryFields, shards);
  const requests = countFinished(counts.outcomes);
  return {
    ...counts,
    requests,
    errorRate: requests > 0 ? counts.failed / requests : null,
    durationMs,
    throughputPerSecond: perSecond(requests, durationMs),
    goodputPerSecond: perSecond(counts.done, durationMs),
    droppedShare: counts.planned > 0 ? counts.dropped / counts.planned : null,
    connectionsPerSecond: perSecond(counts.connections.opened, durationMs),
    peakInFlight: findPeak(seconds.filter((sample) => !sample.warmup)),
    whileLoaded: measureWhileLoaded(seconds),
    bitsPerSecond: { sent: perSecond(8 * counts.bytes.sent, durationMs), received: perSecond(8 * counts.bytes.received, durationMs) },
    statusSeconds: findStatusSeconds(seconds.filter((sample) => !sample.warmup)),
    redirectTo: findRedirect(measured),
    timesMixed: measured.some(mixesTimes),
    ...timesByName(mergeTimes(summaryTimes, measured)),
    ...streamFigures(measured, timesByName(mergeTimes(streamTimes, measured)), hasCalls(measured)),
    warmup: summariseWarmup(samples),
    errors: errorGroups({ ...counts, grpcStatuses: sumByKey(measured.map((sample) => sample.grpcStatuses)) }, measured, errorStatuses),
    byRequest: groupByRequest(measured).map(({ name, parts }) => requestSummary(name, parts, durationMs)),
  };
}

function perSecond(count: number, durationMs: number): number {
  return durationMs > 0 ? count / (durationMs / 1000) : 0;
}

/** Null where no second tells it. */
function findPeak(measured: readonly Sample[]): number | null {
  const each = groupBySecond(measured).map(({ shards }) => shards);
  return mergeGroup({ peakInFlight: sampleFields.peakInFlight }, each).peakInFlight || null;
}

/** The first and the last second of each status, and of each outcome without an answer. */
function findStatusSeconds(measured: readonly Sample[]): Summary['statusSeconds'] {
  const seconds: Summary['statusSeconds'] = {};
  for (const { second, statuses, outcomes } of measured)
    for (const status of [...Object.keys(statuses), ...unansweredKinds.filter((kind) => outcomes[kind])]) {
      const { first, last } = seconds[status] ?? { first: second, last: second };
      seconds[status] = { first: Math.min(first, second), last: Math.max(last, second) };
    }
  return seconds;
}

/** A second that has failed answers but was recorded before they had times of their own. */
function mixesTimes(sample: Sample): boolean {
  return sample.histograms.failedTime.byteLength === 0 && countFailedAnswers(sample) > 0;
}

function requestSummary(name: string, parts: readonly RequestSample[], durationMs: number): RequestSummary {
  return { name, ...summarisePart(parts, durationMs) };
}

type Part = Pick<Sample, keyof typeof requestFields> & { readonly histograms: Pick<Sample['histograms'], (typeof requestTimes)[number]> };

/** The figures of a part of a run's load, of one request or one region: rates are per second of the run's measured time. */
export function summarisePart(parts: readonly Part[], durationMs: number): Omit<RequestSummary, 'name'> {
  const counts = mergeFields(requestFields, parts, 'seconds');
  const requests = countFinished(counts.outcomes);
  return {
    ...counts,
    requests,
    errorRate: requests > 0 ? counts.failed / requests : null,
    throughputPerSecond: perSecond(requests, durationMs),
    goodputPerSecond: perSecond(counts.done, durationMs),
    ...timesByName(mergeTimes(requestTimes, parts)),
  };
}

function summariseWarmup(samples: readonly Sample[]): Summary['warmup'] {
  const warmup = samples.filter((sample) => sample.warmup);
  const { sent } = mergeFields({ sent: sampleFields.sent }, warmup, 'seconds');
  const outcomes = sumByKey([...warmup.map((sample) => sample.outcomes), ...samples.map((sample) => sample.stragglers)]);
  return { sent, requests: countFinished(outcomes) };
}

/** Where the earliest redirect leads to. */
function findRedirect(measured: readonly Sample[]): string | null {
  const told = measured.flatMap(({ errors }) =>
    errors.flatMap(({ second, location }) => (location === undefined ? [] : { second, location })),
  );
  return told.sort((a, b) => a.second - b.second || a.location.localeCompare(b.location))[0]?.location ?? null;
}

type Ended = Pick<Sample, 'failed' | 'outcomes' | 'statuses'> & Partial<Pick<Sample, 'grpcStatuses'>>;

/**
 * Failures by kind: each failed outcome, and each error status of plain responses. A response that failed a check is grouped as
 * `check_failed` and not under its status as well, so that the groups add up to `failed`.
 */
export function errorGroups(counts: Ended, samples: readonly Sample[], errorStatuses: ErrorStatuses): ErrorGroup[] {
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
  // A call that failed by its gRPC status had a good one of HTTP.
  for (const [status, calls] of Object.entries(counts.grpcStatuses ?? {})) {
    if (status === 'OK' || byStatus <= 0) continue;
    const count = Math.min(calls, byStatus);
    byStatus -= count;
    groups.push({ kind: status, count, example: first((e) => e.grpcStatus === status && e.outcome === 'response') });
  }
  return groups.sort((a, b) => b.count - a.count || a.kind.localeCompare(b.kind));
}
