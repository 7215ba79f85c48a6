/**
 * Where OpenTelemetry goes: variables of its specification, read as that says, and one of ours. A value that is wrong counts as not set
 * (`readVariables`). https://opentelemetry.io/docs/specs/otel/configuration/sdk-environment-variables/
 */
import { refused } from '@plimsoll/contracts/refusal';
import { z } from 'zod';

const webUrl = z.url({ protocol: /^https?$/, ...refused('web_url') }).optional();

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

/** One of these words, however it is written. */
const word = <Word extends string>(...words: readonly [Word, ...Word[]]) => z.string().toLowerCase().pipe(z.enum(words));
const exporter = word('otlp', 'none').default('otlp');

/** Of every process whose own work is traced. */
export const tracesVariables = {
  OTEL_SDK_DISABLED: word('false', 'true').default('false'),
  OTEL_EXPORTER_OTLP_ENDPOINT: webUrl,
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: webUrl,
  OTEL_EXPORTER_OTLP_HEADERS: pairs,
  OTEL_EXPORTER_OTLP_PROTOCOL: word('http/protobuf').default('http/protobuf'),
  OTEL_TRACES_EXPORTER: exporter,
  OTEL_TRACES_SAMPLER: word(
    'always_on',
    'always_off',
    'traceidratio',
    'parentbased_always_on',
    'parentbased_always_off',
    'parentbased_traceidratio',
  ).default('parentbased_always_on'),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
  OTEL_SERVICE_NAME: z.string().max(200).optional(),
  OTEL_RESOURCE_ATTRIBUTES: pairs,
} as const;

/** Of a worker, which sends the metrics of its runs, too. */
export const telemetryVariables = {
  ...tracesVariables,
  OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: webUrl,
  OTEL_METRICS_EXPORTER: exporter,
  OTEL_EXPORTER_OTLP_METRICS_DEFAULT_HISTOGRAM_AGGREGATION: word('explicit_bucket_histogram', 'base2_exponential_bucket_histogram').default(
    'explicit_bucket_histogram',
  ),
  OTEL_METRIC_EXPORT_INTERVAL: z.coerce.number().int().min(1000).max(3_600_000).default(10_000),
  PLIMSOLL_OTEL_METRIC_PREFIX: z
    .string()
    .regex(/^[A-Za-z][A-Za-z0-9_.]{0,60}$/)
    .optional(),
} as const;

const tracesSchema = z.object(tracesVariables);
const telemetrySchema = z.object(telemetryVariables);

/** The address of one signal: its own, else a path below that of all. */
function endpointOf(own: string | undefined, all: string | undefined, path: string): string | undefined {
  return own ?? (all && `${all.replace(/\/+$/, '')}/${path}`);
}

/** Where spans go, and no metrics. Null where no endpoint is set, or none are asked for. */
export function readTraces(env: z.infer<typeof tracesSchema>) {
  const url = endpointOf(env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT, env.OTEL_EXPORTER_OTLP_ENDPOINT, 'v1/traces');
  const off = url === undefined || env.OTEL_TRACES_EXPORTER === 'none' || env.OTEL_SDK_DISABLED === 'true';
  return off
    ? null
    : { metrics: null, traces: { url, sampler: env.OTEL_TRACES_SAMPLER, ratio: env.OTEL_TRACES_SAMPLER_ARG }, ...readCommon(env) };
}

/** Null where neither metrics nor spans go anywhere. */
export function readTelemetry(env: z.infer<typeof telemetrySchema>) {
  const url = endpointOf(env.OTEL_EXPORTER_OTLP_METRICS_ENDPOINT, env.OTEL_EXPORTER_OTLP_ENDPOINT, 'v1/metrics');
  const spans = readTraces(env);
  if (url === undefined || env.OTEL_METRICS_EXPORTER === 'none' || env.OTEL_SDK_DISABLED === 'true') return spans;
  const metrics = {
    url,
    exportEveryMs: env.OTEL_METRIC_EXPORT_INTERVAL,
    histograms: env.OTEL_EXPORTER_OTLP_METRICS_DEFAULT_HISTOGRAM_AGGREGATION,
    prefix: env.PLIMSOLL_OTEL_METRIC_PREFIX ?? '',
  };
  return { metrics, traces: spans?.traces ?? null, ...readCommon(env) };
}

function readCommon(env: z.infer<typeof tracesSchema>) {
  return {
    headers: readPairs(env.OTEL_EXPORTER_OTLP_HEADERS) ?? {},
    serviceName: env.OTEL_SERVICE_NAME ?? null,
    resource: readPairs(env.OTEL_RESOURCE_ATTRIBUTES) ?? {},
  };
}
