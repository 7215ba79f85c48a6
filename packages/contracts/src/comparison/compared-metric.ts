/** The metrics that are compared: one row each. Their names for people stand in packages/wording. */
import { z } from 'zod';

interface MetricRow {
  /** Of its values: per second (of time, or of the target's processor), a fraction of the requests, or µs. */
  readonly unit: 'perSecond' | 'perCpuSecond' | 'share' | 'us';
  readonly better: 'higher' | 'lower';
  /** Does it decide an experiment and a baseline verdict? */
  readonly headline: boolean;
  /** Does it decide how large the noise floor of a setup is? p99.9 rests on few requests, and a share is judged by its difference. */
  readonly noise: boolean;
  /** Which times it is a percentile of; null where it is none. */
  readonly times: 'responseTime' | 'serviceTime' | 'timeToFirstByte' | 'firstMessageTime' | 'messageGap' | 'messageRoundTrip' | null;
  readonly percentile: number | null;
  /** It needs the target's own resources, which are known of few runs, and stands in an answer only where both arms have them. */
  readonly ofTarget?: true;
  /** It is of messages of gRPC calls, and stands in an answer only where both arms have them. */
  readonly ofMessages?: true;
}

const plain = { times: null, percentile: null } as const;
const perSecond = { unit: 'perSecond', better: 'higher', ...plain } as const;
const share = { unit: 'share', better: 'lower', noise: false, ...plain } as const;
const time = { unit: 'us', better: 'lower', headline: false, noise: false } as const;
const responseTime = { ...time, noise: true, times: 'responseTime' } as const;
const serviceTime = { ...time, times: 'serviceTime' } as const;
const timeToFirstByte = { ...time, times: 'timeToFirstByte' } as const;

const message = { ...time, ofMessages: true } as const;
const firstMessageTime = { ...message, times: 'firstMessageTime' } as const;
const messageGap = { ...message, times: 'messageGap' } as const;
const messageRoundTrip = { ...message, times: 'messageRoundTrip' } as const;

const metricTable = {
  throughput: { ...perSecond, headline: true, noise: true },
  goodput: { ...perSecond, headline: false, noise: false },
  errorRate: { ...share, headline: true },
  droppedShare: { ...share, headline: false },
  requestsPerCpuSecond: { unit: 'perCpuSecond', better: 'higher', headline: false, noise: false, ofTarget: true, ...plain },
  p50: { ...responseTime, headline: true, percentile: 50 },
  p90: { ...responseTime, percentile: 90 },
  p95: { ...responseTime, percentile: 95 },
  p99: { ...responseTime, headline: true, percentile: 99 },
  p999: { ...responseTime, noise: false, percentile: 99.9 },
  'serviceTime.p50': { ...serviceTime, percentile: 50 },
  'serviceTime.p90': { ...serviceTime, percentile: 90 },
  'serviceTime.p95': { ...serviceTime, percentile: 95 },
  'serviceTime.p99': { ...serviceTime, percentile: 99 },
  'serviceTime.p999': { ...serviceTime, percentile: 99.9 },
  'timeToFirstByte.p50': { ...timeToFirstByte, percentile: 50 },
  'timeToFirstByte.p90': { ...timeToFirstByte, percentile: 90 },
  'timeToFirstByte.p95': { ...timeToFirstByte, percentile: 95 },
  'timeToFirstByte.p99': { ...timeToFirstByte, percentile: 99 },
  'timeToFirstByte.p999': { ...timeToFirstByte, percentile: 99.9 },
  messagesPerSecond: { ...perSecond, headline: false, noise: false, ofMessages: true },
  'firstMessageTime.p50': { ...firstMessageTime, percentile: 50 },
  'firstMessageTime.p90': { ...firstMessageTime, percentile: 90 },
  'firstMessageTime.p95': { ...firstMessageTime, percentile: 95 },
  'firstMessageTime.p99': { ...firstMessageTime, percentile: 99 },
  'firstMessageTime.p999': { ...firstMessageTime, percentile: 99.9 },
  'messageGap.p50': { ...messageGap, percentile: 50 },
  'messageGap.p90': { ...messageGap, percentile: 90 },
  'messageGap.p95': { ...messageGap, percentile: 95 },
  'messageGap.p99': { ...messageGap, percentile: 99 },
  'messageGap.p999': { ...messageGap, percentile: 99.9 },
  'messageRoundTrip.p50': { ...messageRoundTrip, percentile: 50 },
  'messageRoundTrip.p90': { ...messageRoundTrip, percentile: 90 },
  'messageRoundTrip.p95': { ...messageRoundTrip, percentile: 95 },
  'messageRoundTrip.p99': { ...messageRoundTrip, percentile: 99 },
  'messageRoundTrip.p999': { ...messageRoundTrip, percentile: 99.9 },
} as const satisfies Readonly<Record<string, MetricRow>>;

