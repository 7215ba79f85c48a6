/** Rows of runs as OTLP over HTTP with protobuf, by the official exporter. Loaded where an endpoint is set, and nowhere else. */
import { ValueType } from '@opentelemetry/api';
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-proto';
import { AggregationTemporality, DataPointType, type MetricData, type ResourceMetrics } from '@opentelemetry/sdk-metrics';
import { explicitValue, exponentialValue } from './histogram-value.ts';
import type { Row } from './metric-rows.ts';
import { describeOrigin, hrTime } from './origin-resource.ts';
import type { RunRows, Send } from './push-metrics.ts';
import type { MetricsConfig, Origin, TelemetryConfig } from './telemetry-config.ts';

/** From the first byte of an export to its answer, tries again included. */
const timeoutMs = 10_000;

export interface OtlpMetrics {
  readonly send: Send;
  close(): Promise<void>;
}

export function openOtlpMetrics(
  config: Omit<TelemetryConfig, 'metrics' | 'traces'>,
  metricsConfig: MetricsConfig,
  origin: Origin,
): OtlpMetrics {
  const exporter = new OTLPMetricExporter({
    url: metricsConfig.url,
    headers: { ...config.headers },
    timeoutMillis: timeoutMs,
    concurrencyLimit: 1,
  });
  const resource = describeOrigin(config, origin);
  const scope = { name: 'plimsoll', version: origin.version };
  return {
    send: (runs) =>
      new Promise((sent, fail) => {
        const metrics = listMetrics(runs, metricsConfig);
        exporter.export({ resource, scopeMetrics: [{ scope, metrics }] } satisfies ResourceMetrics, ({ code, error }) => {
          if (code === 0) sent();
          else fail(error ?? new Error('The export failed.'));
        });
      }),
    close: () => exporter.shutdown(),
  };
}

/** One metric for each name, with the points of every run. */
function listMetrics(runs: readonly RunRows[], { histograms, prefix }: MetricsConfig): MetricData[] {
  const metrics = new Map<string, MetricData>();
  const endTime = hrTime(Date.now());
  for (const { startMs, attributes, rows } of runs)
    for (const row of rows) {
      const metric = metrics.get(row.name) ?? emptyMetric(row, prefix, histograms);
      metrics.set(row.name, metric);
      const value =
        typeof row.value === 'number'
          ? row.value
          : (histograms === 'explicit_bucket_histogram' ? explicitValue : exponentialValue)(row.value);
      const point = { startTime: hrTime(startMs), endTime, attributes: { ...attributes, ...row.attributes }, value };
      (metric.dataPoints as (typeof point)[]).push(point);
    }
  return [...metrics.values()];
}

function emptyMetric({ name, kind, unit, description }: Row, prefix: string, histograms: MetricsConfig['histograms']): MetricData {
  const common = {
    descriptor: { name: prefix + name, unit, description, valueType: ValueType.DOUBLE },
    aggregationTemporality: AggregationTemporality.CUMULATIVE,
    dataPoints: [],
  };
  if (kind === 'gauge') return { ...common, dataPointType: DataPointType.GAUGE };
  if (kind === 'counter') return { ...common, dataPointType: DataPointType.SUM, isMonotonic: true };
  return histograms === 'explicit_bucket_histogram'
    ? { ...common, dataPointType: DataPointType.HISTOGRAM }
    : { ...common, dataPointType: DataPointType.EXPONENTIAL_HISTOGRAM };
}
