/** A receiver of OTLP over HTTP: reads the protobuf of exports by the messages of opentelemetry-proto 1.x, of which it knows what tests ask for. */
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { parse } from 'protobufjs';

/** Names and numbers of fields as in opentelemetry/proto/{common,resource,metrics,trace}/v1; fields that are not here are skipped. */
const definition = parse(
  `syntax = "proto3";
  message AnyValue { oneof value { string string_value = 1; bool bool_value = 2; int64 int_value = 3; double double_value = 4; } }
  message KeyValue { string key = 1; AnyValue value = 2; }
  message Resource { repeated KeyValue attributes = 1; }
  message Scope { string name = 1; string version = 2; }
  message MetricsRequest { repeated ResourceMetrics resource_metrics = 1; }
  message ResourceMetrics { Resource resource = 1; repeated ScopeMetrics scope_metrics = 2; }
  message ScopeMetrics { Scope scope = 1; repeated Metric metrics = 2; }
  message Metric { string name = 1; string description = 2; string unit = 3; Gauge gauge = 5; Sum sum = 7; Histogram histogram = 9; ExponentialHistogram exponential_histogram = 10; }
  message Gauge { repeated NumberDataPoint data_points = 1; }
  message Sum { repeated NumberDataPoint data_points = 1; int32 aggregation_temporality = 2; bool is_monotonic = 3; }
  message Histogram { repeated HistogramDataPoint data_points = 1; int32 aggregation_temporality = 2; }
  message ExponentialHistogram { repeated ExponentialHistogramDataPoint data_points = 1; int32 aggregation_temporality = 2; }
  message NumberDataPoint { fixed64 start_time_unix_nano = 2; fixed64 time_unix_nano = 3; double as_double = 4; sfixed64 as_int = 6; repeated KeyValue attributes = 7; }
  message HistogramDataPoint { fixed64 start_time_unix_nano = 2; fixed64 time_unix_nano = 3; fixed64 count = 4; double sum = 5; repeated fixed64 bucket_counts = 6; repeated double explicit_bounds = 7; repeated KeyValue attributes = 9; double min = 11; double max = 12; }
  message ExponentialHistogramDataPoint { repeated KeyValue attributes = 1; fixed64 count = 4; double sum = 5; sint32 scale = 6; fixed64 zero_count = 7; Buckets positive = 8; }
  message Buckets { sint32 offset = 1; repeated uint64 bucket_counts = 2; }
  message TraceRequest { repeated ResourceSpans resource_spans = 1; }
  message ResourceSpans { Resource resource = 1; repeated ScopeSpans scope_spans = 2; }
  message ScopeSpans { Scope scope = 1; repeated Span spans = 2; }
  message Span { bytes trace_id = 1; bytes span_id = 2; bytes parent_span_id = 4; string name = 5; int32 kind = 6; fixed64 start_time_unix_nano = 7; fixed64 end_time_unix_nano = 8; repeated KeyValue attributes = 9; repeated Event events = 11; Status status = 15; }
  message Event { fixed64 time_unix_nano = 1; string name = 2; }
  message Status { string message = 2; int32 code = 3; }`,
).root;
const metricsRequest = definition.lookupType('MetricsRequest');
const traceRequest = definition.lookupType('TraceRequest');

type Attributes = Readonly<Record<string, string | number | boolean>>;

/** One point of a metric. `value`: of a counter or a gauge; of a histogram its count. */
export interface OtlpPoint {
  readonly metric: string;
  readonly unit: string;
  readonly kind: 'gauge' | 'sum' | 'histogram' | 'exponentialHistogram';
  readonly attributes: Attributes;
  readonly resource: Attributes;
  readonly value: number;
  /** Counts of the buckets of a histogram. */
  readonly buckets: readonly number[];
}

/** Ids as hexadecimal digits, times of the wall clock in ms. */
export interface OtlpSpan {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  /** Empty: it begins its trace. */
  readonly parentId: string;
  /** 1 internal, 2 server, 3 client, 4 producer, 5 consumer. */
  readonly kind: number;
  readonly startMs: number;
  readonly endMs: number;
  readonly attributes: Attributes;
  readonly resource: Attributes;
  readonly events: readonly { readonly name: string; readonly atMs: number }[];
  /** Why it failed; null: it did not. */
  readonly failed: string | null;
}

