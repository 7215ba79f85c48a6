/** Did the run pass? Each threshold of the plan against the measured seconds; also usable while the run goes on. */
import { type MeasuredTarget, unknownTarget } from '@plimsoll/contracts/measured-target';
import { type HistogramName, type RequestSample, requestTimeNames, type Sample } from '@plimsoll/contracts/sample';
import { sampleFields } from '@plimsoll/contracts/sample-fields';
import { parseThreshold, type Threshold, type ThresholdResult } from '@plimsoll/contracts/threshold';
import { rowOfThreshold, type ThresholdMetric } from '@plimsoll/contracts/threshold-metric';
import { computeMean, type Histogram, merge, valueAt } from '../histogram/histogram.ts';
import { measureLengthMs, mergeGroup } from '../second/merge-fields.ts';
import { countFinished, groupBySecond } from '../second/seconds.ts';

const { planned, dropped, connections, peakInFlight, bytes, messages } = sampleFields;
/** What is known of a run as a whole only. */
const wholeFields = { planned, dropped, connections, peakInFlight, bytes, messages };

type TimedMetric = 'p' | 'mean' | 'max' | `${string}_${'p' | 'mean' | 'max'}`;
const histogramOf: { readonly [Metric in Extract<ThresholdMetric, TimedMetric>]: HistogramName } = {
  p: 'responseTime',
  mean: 'responseTime',
  max: 'responseTime',
  service_p: 'serviceTime',
  ttfb_p: 'timeToFirstByte',
  lateness_p: 'sendLateness',
  grpc_first_message_p: 'firstMessageTime',
  grpc_first_message_mean: 'firstMessageTime',
  grpc_first_message_max: 'firstMessageTime',
  grpc_message_gap_p: 'messageGap',
  grpc_message_gap_mean: 'messageGap',
  grpc_message_gap_max: 'messageGap',
  grpc_round_trip_p: 'messageRoundTrip',
  grpc_round_trip_mean: 'messageRoundTrip',
  grpc_round_trip_max: 'messageRoundTrip',
  grpc_message_lateness_p: 'messageLateness',
  grpc_message_lateness_mean: 'messageLateness',
  grpc_message_lateness_max: 'messageLateness',
};

/**
 * One result per expression, in order. Nothing measured gives a null
 * value, and that does not pass: a threshold that could not be checked is not kept. Warm-up is left out.
 */
export function evaluateThresholds(
  expressions: readonly string[],
  samples: readonly Sample[],
  target: MeasuredTarget = unknownTarget,
): ThresholdResult[] {
  const measured = samples.filter((sample) => !sample.warmup);
  const merged = new Map<string, Histogram>();
  const histogram = (name: HistogramName, request: string | null): Histogram => {
    const key = `${name} ${request ?? ''}`;
    const known = merged.get(key) ?? merge(selectHistograms(measured, name, request));
    merged.set(key, known);
    return known;
  };
  return expressions.map((expression) => {
    const threshold = parseThreshold(expression);
    if ('error' in threshold) return { expression, value: null, passed: false };
    const { ofTarget } = rowOfThreshold(threshold.metric);
    const value = ofTarget ? target[ofTarget] : measuredValue(threshold, measured, histogram);
    return { expression: threshold.expression, value, passed: value !== null && holds(threshold, value) };
  });
}

function selectHistograms(measured: readonly Sample[], name: HistogramName, request: string | null): Uint8Array[] {
  if (request === null) return measured.map((sample) => sample.histograms[name]);
  const kept = requestTimeNames.find((known) => known === name);
  return kept ? selectRequest(measured, request).map((part) => part.histograms[kept]) : [];
}

/** What the samples know of one request. */
function selectRequest(measured: readonly Sample[], request: string): RequestSample[] {
  return measured.flatMap(({ byRequest }) => byRequest.filter(({ name }) => name === request));
}

function measuredValue(
  threshold: Threshold,
  measured: readonly Sample[],
  histogram: (name: HistogramName, request: string | null) => Histogram,
): number | null {
  const { metric, percentile, request } = threshold;
  if (isTimed(metric)) {
    const times = histogram(histogramOf[metric], request);
    return /(^|_)mean$/.test(metric) ? computeMean(times) : valueAt(times, percentile ?? 100);
  }
  if (measured.length === 0) return null;
  const seconds = groupBySecond(measured).map(({ shards }) => shards);
  const lengthSeconds = measureLengthMs(seconds) / 1000;
  const parts: readonly Pick<Sample, 'outcomes' | 'done' | 'failed'>[] = request === null ? measured : selectRequest(measured, request);
  if (parts.length === 0) return null;
  const finished = parts.reduce((total, part) => total + countFinished(part.outcomes), 0);
  if (metric === 'throughput') return finished / lengthSeconds;
  if (metric === 'goodput') return parts.reduce((total, { done }) => total + done, 0) / lengthSeconds;
  if (metric === 'error_rate') return finished > 0 ? parts.reduce((total, { failed }) => total + failed, 0) / finished : null;
  const { planned, dropped, connections, peakInFlight, bytes, messages } = mergeGroup(wholeFields, seconds);
  switch (metric) {
    case 'dropped':
      return dropped;
    case 'dropped_share':
      return planned > 0 ? dropped / planned : null;
    case 'connections_per_second':
      return connections.opened / lengthSeconds;
    case 'peak_connections':
      return connections.open;
    case 'peak_in_flight':
      return peakInFlight;
    case 'sent_mbps':
      return megabitsPerSecond(bytes.sent, lengthSeconds);
    case 'received_mbps':
      return megabitsPerSecond(bytes.received, lengthSeconds);
    case 'messages':
      return messages.sent + messages.received;
    case 'messages_sent':
      return messages.sent;
    case 'messages_received':
      return messages.received;
    case 'messages_per_second':
      return (messages.sent + messages.received) / lengthSeconds;
    case 'target_cpu':
    case 'target_cores':
    case 'target_memory':
    case 'target_sockets':
    case 'target_threads':
      return null;
  }
}

function isTimed(metric: ThresholdMetric): metric is keyof typeof histogramOf {
  return metric in histogramOf;
}

function megabitsPerSecond(bytes: number, seconds: number): number {
  return (8 * bytes) / seconds / 1e6;
}

function holds({ operator, limit }: Threshold, value: number): boolean {
  if (operator === '<') return value < limit;
  if (operator === '<=') return value <= limit;
  return operator === '>' ? value > limit : value >= limit;
}
