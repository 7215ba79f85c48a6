/** Names of the compared metrics, one row each. Imports no code, since the first page loads it. */
import type { ComparedMetric } from '@plimsoll/contracts/compared-metric';

interface MetricName {
  /** Where it stands alone: in a table, over a chart. */
  readonly name: string;
  /** Where a sentence begins with it. */
  readonly label: string;
  /** Inside a sentence. */
  readonly short: string;
}

const responseTime = (percentile: string): MetricName => ({ name: `${percentile} response time`, label: percentile, short: percentile });

const names: Readonly<Record<ComparedMetric, MetricName>> = {
  throughput: { name: 'Throughput', label: 'Throughput', short: 'throughput' },
  errorRate: { name: 'Error rate', label: 'Error rate', short: 'errors' },
  p50: responseTime('p50'),
  p90: responseTime('p90'),
  p95: responseTime('p95'),
  p99: responseTime('p99'),
  p999: responseTime('p99.9'),
};

const pick = (key: keyof MetricName) =>
  Object.fromEntries(Object.entries(names).map(([metric, row]) => [metric, row[key]])) as Readonly<Record<ComparedMetric, string>>;

export const metricNames = pick('name');
export const metricLabels = pick('label');
export const shortMetricNames = pick('short');
