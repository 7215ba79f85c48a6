/** Makes one sample of the same second of several threads: counts are summed, histograms merged, gauges summed, health the worst. */
import type { OutcomeCounts, StatusCounts } from '@plimsoll/contracts/outcome';
import { histogramNames, type RequestSample, requestTimeNames, type Sample } from '@plimsoll/contracts/sample';
import { encode, merge } from '@plimsoll/statistics/histogram';
import type { ThreadHealth } from './generator-health.ts';
import type { ThreadSample } from './thread-sample.ts';

const summed = ['planned', 'sent', 'dropped', 'done', 'failed', 'doneTimeUs', 'failedTimeUs', 'inFlight', 'waiting'] as const;
const summedByRequest = ['sent', 'done', 'failed', 'doneTimeUs', 'failedTimeUs'] as const;

/** All of one second; at least one. */
export function mergeSamples(parts: readonly ThreadSample[]): ThreadSample {
  const [first] = parts;
  if (!first) throw new RangeError('nothing to merge');
  if (parts.length === 1) return first;
  const sum = (pick: (sample: ThreadSample) => number) => parts.reduce((total, part) => total + pick(part), 0);
  const merged = { ...first };
  for (const key of summed) merged[key] = sum((part) => part[key]);
  return {
    ...merged,
    lengthMs: Math.max(...parts.map((part) => part.lengthMs)),
    outcomes: sumCounts<OutcomeCounts>(parts.map((part) => part.outcomes)),
    stragglers: sumCounts<OutcomeCounts>(parts.map((part) => part.stragglers)),
    statuses: sumCounts<StatusCounts>(parts.map((part) => part.statuses)),
    bytes: { sent: sum((part) => part.bytes.sent), received: sum((part) => part.bytes.received) },
    connections: sumCounts<Sample['connections']>(parts.map((part) => part.connections)),
    histograms: mergeTimes(
      histogramNames,
      parts.map((part) => part.histograms),
    ),
    byRequest: first.byRequest.map((_, index) => mergeRequests(parts.map(({ byRequest }) => byRequest[index] as RequestSample))),
    errors: parts.flatMap((part) => part.errors),
    health: worst(parts.map((part) => part.health)),
  };
}

/** The same request's parts of one second. */
function mergeRequests(parts: readonly RequestSample[]): RequestSample {
  const [first] = parts as [RequestSample];
  const merged = { ...first };
  for (const key of summedByRequest) merged[key] = parts.reduce((total, part) => total + part[key], 0);
  return {
    ...merged,
    outcomes: sumCounts<OutcomeCounts>(parts.map((part) => part.outcomes)),
    statuses: sumCounts<StatusCounts>(parts.map((part) => part.statuses)),
    histograms: mergeTimes(
      requestTimeNames,
      parts.map((part) => part.histograms),
    ),
  };
}

type Times<Name extends string> = Record<Name, Uint8Array<ArrayBuffer>>;
function mergeTimes<Name extends string>(names: readonly Name[], parts: readonly Times<Name>[]): Times<Name> {
  return Object.fromEntries(names.map((name) => [name, encode(merge(parts.map((part) => part[name])))])) as Times<Name>;
}

function sumCounts<T extends Record<string, number> | Partial<Record<string, number>>>(counts: readonly T[]): T {
  const total: Record<string, number> = {};
  for (const part of counts) for (const [key, value] of Object.entries(part)) total[key] = (total[key] ?? 0) + (value as number);
  return total as T;
}

function worst(healths: readonly ThreadHealth[]): ThreadHealth {
  return {
    eventLoopDelayP99Us: Math.max(...healths.map((health) => health.eventLoopDelayP99Us)),
    eventLoopUtilisation: Math.max(...healths.map((health) => health.eventLoopUtilisation)),
    idleSpinUs: healths.reduce((total, health) => total + health.idleSpinUs, 0),
    clockDriftMs: healths.reduce((far, { clockDriftMs }) => (Math.abs(clockDriftMs) > Math.abs(far) ? clockDriftMs : far), 0),
  };
}