export interface OtlpReceiver {
  readonly url: string;
  /** The headers of each export that came. */
  readonly heads: readonly IncomingHttpHeaders[];
  /** The points that the latest export of each series told. */
  points(metric: string, attributes?: Attributes): OtlpPoint[];
  /** All spans that came, or those of a name, as they came. */
  spans(name?: string): OtlpSpan[];
  /** The bytes of their exports, a sign each. */
  spanText(): string;
  /** Answers this status to exports from now on. */
  answer(status: number): void;
  close(): Promise<void>;
}

interface Pair {
  readonly key: string;
  readonly value: Record<string, string | number | boolean>;
}
// biome-ignore lint/suspicious/noExplicitAny: what a definition in text reads has no type of its own
type Read = any;

const attributesOf = (pairs: readonly Pair[] = []): Attributes =>
  Object.fromEntries(pairs.map(({ key, value }) => [key, Object.values(value)[0] as string]));

const kinds = ['gauge', 'sum', 'histogram', 'exponentialHistogram'] as const;

function pointsOf(request: Read): OtlpPoint[] {
  const points: OtlpPoint[] = [];
  for (const { resource, scopeMetrics = [] } of request.resourceMetrics ?? [])
    for (const { metrics = [] } of scopeMetrics)
      for (const metric of metrics)
        for (const kind of kinds)
          for (const point of metric[kind]?.dataPoints ?? [])
            points.push({
              metric: metric.name,
              unit: metric.unit ?? '',
              kind,
              attributes: attributesOf(point.attributes),
              resource: attributesOf(resource?.attributes),
              value: point.asDouble ?? point.asInt ?? point.count ?? 0,
              buckets: point.bucketCounts ?? (point.positive ? [point.zeroCount ?? 0, ...(point.positive.bucketCounts ?? [])] : []),
            });
  return points;
}

const hex = (bytes: Uint8Array | undefined) => Buffer.from(bytes ?? []).toString('hex');

function spansOf(request: Read): OtlpSpan[] {
  const spans: OtlpSpan[] = [];
  for (const { resource, scopeSpans = [] } of request.resourceSpans ?? [])
    for (const { spans: some = [] } of scopeSpans)
      for (const span of some)
        spans.push({
          name: span.name,
          traceId: hex(span.traceId),
          spanId: hex(span.spanId),
          parentId: hex(span.parentSpanId),
          kind: span.kind ?? 0,
          startMs: span.startTimeUnixNano / 1e6,
          endMs: span.endTimeUnixNano / 1e6,
          attributes: attributesOf(span.attributes),
          resource: attributesOf(resource?.attributes),
          events: (span.events ?? []).map(({ name, timeUnixNano }: Read) => ({ name, atMs: timeUnixNano / 1e6 })),
          failed: span.status?.code === 2 ? (span.status.message ?? '') : null,
        });
  return spans;
}

export async function startOtlpReceiver(port = 0): Promise<OtlpReceiver> {
  const latest = new Map<string, OtlpPoint>();
  const heads: IncomingHttpHeaders[] = [];
  const spans: OtlpSpan[] = [];
  let spanText = '';
  let status = 200;
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const body = Buffer.concat(parts);
      const bytes = request.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body;
      heads.push(request.headers);
      if (status === 200 && request.url === '/v1/metrics')
        for (const point of pointsOf(metricsRequest.toObject(metricsRequest.decode(bytes), { longs: Number })))
          latest.set(JSON.stringify([point.metric, point.attributes, point.resource]), point);
      if (status === 200 && request.url === '/v1/traces') {
        spans.push(...spansOf(traceRequest.toObject(traceRequest.decode(bytes), { longs: Number })));
        spanText += bytes.toString('latin1');
      }
      response.writeHead(status, { 'content-type': 'application/x-protobuf' }).end();
    });
  });
  await new Promise<void>((listening) => server.listen(port, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    heads,
    points: (metric, attributes = {}) =>
      [...latest.values()].filter(
        (point) => point.metric === metric && Object.entries(attributes).every(([name, value]) => point.attributes[name] === value),
      ),
    spans: (name) => spans.filter((span) => name === undefined || span.name === name),
    spanText: () => spanText,
    answer(next) {
      status = next;
    },
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}
