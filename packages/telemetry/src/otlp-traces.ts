/** Spans as OTLP over HTTP with protobuf, by the official SDK. Loaded where traces are asked for, and nowhere else. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { ROOT_CONTEXT, type Span as SdkSpan, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { parseTraceParent } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  type SpanExporter,
  type SpanProcessor,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { describeOrigin, hrTime } from './origin-resource.ts';
import type { SpanEvents } from './span-events.ts';
import { noTraces, type Span, type Traces } from './spans.ts';
import type { Origin, TelemetryConfig, TracesConfig } from './telemetry-config.ts';

/** From the first byte of an export to its answer, tries again included. */
const timeoutMs = 10_000;
/** Spans that wait to be sent; further ones are dropped. */
const mostWaiting = 2048;
const mostInExport = 512;
const sendEveryMs = 2000;
const longestCloseMs = 5000;
const mostSigns = 300;

const kinds = { internal: SpanKind.INTERNAL, server: SpanKind.SERVER, client: SpanKind.CLIENT, consumer: SpanKind.CONSUMER } as const;

export function openOtlpTraces(
  config: Omit<TelemetryConfig, 'metrics' | 'traces'>,
  traces: TracesConfig,
  origin: Origin,
  events: SpanEvents,
): Traces {
  const exporter = new OTLPTraceExporter({ url: traces.url, headers: { ...config.headers }, timeoutMillis: timeoutMs });
  const provider = new TracerProvider({
    resource: describeOrigin(config, origin),
    sampler: openSampler(traces),
    spanLimits: { attributeValueLengthLimit: mostSigns, attributeCountLimit: 32, eventCountLimit: 32 },
    spanProcessors: [boundedProcessor(exporter, events)],
  });
  const tracer = provider.getTracer('plimsoll', origin.version);
  const current = new AsyncLocalStorage<Span>();
  const here = () => current.getStore() ?? noTraces.here();
  return {
    on: true,
    begin(name, { kind = 'internal', parent = here().traceParent, attributes = {}, startMs } = {}) {
      const above = parent === null ? null : parseTraceParent(parent);
      const context = above ? trace.setSpanContext(ROOT_CONTEXT, { ...above, isRemote: true }) : ROOT_CONTEXT;
      const startTime = startMs === undefined ? {} : { startTime: hrTime(startMs) };
      return wrapSpan(tracer.startSpan(name, { kind: kinds[kind], attributes: { ...attributes }, ...startTime }, context));
    },
    within: (span, act) => current.run(span, act),
    here,
    async close() {
      const late = Promise.withResolvers<void>();
      const patience = setTimeout(late.resolve, longestCloseMs);
      await Promise.race([late.promise, provider.shutdown().catch(() => undefined)]);
      clearTimeout(patience);
    },
  };
}

function wrapSpan(span: SdkSpan): Span {
  const { traceId, spanId, traceFlags } = span.spanContext();
  return {
    traceParent: `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`,
    traceId: span.isRecording() ? traceId : null,
    rename: (name) => void span.updateName(name),
    set: (attributes) => void span.setAttributes(attributes),
    event: (name, atMs) => void span.addEvent(name, {}, atMs === undefined ? undefined : hrTime(atMs)),
    end(failed = null) {
      if (!span.isRecording()) return;
      if (failed !== null) span.setStatus({ code: SpanStatusCode.ERROR, message: failed.slice(0, mostSigns) });
      span.end();
    },
  };
}

function openSampler({ sampler, ratio }: TracesConfig): Sampler {
  const [, ofParent, rule = ''] = /^(parentbased_)?(.*)$/.exec(sampler) ?? [];
  const root =
    rule === 'always_on' ? new AlwaysOnSampler() : rule === 'always_off' ? new AlwaysOffSampler() : new TraceIdRatioBasedSampler(ratio);
  return ofParent ? new ParentBasedSampler({ root }) : root;
}

/** The SDK's batches, with each span counted: the SDK tells nobody which ones it drops. */
function boundedProcessor(exporter: SpanExporter, events: SpanEvents): SpanProcessor {
  let waiting = 0;
  const counted: SpanExporter = {
    export(spans, told) {
      waiting -= spans.length;
      exporter.export(spans, (result) => {
        events.count(result.code === 0 ? 'sent' : 'failed', spans.length);
        if (result.code === 0) events.outage.answered();
        else events.outage.failed(result.error ?? new Error('The export failed.'));
        told(result);
      });
    },
    shutdown: () => exporter.shutdown(),
  };
  const batches = new BatchSpanProcessor({
    exporter: counted,
    maxQueueSize: mostWaiting,
    maxExportBatchSize: mostInExport,
    scheduledDelayMillis: sendEveryMs,
    exportTimeoutMillis: timeoutMs + 5000,
  });
  return {
    onStart: (span, context) => batches.onStart(span, context),
    onEnd(span) {
      if (waiting >= mostWaiting) return events.count('dropped', 1);
      waiting += 1;
      batches.onEnd(span);
    },
    forceFlush: () => batches.forceFlush(),
    shutdown: () => batches.shutdown(),
  };
}
