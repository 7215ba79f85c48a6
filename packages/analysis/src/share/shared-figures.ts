/** Which figures of a run, of a second and of a comparison a share shows: one list of fields a noun. */
import type { ArmResources, ErrorDelta } from '@plimsoll/contracts/comparison';
import type { Curve } from '@plimsoll/contracts/curve';
import { grpcStatuses } from '@plimsoll/contracts/grpc-status';
import { isOutcomeKind, type OutcomeCounts, outcomeKinds } from '@plimsoll/contracts/outcome';
import { type ResourceMetric, type Resources, sourcesOf } from '@plimsoll/contracts/resources';
import type { RequestSummary, Summary } from '@plimsoll/contracts/run';
import {
  type ConnectionCounts,
  type GeneratorHealth,
  type GrpcFigures,
  type HistogramName,
  noTimes,
  type Point,
  type RequestPoint,
  type Times,
} from '@plimsoll/contracts/sample';
import { histogramsIn } from '@plimsoll/contracts/sample-fields';
import type { ThresholdResult } from '@plimsoll/contracts/threshold';
import type { MetricDelta } from '@plimsoll/contracts/verdict';
import { listed } from './listed.ts';
import type { Redaction } from './share-redaction.ts';

const timesFields = ['count', 'meanUs', 'stddevUs', 'minUs', 'p50Us', 'p75Us', 'p90Us', 'p95Us', 'p99Us', 'p999Us', 'maxUs'] as const;
const sharedTimes = (times: Times): Times => listed(times, timesFields);

/** A histogram that is not among these reads on a share as if nothing had been recorded. */
const publicHistograms: readonly string[] = [
  'responseTime',
  'serviceTime',
  'failedTime',
  'sendLateness',
  'timeToFirstByte',
  'connectTime',
  'dnsTime',
  'tcpTime',
  'tlsTime',
] satisfies HistogramName[];

/** Those that stand in points and summaries by their names. */
const shownHistograms = histogramsIn('summary');
type ShownHistogram = (typeof shownHistograms)[number];

function sharedHistograms(timed: Readonly<Record<ShownHistogram, Times>>): Record<ShownHistogram, Times> {
  const times = shownHistograms.map((name) => [name, publicHistograms.includes(name) ? sharedTimes(timed[name]) : noTimes]);
  return Object.fromEntries(times) as Record<ShownHistogram, Times>;
}

const sharedOutcomes = (outcomes: OutcomeCounts): OutcomeCounts => listed(outcomes, outcomeKinds);
const sharedBytes = ({ sent, received }: Summary['bytes']): Summary['bytes'] => ({ sent, received });

function sharedStatusSeconds(seconds: Summary['statusSeconds']): Summary['statusSeconds'] {
  const statuses = Object.keys(seconds).filter((status) => /^\d+$/.test(status) || isOutcomeKind(status));
  return Object.fromEntries(statuses.map((status) => [status, listed(seconds[status] ?? { first: 0, last: 0 }, ['first', 'last'])]));
}

function sharedConnections(counts: ConnectionCounts): ConnectionCounts {
  return listed(counts, ['opened', 'reused', 'closedByPeer', 'closedByUs', 'failed', 'tlsHandshakes', 'open']);
}

function sharedHealth(health: GeneratorHealth): GeneratorHealth {
  return listed(health, [
    'cpu',
    'eventLoopDelayP99Us',
    'eventLoopUtilisation',
    'rssBytes',
    'clockDriftMs',
    'otherWork',
    'waitedForCore',
    'throttled',
  ]);
}

function sharedRequestSummary(one: RequestSummary, { request }: Redaction): RequestSummary {
  return {
    ...listed(one, ['sent', 'requests', 'done', 'failed', 'statuses', 'errorRate', 'throughputPerSecond', 'goodputPerSecond']),
    name: request(one.name),
    outcomes: sharedOutcomes(one.outcomes),
    responseTime: sharedTimes(one.responseTime),
    serviceTime: sharedTimes(one.serviceTime),
    failedTime: sharedTimes(one.failedTime),
    timeToFirstByte: sharedTimes(one.timeToFirstByte),
  };
}

/** Statuses, counts and times alone: no text of a message. */
function sharedGrpc({ statuses, messages, ...times }: GrpcFigures): GrpcFigures {
  return {
    statuses: listed(statuses, grpcStatuses),
    messages: listed(messages, ['sent', 'received', 'sentBytes', 'receivedBytes']),
    firstMessageTime: sharedTimes(times.firstMessageTime),
    messageGap: sharedTimes(times.messageGap),
    messageRoundTrip: times.messageRoundTrip && sharedTimes(times.messageRoundTrip),
    messageLateness: times.messageLateness && sharedTimes(times.messageLateness),
  };
}

