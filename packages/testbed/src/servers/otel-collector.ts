/** The OpenTelemetry Collector of parts of its own: OTLP over HTTP in, and a file with what it read. Built once with Go, into a folder that `npm ci` empties. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../free-port.ts';
import { buildGo } from './build-go.ts';
import { createServerFolder, spawnServer } from './spawned-server.ts';

export const collectorVersion = '0.161.0';

const parts = ['otelcol', 'service', 'receiver/otlpreceiver', 'exporter/debugexporter'].map(
  (part) => `go.opentelemetry.io/collector/${part}`,
);
const modules = [...parts, 'github.com/open-telemetry/opentelemetry-collector-contrib/exporter/fileexporter'].map(
  (module) => `${module}@v${collectorVersion}`,
);
const folder = join(import.meta.dirname, `../../../../node_modules/.cache/otel-collector-${collectorVersion}`);

/** Builds it where that was not done yet, which takes minutes of processor time. Answers why it cannot be built, or null. */
export const buildCollector = (): Promise<string | null> =>
  buildGo({ folder, modules, programs: { otelcol: { file: join(import.meta.dirname, 'otel-collector.go') } } });

/** A span in OTLP's JSON. */
export interface CollectedSpan {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
}

export interface RunningCollector {
  /** As OTEL_EXPORTER_OTLP_ENDPOINT is told it. */
  readonly url: string;
  spans(): CollectedSpan[];
  /** The latest value of each series of a counter whose attributes these are, added. */
  total(metric: string, attributes: Readonly<Record<string, string>>): number;
  /** Its output so far: each export, in words. */
  output(): string;
  stop(): Promise<void>;
}

// biome-ignore lint/suspicious/noExplicitAny: the collector's JSON has no type of ours
type Collected = any;

export async function startCollector(): Promise<RunningCollector> {
  const port = await freePort();
  const files = createServerFolder();
  const told = join(files, 'told.json');
  const config = {
    receivers: { otlp: { protocols: { http: { endpoint: `127.0.0.1:${port}` } } } },
    exporters: { file: { path: told, flush_interval: '100ms' }, debug: { verbosity: 'detailed' } },
    service: {
      telemetry: { metrics: { level: 'none' } },
      pipelines: Object.fromEntries(['traces', 'metrics'].map((signal) => [signal, { receivers: ['otlp'], exporters: ['file', 'debug'] }])),
    },
  };
  // JSON is YAML.
  writeFileSync(join(files, 'collector.yaml'), JSON.stringify(config));
  const running = await spawnServer([join(folder, 'otelcol'), `--config=file:${files}/collector.yaml`], files, port);
  const read = (): Collected[] =>
    existsSync(told)
      ? readFileSync(told, 'utf8')
          .split('\n')
          .slice(0, -1)
          .map((line) => JSON.parse(line))
      : [];
  return {
    url: `http://127.0.0.1:${port}`,
    spans: () =>
      read()
        .flatMap(({ resourceSpans = [] }) => resourceSpans)
        .flatMap(({ scopeSpans }) => scopeSpans)
        .flatMap(({ spans }) => spans),
    total(metric, attributes) {
      const latest = new Map<string, number>();
      const metrics = read()
        .flatMap(({ resourceMetrics = [] }) => resourceMetrics)
        .flatMap(({ scopeMetrics }) => scopeMetrics)
        .flatMap(({ metrics }) => metrics);
      for (const { sum } of metrics.filter(({ name }: Collected) => name === metric))
        for (const point of sum.dataPoints) {
          const has = Object.entries(attributes).every(([key, text]) =>
            point.attributes.some((pair: Collected) => pair.key === key && pair.value.stringValue === text),
          );
          if (has) latest.set(JSON.stringify(point.attributes), point.asDouble ?? Number(point.asInt));
        }
      return [...latest.values()].reduce((all, value) => all + value, 0);
    },
    output: running.output,
    stop: running.close,
  };
}