type MetricTable = typeof metricTable;
export type ComparedMetric = keyof MetricTable;
/** Metrics of a run as a whole or of its response time, which every run has. */
export type MainMetric = {
  [Metric in ComparedMetric]: MetricTable[Metric] extends { readonly ofTarget: true } | { readonly ofMessages: true }
    ? never
    : MetricTable[Metric]['times'] extends 'responseTime' | null
      ? Metric
      : never;
}[ComparedMetric];

/** In the order in which tables show them. */
export const comparedMetrics = Object.keys(metricTable) as ComparedMetric[];
export const comparedMetricSchema = z.enum(comparedMetrics);
/** Metrics that a run's summary holds, whose history can be drawn; those of messages only of a run of gRPC calls. */
export const trendMetrics = comparedMetrics.filter((metric) => rowOfMetric(metric).ofTarget !== true);
/** Of them, what every run has. */
export const summaryMetrics = trendMetrics.filter((metric) => !isOfMessages(metric));
/** Their verdicts are corrected together; those of the others apart, so that they take nothing from the main ones. */
export const mainMetrics = comparedMetrics.filter(isMain);
/** Times that are compared besides response time. */
export const detailTimes = ['serviceTime', 'timeToFirstByte'] as const;
export type DetailTime = (typeof detailTimes)[number];
/** Times of messages that are compared. */
export const comparedMessageTimes = ['firstMessageTime', 'messageGap', 'messageRoundTrip'] as const;
export type ComparedMessageTime = (typeof comparedMessageTimes)[number];
/** The metrics that decide an experiment and a baseline verdict. */
export const headlineMetrics = comparedMetrics.filter((metric) => metricTable[metric].headline);

function isMain(metric: ComparedMetric): metric is MainMetric {
  return isUnfolded(metric) && rowOfMetric(metric).ofTarget !== true;
}

/** Stands in the first table of a comparison; metrics of other times than response time are folded under it, those of messages apart. */
export function isUnfolded(metric: ComparedMetric): boolean {
  const { times } = metricTable[metric];
  return (times === null || times === 'responseTime') && !isOfMessages(metric);
}

/** Stands in the table of messages of gRPC calls. */
export function isOfMessages(metric: ComparedMetric): boolean {
  return rowOfMetric(metric).ofMessages === true;
}

/** The metric of other times that a percentile of response time is; null where the metric is no percentile. */
export function detailMetric(metric: MainMetric, times: DetailTime | ComparedMessageTime): ComparedMetric | null {
  return comparedMetrics.find((one) => one === `${times}.${metric}`) ?? null;
}

/** The figure of times (`timesSchema`) that a compared percentile is; null where the metric is none. */
export function timesField(metric: ComparedMetric): 'p50Us' | 'p90Us' | 'p95Us' | 'p99Us' | 'p999Us' | null {
  switch (metricTable[metric].percentile) {
    case null:
      return null;
    case 50:
      return 'p50Us';
    case 90:
      return 'p90Us';
    case 95:
      return 'p95Us';
    case 99:
      return 'p99Us';
    case 99.9:
      return 'p999Us';
  }
}

/** What is known of a metric besides its values. */
export function rowOfMetric(metric: ComparedMetric): MetricRow {
  return metricTable[metric];
}

/** A share is compared by its difference, since its base is often 0; everything else by its ratio. */
export function isAbsolute(metric: ComparedMetric): boolean {
  return metricTable[metric].unit === 'share';
}
