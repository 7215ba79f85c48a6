/** What thresholds can be about: one row a metric. */
import type { MeasuredTarget } from '../resources/measured-target.ts';

interface MetricRow {
  /** Of its value: µs, a fraction, per second, Mbit/s, bytes, cores or a plain number. */
  readonly unit: 'us' | 'share' | 'perSecond' | 'mbps' | 'bytes' | 'cores' | 'count';
  /** Known of each request of a plan with several? Lateness and drops happen before it is known which one goes next. */
  readonly perRequest: boolean;
  /** Only calls of gRPC have it. */
  readonly ofGrpc?: true;
  /** A figure of the target's own resources, which no sample tells. */
  readonly ofTarget?: keyof MeasuredTarget;
  /** An operator and a limit that show how it is written. */
  readonly example: string;
}

const time = { unit: 'us', perRequest: false, example: '< 250ms' } as const;
const requestTime = { ...time, perRequest: true } as const;
const messageTime = { ...time, ofGrpc: true } as const;
const share = { unit: 'share', perRequest: false, example: '< 1%' } as const;
const rate = { unit: 'perSecond', perRequest: false, example: '> 1000' } as const;
const count = { unit: 'count', perRequest: false, example: '<= 200' } as const;
const messageCount = { ...count, ofGrpc: true, example: '> 10000' } as const;
const megabits = { unit: 'mbps', perRequest: false, example: '< 800' } as const;

const metricTable = {
  p: requestTime,
  mean: requestTime,
  max: requestTime,
  service_p: requestTime,
  ttfb_p: requestTime,
  lateness_p: time,
  error_rate: { ...share, perRequest: true },
  throughput: { ...rate, perRequest: true },
  goodput: { ...rate, perRequest: true },
  dropped: { ...count, example: '<= 0' },
  dropped_share: share,
  connections_per_second: { ...rate, example: '< 100' },
  peak_connections: count,
  peak_in_flight: count,
  sent_mbps: megabits,
  received_mbps: megabits,
  target_cpu: { ...share, ofTarget: 'cpu', example: '< 80%' },
  target_cores: { unit: 'cores', perRequest: false, ofTarget: 'cores', example: '< 1.5' },
  target_memory: { unit: 'bytes', perRequest: false, ofTarget: 'memoryBytes', example: '< 512MB' },
  target_sockets: { ...count, ofTarget: 'openSockets', example: '< 1000' },
  target_threads: { ...count, ofTarget: 'threads', example: '< 200' },
  grpc_first_message_p: messageTime,
  grpc_first_message_mean: messageTime,
  grpc_first_message_max: messageTime,
  grpc_message_gap_p: messageTime,
  grpc_message_gap_mean: messageTime,
  grpc_message_gap_max: messageTime,
  grpc_round_trip_p: messageTime,
  grpc_round_trip_mean: messageTime,
  grpc_round_trip_max: messageTime,
  grpc_message_lateness_p: messageTime,
  grpc_message_lateness_mean: messageTime,
  grpc_message_lateness_max: messageTime,
  messages: messageCount,
  messages_sent: messageCount,
  messages_received: messageCount,
  messages_per_second: { ...rate, ofGrpc: true },
} as const satisfies Readonly<Record<string, MetricRow>>;

export type ThresholdMetric = keyof typeof metricTable;
export const thresholdMetrics = Object.keys(metricTable) as readonly ThresholdMetric[];

/** What is known of a metric besides its values. */
export function rowOfThreshold(metric: ThresholdMetric): MetricRow {
  return metricTable[metric];
}

/** Is it a percentile? */
export function isPercentile(metric: ThresholdMetric): boolean {
  return metric === 'p' || metric.endsWith('_p');
}

const figureOfMessages = /^(grpc_\w+)_(p|mean|max)$/;

/** A metric as people write it: `service_p(99)`, `grpc_first_message p(99)`. */
export function writeMetric(metric: ThresholdMetric, percentile: number | string | null): string {
  const written = metric.replace(figureOfMessages, '$1 $2');
  return percentile === null ? written : `${written}(${percentile})`;
}

/** All that are known, each once, as a refusal lists them. */
export const writtenMetrics = thresholdMetrics
  .filter((metric) => !/^grpc_\w+_(mean|max)$/.test(metric))
  .map((metric) => writeMetric(metric, isPercentile(metric) ? '99' : null))
  .join(', ');
