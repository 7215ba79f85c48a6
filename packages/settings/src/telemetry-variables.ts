/** Where OpenTelemetry goes: variables of its specification, read as that says, and two of ours. https://opentelemetry.io/docs/specs/otel/configuration/sdk-environment-variables/ */
import { refused } from '@plimsoll/contracts/refusal';
import { z } from 'zod';

const webUrl = z.url({ protocol: /^https?$/ }).optional();

/** `name=value,name=value`, each percent-encoded where it has to be; null where it is none. */
function readPairs(text: string): Record<string, string> | null {
  const pairs: Record<string, string> = Object.create(null);
  for (const entry of text.split(',')) {
    if (entry.trim() === '') continue;
    const at = entry.indexOf('=');
    try {
      const [name, value] = [entry.slice(0, at), entry.slice(at + 1)].map((part) => decodeURIComponent(part.trim()));
      if (at < 1 || !name || value === undefined || /[\r\n\0]/.test(name + value)) return null;
      pairs[name] = value;
    } catch {
      return null;
    }
  }
  return { ...pairs };
}

const pairs = z
  .string()
  .refine((text) => readPairs(text) !== null, refused('pairs_malformed'))
  .default('');

export const telemetryVariables = {
  OTEL_EXPORTER_OTLP_ENDPOINT: webUrl,
  OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: webUrl,
  OTEL_EXPORTER_OTLP_HEADERS: pairs,
  OTEL_EXPORTER_OTLP_PROTOCOL: z.literal('http/protobuf').default('http/protobuf'),
  OTEL_EXPORTER_OTLP_METRICS_DEFAULT_HISTOGRAM_AGGREGATION: z
    .enum(['explicit_bucket_histogram', 'base2_exponential_bucket_histogram'])
    .default('explicit_bucket_histogram'),
  OTEL_METRIC_EXPORT_INTERVAL: z.coerce.number().int().min(1000).max(3_600_000).default(10_000),
  OTEL_SERVICE_NAME: z.string().max(200).optional(),
  OTEL_RESOURCE_ATTRIBUTES: pairs,
  PLIMSOLL_OTEL_METRIC_PREFIX: z
    .string()
    .regex(/^[A-Za-z][A-Za-z0-9_.]{0,60}$/)
    .optional(),
} as const;

const telemetrySchema = z.object(telemetryVariables);

/** Null where no endpoint is set. */
export function readTelemetry(env: z.infer<typeof telemetrySchema>) {
  const below = (path: string) => env.OTEL_EXPORTER_OTLP_ENDPOINT && `${env.OTEL_EXPORTER_OTLP_ENDPOINT.replace(/\/+$/, '')}/${path}`;
  const metricsUrl = env.OTEL_EXPORTER_OTLP_METRICS_ENDPOINT ?? below('v1/metrics');
  if (metricsUrl === undefined) return null;
  return {
    metricsUrl,
    headers: readPairs(env.OTEL_EXPORTER_OTLP_HEADERS) ?? {},
    serviceName: env.OTEL_SERVICE_NAME ?? null,
    resource: readPairs(env.OTEL_RESOURCE_ATTRIBUTES) ?? {},
    exportEveryMs: env.OTEL_METRIC_EXPORT_INTERVAL,
    histograms: env.OTEL_EXPORTER_OTLP_METRICS_DEFAULT_HISTOGRAM_AGGREGATION,
    metricPrefix: env.PLIMSOLL_OTEL_METRIC_PREFIX ?? '',
  };
}
