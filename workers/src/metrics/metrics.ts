/** Figures of this worker for Prometheus. No label names a team, a person, a run or a target. */
import type { EndReason } from '@plimsoll/contracts/run';
import type { Sample } from '@plimsoll/contracts/sample';
import { version } from '@plimsoll/engine/environment';
import { type SpanOutcome, spanOutcomes } from '@plimsoll/telemetry/span-events';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

export interface Metrics {
  /** A generator made this sample, and it waits to be kept. */
  sampleMade(sample: Sample): void;
  /** So many wait no more; `lagMs`: how long each that was kept has waited. */
  samplesLeft(count: number, lagMs: readonly number[]): void;
  loadBegan(): void;
  loadEnded(reason: EndReason): void;
  runReaped(): void;
  /** What became of an export of OpenTelemetry. */
  exported(outcome: 'sent' | 'failed'): void;
  /** The last figures of so many runs reached nobody by OpenTelemetry. */
  exportDropped(runs: number): void;
  /** What became of spans. */
  spansLeft(outcome: SpanOutcome, spans: number): void;
  /** Prometheus' text format. */
  read(): Promise<{ contentType: string; text: string }>;
}

/** `slots`: how many runs this worker makes at once. */
export function openMetrics(slots: number): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  new Gauge({ name: 'plimsoll_build_info', help: 'Version of Plimsoll.', labelNames: ['version'], registers }).set({ version }, 1);
  new Gauge({ name: 'plimsoll_worker_slots', help: 'Runs that this worker can make at once.', registers }).set(slots);
  const loads = new Gauge({ name: 'plimsoll_worker_loads', help: 'Runs that this worker is making, or its shares of them.', registers });
  const ended = new Counter({
    name: 'plimsoll_worker_loads_ended_total',
    help: 'Runs, or shares of them, that ended here, by reason.',
    labelNames: ['reason'],
    registers,
  });
  const reaped = new Counter({
    name: 'plimsoll_worker_runs_reaped_total',
    help: 'Runs of other workers that this worker ended, because they were silent.',
    registers,
  });
  const requests = new Counter({
    name: 'plimsoll_worker_requests_total',
    help: 'Requests to targets, by what became of them: sent, good, failed, dropped.',
    labelNames: ['outcome'],
    registers,
  });
  const exports = new Counter({
    name: 'plimsoll_worker_otlp_exports_total',
    help: 'Exports of metrics by OpenTelemetry: sent, failed.',
    labelNames: ['outcome'],
    registers,
  });
  const exportsDropped = new Counter({
    name: 'plimsoll_worker_otlp_runs_dropped_total',
    help: 'Runs of which the last figures reached nobody by OpenTelemetry, since it was away for longer than a minute.',
    registers,
  });
  const spans = new Counter({
    name: 'plimsoll_worker_otlp_spans_total',
    help: 'Spans of the work of this worker, by what became of them: sent, failed, dropped.',
    labelNames: ['outcome'],
    registers,
  });
  // From the start: the first that is lost must be an increase.
  for (const outcome of spanOutcomes) spans.inc({ outcome }, 0);
  const waiting = new Gauge({ name: 'plimsoll_worker_samples_waiting', help: 'Samples that are not in the database yet.', registers });
  const lag = new Histogram({
    name: 'plimsoll_worker_ingestion_lag_seconds',
    help: 'From when a sample came from the generator to when the database had it.',
    buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers,
  });
  return {
    sampleMade({ sent, done, failed, dropped }) {
      waiting.inc();
      requests.inc({ outcome: 'sent' }, sent);
      requests.inc({ outcome: 'good' }, done);
      requests.inc({ outcome: 'failed' }, failed);
      requests.inc({ outcome: 'dropped' }, dropped);
    },
    samplesLeft(count, lagMs) {
      waiting.dec(count);
      for (const ms of lagMs) lag.observe(ms / 1000);
    },
    loadBegan: () => loads.inc(),
    loadEnded(reason) {
      loads.dec();
      ended.inc({ reason });
    },
    runReaped: () => reaped.inc(),
    exported: (outcome) => exports.inc({ outcome }),
    exportDropped: (runs) => exportsDropped.inc(runs),
    spansLeft: (outcome, count) => spans.inc({ outcome }, count),
    read: async () => ({ contentType: registry.contentType, text: await registry.metrics() }),
  };
}
