/** The metrics that are compared: one row each. Their names for people stand in packages/wording. */
import { z } from 'zod';

interface MetricRow {
  /** Of its values: per second, a fraction of the requests, or µs. */
  readonly unit: 'perSecond' | 'share' | 'us';
  readonly better: 'higher' | 'lower';
  /** Does it decide an experiment and a baseline verdict? */
  readonly headline: boolean;
  /** Does it decide how large the noise floor of a setup is? p99.9 rests on few requests, and a share is judged by its difference. */
  readonly noise: boolean;
  /** Of response time; null where the metric is no percentile. */
  readonly percentile: number | null;
}

const metricTable = {
  throughput: { unit: 'perSecond', better: 'higher', headline: true, noise: true, percentile: null },
  errorRate: { unit: 'share', better: 'lower', headline: true, noise: false, percentile: null },
  p50: { unit: 'us', better: 'lower', headline: true, noise: true, percentile: 50 },
  p90: { unit: 'us', better: 'lower', headline: false, noise: true, percentile: 90 },
  p95: { unit: 'us', better: 'lower', headline: false, noise: true, percentile: 95 },
  p99: { unit: 'us', better: 'lower', headline: true, noise: true, percentile: 99 },
  p999: { unit: 'us', better: 'lower', headline: false, noise: false, percentile: 99.9 },
} as const satisfies Readonly<Record<string, MetricRow>>;

export type ComparedMetric = keyof typeof metricTable;

/** In the order in which tables show them. */
export const comparedMetrics = Object.keys(metricTable) as ComparedMetric[];
export const comparedMetricSchema = z.enum(comparedMetrics);
/** The metrics that decide an experiment and a baseline verdict. */
export const headlineMetrics = comparedMetrics.filter((metric) => metricTable[metric].headline);

/** What is known of a metric besides its values. */
export function rowOfMetric(metric: ComparedMetric): MetricRow {
  return metricTable[metric];
}

/** A share is compared by its difference, since its base is often 0; everything else by its ratio. */
export function isAbsolute(metric: ComparedMetric): boolean {
  return metricTable[metric].unit === 'share';
}