export function sharedSummary(summary: Summary, redaction: Redaction): Summary {
  return {
    whileLoaded: null,
    ...listed(summary, ['requests', 'done', 'failed', 'statuses', 'errorRate', 'durationMs', 'throughputPerSecond']),
    ...listed(summary, ['goodputPerSecond', 'droppedShare', 'connectionsPerSecond', 'peakInFlight', 'timesMixed']),
    ...listed(summary, ['planned', 'sent', 'dropped']),
    ...sharedHistograms(summary),
    grpc: summary.grpc && sharedGrpc(summary.grpc),
    outcomes: sharedOutcomes(summary.outcomes),
    connections: sharedConnections(summary.connections),
    bytes: sharedBytes(summary.bytes),
    bitsPerSecond: summary.bitsPerSecond && sharedBytes(summary.bitsPerSecond),
    statusSeconds: sharedStatusSeconds(summary.statusSeconds),
    warmup: listed(summary.warmup, ['sent', 'requests']),
    // An example may hold what the target answered, and so may where it sends to.
    redirectTo: null,
    errors: summary.errors.map(({ kind, count }) => ({ kind, count, example: null })),
    byRequest: summary.byRequest.map((one) => sharedRequestSummary(one, redaction)),
  };
}

function sharedRequestPoint(one: RequestPoint, { request }: Redaction): RequestPoint {
  return { ...listed(one, ['sent', 'done', 'failed']), name: request(one.name), responseTime: sharedTimes(one.responseTime) };
}

/** Without each request's part. */
export function sharedWhole(point: Point): Point {
  return {
    ...listed(point, ['second', 'seconds', 'lengthMs', 'warmup', 'planned', 'sent', 'dropped', 'done', 'failed', 'statuses']),
    ...listed(point, ['doneTimeUs', 'failedTimeUs', 'inFlight', 'waiting']),
    ...sharedHistograms(point),
    grpc: point.grpc && sharedGrpc(point.grpc),
    outcomes: sharedOutcomes(point.outcomes),
    bytes: sharedBytes(point.bytes),
    connections: sharedConnections(point.connections),
    generator: sharedHealth(point.generator),
    byRequest: [],
  };
}

export function sharedPoint(point: Point, redaction: Redaction): Point {
  return { ...sharedWhole(point), byRequest: point.byRequest.map((one) => sharedRequestPoint(one, redaction)) };
}

export function sharedCurve({ responseTime, serviceTime }: Curve): Curve {
  return { responseTime, serviceTime };
}

export function sharedThreshold({ expression, value, passed }: ThresholdResult, { text }: Redaction): ThresholdResult {
  return { expression: text(expression), value, passed };
}

export const sharedInterval = (interval: MetricDelta['interval']): MetricDelta['interval'] =>
  interval && { low: interval.low, high: interval.high };

export function sharedMetric(metric: MetricDelta, { text }: Redaction): MetricDelta {
  return {
    ...listed(metric, ['metric', 'base', 'candidate', 'delta', 'deltaRelative', 'verdict']),
    interval: sharedInterval(metric.interval),
    reason: text(metric.reason),
  };
}

export function sharedError(error: ErrorDelta): ErrorDelta {
  return listed(error, ['kind', 'change', 'base', 'candidate', 'baseShare', 'candidateShare']);
}

const sharedMetrics: readonly ResourceMetric[] = ['cpu', 'memoryBytes', 'memoryShare', 'diskBytesPerSecond', 'diskShare'];

/** A source's name may be that of a host or of a program: it goes by its kind and a number. What went wrong with it is told to nobody. */
export function sharedResources(resources: Resources): Resources {
  const names = new Map(sourcesOf(resources, ...sharedMetrics).map(({ name, kind }, at) => [name, `${kind} ${at + 1}`]));
  return {
    resolutionSeconds: resources.resolutionSeconds,
    sources: resources.sources.flatMap(({ name, kind, cores, quotaCores, metrics }) => {
      const shown = names.get(name);
      const told = metrics.filter((metric) => sharedMetrics.includes(metric));
      return shown === undefined ? [] : [{ name: shown, kind, cores, quotaCores, metrics: told, problem: null }];
    }),
    points: resources.points.flatMap((point) => {
      const source = names.get(point.source);
      if (source === undefined) return [];
      const { second, cpu, memoryBytes, memoryShare, diskBytesPerSecond, diskShare } = point;
      return [
        {
          second,
          source,
          cpu,
          memoryBytes,
          memoryShare,
          diskBytesPerSecond,
          diskShare,
          openSockets: null,
          threads: null,
          busiestThread: null,
          waitedForCore: null,
        },
      ];
    }),
  };
}

/** As {@link sharedResources}: the source goes by its kind. */
export function sharedArmResources(resources: ArmResources): ArmResources {
  const { kind, points } = resources;
  return {
    ...listed(resources, ['cores', 'cpuMean', 'cpuPeak', 'memoryPeakBytes', 'requestsPerCpuSecond']),
    source: kind,
    kind,
    points: points.map(({ second, cpu }) => ({ second, cpu })),
  };
}
