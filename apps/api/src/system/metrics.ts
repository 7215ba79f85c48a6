/** Figures of the API's own, and of the whole installation, for Prometheus. No label names a team, a person, a run or a target. */
import { readLoadFigures } from '@plimsoll/store/load-figures';
import { listPoolNeeds } from '@plimsoll/store/worker-pools';
import { type SpanOutcome, spanOutcomes } from '@plimsoll/telemetry/span-events';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { version } from '../version.ts';
import { type Dependencies, readHealth, within } from './read-health.ts';

export interface HttpAnswer {
  readonly method: string;
  /** As it is routed (`/api/v1/runs/:id`), never the path that was asked for. */
  readonly route: string;
  readonly status: number;
  readonly seconds: number;
}

export interface Metrics {
  observe(answer: HttpAnswer): void;
  observeDelivery(result: 'delivered' | 'failed'): void;
  observeSpans(outcome: SpanOutcome, spans: number): void;
  /** Prometheus' text format, figures of the installation as of now. */
  read(): Promise<{ contentType: string; text: string }>;
}

export function openMetrics(context: Dependencies): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const gauge = <Label extends string = never>(name: string, help: string, labelNames: Label[] = []) =>
    new Gauge<Label>({ name, help, labelNames, registers });
  const durations = new Histogram({
    name: 'plimsoll_http_request_duration_seconds',
    help: 'How long answers of the API took, live streams left out.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  });
  const deliveries = new Counter({
    name: 'plimsoll_deliveries_total',
    help: 'Attempts of this process to deliver a message to who wants to be told, by what became of them.',
    labelNames: ['result'],
    registers,
  });
  const spans = new Counter({
    name: 'plimsoll_otlp_spans_total',
    help: 'Spans of the work of this process by OpenTelemetry, by what became of them: sent, failed, dropped.',
    labelNames: ['outcome'],
    registers,
  });
  // From the start: the first that is lost must be an increase.
  for (const outcome of spanOutcomes) spans.inc({ outcome }, 0);
  gauge('plimsoll_build_info', 'Version of Plimsoll.', ['version']).set({ version }, 1);
  const up = gauge('plimsoll_dependency_up', 'Does what the API depends on answer (1) or not (0)?', ['dependency']);
  const archiveWritten = gauge(
    'plimsoll_archive_last_write_seconds',
    'Unix time at which something was last written to the archive; absent: never.',
  );
  const archiveRemovals = gauge('plimsoll_archive_removals_waiting', 'Objects that are still to be removed from the archive.');
  const runs = gauge('plimsoll_runs', 'Runs that are not over, by state.', ['state']);
  const experiments = gauge('plimsoll_experiments', 'Experiments that are not over, by state.', ['state']);
  const depth = gauge('plimsoll_queue_depth', 'Loads that wait, by kind.', ['kind']);
  const wait = gauge('plimsoll_queue_longest_wait_seconds', 'How long the oldest queued run has waited.');
  const silence = gauge(
    'plimsoll_runs_longest_silence_seconds',
    'Ingestion lag: time since the database last heard of a running run, of the run that is silent longest.',
  );
  const workers = gauge('plimsoll_workers_online', 'Workers that the database saw in the last 12 s.');
  const slots = gauge('plimsoll_worker_slots_online', 'Runs that the workers online can make at once, less those that drain.');
  const draining = gauge('plimsoll_workers_draining', 'Workers online that take nothing new.');
  const wanted = gauge('plimsoll_pool_workers_wanted', 'Workers that the loads of a pool need, waiting and under way; no label: of any.', [
    'pool',
  ]);
  const waiting = gauge('plimsoll_deliveries_waiting', 'Messages that are due and not delivered.');
  const held = gauge('plimsoll_load_held', 'Is all load held by the kill switch (1)?');

  async function refresh(): Promise<void> {
    const [health, figures] = await Promise.all([readHealth(context), within(readLoadFigures(context.db), 3000).catch(() => null)]);
    const needs = figures === null ? [] : await within(listPoolNeeds(context.db), 3000).catch(() => []);
    up.set({ dependency: 'database' }, Number(health.database === 'ok'));
    up.set({ dependency: 'storage' }, Number(health.storage === 'ok'));
    up.set({ dependency: 'queue' }, Number(health.queue === 'ok'));
    if (health.archive) up.set({ dependency: 'archive' }, Number(health.archive === 'ok'));
    const archived = context.archive.figures();
    for (const each of [archiveWritten, archiveRemovals]) each.remove();
    if (archived?.lastWrittenAt) archiveWritten.set(archived.lastWrittenAt.getTime() / 1000);
    if (archived) archiveRemovals.set(archived.removalsWaiting);
    // While the database is away nothing is known: no figure is better than an old one.
    for (const each of [runs, experiments, depth, wait, silence, workers, slots, draining, held, waiting, wanted]) each.reset();
    if (figures === null) {
      for (const each of [wait, silence, workers, slots, draining, held, waiting]) each.remove();
      return;
    }
    for (const state of ['queued', 'starting', 'running', 'stopping']) runs.set({ state }, figures.runs[state] ?? 0);
    for (const state of ['queued', 'running', 'stopping']) experiments.set({ state }, figures.experiments[state] ?? 0);
    for (const need of needs) wanted.set({ pool: need.pool }, need.workers);
    depth.set({ kind: 'run' }, figures.runs.queued ?? 0);
    depth.set({ kind: 'experiment' }, figures.experiments.queued ?? 0);
    wait.set(figures.longestWaitSeconds);
    silence.set(figures.longestSilenceSeconds);
    workers.set(figures.workers);
    slots.set(figures.slots);
    draining.set(figures.draining);
    waiting.set(figures.deliveriesWaiting);
    held.set(Number(figures.held));
  }

  return {
    observe: ({ method, route, status, seconds }) => durations.observe({ method, route, status: String(status) }, seconds),
    observeDelivery: (result) => deliveries.inc({ result }),
    observeSpans: (outcome, count) => spans.inc({ outcome }, count),
    async read() {
      await refresh();
      return { contentType: registry.contentType, text: await registry.metrics() };
    },
  };
}
