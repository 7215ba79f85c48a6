/** JSON summaries of oha, fortio, autocannon, vegeta and k6. Sums only: none of them has seconds. */

import { z } from 'zod';
import { countOutcomes } from './failure-outcome.ts';
import { countErrors, counted, type ImportedSummary, nothingTold, sumCounts } from './imported-result.ts';

const count = z.number().nonnegative();
const counts = z.record(z.string(), count);
const optional = z.number().nullish();

const ohaSchema = z.object({
  summary: z.object({
    total: z.number(),
    slowest: optional,
    fastest: optional,
    average: optional,
    requestsPerSec: z.number(),
    totalData: optional,
  }),
  latencyPercentiles: z.record(z.string(), optional),
  statusCodeDistribution: counts,
  errorDistribution: counts,
});
const fortioSchema = z.object({
  RunType: z.literal('HTTP'),
  StartTime: z.iso.datetime({ offset: true }),
  ActualDuration: z.number(),
  ActualQPS: z.number(),
  NumThreads: z.number(),
  URL: z.string().optional(),
  Version: z.string().optional(),
  DurationHistogram: z.object({
    Count: count,
    Min: z.number(),
    Max: z.number(),
    Avg: z.number(),
    Percentiles: z.array(z.object({ Percentile: z.number(), Value: z.number() })).nullish(),
  }),
  RetCodes: counts,
});
const autocannonSchema = z.object({
  url: z.string().optional(),
  connections: z.number(),
  start: z.string(),
  duration: z.number(),
  errors: count,
  timeouts: count,
  statusCodeStats: z.record(z.string(), z.object({ count })).optional(),
  latency: z.record(z.string(), z.number()),
  requests: z.object({ total: count, average: z.number() }),
  throughput: z.object({ total: count }),
});
const vegetaSchema = z.object({
  latencies: z.record(z.string(), z.number()),
  bytes_in: z.object({ total: count }),
  earliest: z.string(),
  duration: z.number(),
  wait: z.number(),
  requests: count,
  throughput: z.number(),
  status_codes: counts,
});
/** `--summary-export` writes the figures of a metric beside its thresholds, `handleSummary()` gets them as its `values`. */
const k6Metric = <S extends z.ZodType>(figures: S) =>
  z.preprocess((metric) => (metric as { readonly values?: unknown } | null)?.values ?? metric, figures);
const k6Schema = z.object({
  metrics: z.object({
    http_reqs: k6Metric(z.object({ count, rate: z.number() })),
    http_req_failed: k6Metric(z.object({ passes: count })).optional(),
    http_req_duration: k6Metric(z.looseObject({ avg: optional, min: optional, med: optional, max: optional })),
    data_received: k6Metric(z.object({ count })).optional(),
  }),
});
/** `--new-machine-readable-summary`, for `--summary-export` and `handleSummary()`: a list of metrics, whose counters have no rate. */
const k6VersionedSchema = z.object({
  config: z.object({ duration: z.number().positive() }),
  metadata: z.object({ k6Version: z.string() }),
  results: z.object({ metrics: z.array(z.object({ name: z.string(), values: z.looseObject({}) })) }),
});

/** A reader that knows its file by the shape. Null: it is another tool's. */
const reader =
  <S extends z.ZodType>(schema: S, read: (value: z.output<S>) => ImportedSummary | null) =>
  (value: unknown): ImportedSummary | null => {
    const parsed = schema.safeParse(value);
    return parsed.success ? read(parsed.data) : null;
  };

/** `p99.9`, `p99_9`, `99th`, `p(95)`. */
function percentilesOf(values: Readonly<Record<string, unknown>>, toUs: number): Map<number, number> {
  const found = Object.entries(values).flatMap(([name, value]): [number, number][] => {
    const at = /^(?:p\(?)?(\d+(?:[._]\d+)?)(?:th|\))?$/.exec(name)?.[1];
    return at === undefined || typeof value !== 'number' ? [] : [[Number(at.replace('_', '.')), value * toUs]];
  });
  return new Map(found.toSorted(([left], [right]) => left - right));
}

const us = (value: number | null | undefined, toUs: number) => (typeof value === 'number' ? value * toUs : null);

const readOha = reader(ohaSchema, ({ summary, latencyPercentiles, statusCodeDistribution: statuses, errorDistribution }) => {
  const unanswered = countOutcomes(Object.entries(errorDistribution));
  return {
    ...nothingTold,
    tool: 'oha',
    sums: {
      durationMs: summary.total * 1000,
      requests: sumCounts(statuses) + sumCounts(unanswered),
      failed: countErrors(statuses) + sumCounts(unanswered),
      throughputPerSecond: summary.requestsPerSec,
      receivedBytes: summary.totalData ?? null,
      statuses,
      responseTime: {
        meanUs: us(summary.average, 1e6),
        minUs: us(summary.fastest, 1e6),
        maxUs: us(summary.slowest, 1e6),
        percentilesUs: percentilesOf(latencyPercentiles, 1e6),
      },
      unanswered,
    },
  };
});

const readFortio = reader(fortioSchema, ({ RetCodes, DurationHistogram: times, ...run }) => {
  // Fortio counts a request without an answer as status -1.
  const { '-1': unanswered = 0, ...statuses } = RetCodes;
  return {
    tool: 'fortio',
    version: run.Version ?? null,
    url: run.URL ?? null,
    connections: run.NumThreads,
    startedAt: run.StartTime,
    data: 'summary',
    sums: {
      durationMs: run.ActualDuration / 1e6,
      requests: times.Count,
      failed: countErrors(statuses) + unanswered,
      throughputPerSecond: run.ActualQPS,
      receivedBytes: null,
      statuses,
      responseTime: {
        meanUs: times.Avg * 1e6,
        minUs: times.Min * 1e6,
        maxUs: times.Max * 1e6,
        percentilesUs: new Map((times.Percentiles ?? []).map(({ Percentile, Value }) => [Percentile, Value * 1e6])),
      },
      unanswered: counted({ no_answer: unanswered }),
    },
  };
});

const readAutocannon = reader(autocannonSchema, ({ latency, statusCodeStats, ...run }) => {
  const statuses = Object.fromEntries(Object.entries(statusCodeStats ?? {}).map(([status, one]) => [status, one.count]));
  return {
    ...nothingTold,
    tool: 'autocannon',
    url: run.url ?? null,
    connections: run.connections,
    startedAt: run.start,
    sums: {
      durationMs: run.duration * 1000,
      requests: run.requests.total + run.errors,
      failed: countErrors(statuses) + run.errors,
      throughputPerSecond: run.requests.average,
      receivedBytes: run.throughput.total,
      statuses: statusCodeStats ? statuses : null,
      responseTime: {
        meanUs: us(latency.mean, 1000),
        minUs: us(latency.min, 1000),
        maxUs: us(latency.max, 1000),
        percentilesUs: percentilesOf(latency, 1000),
      },
      unanswered: counted({ timeout: run.timeouts, no_answer: Math.max(0, run.errors - run.timeouts) }),
    },
  };
});

const readVegeta = reader(vegetaSchema, ({ latencies, status_codes, ...run }) => {
  // Vegeta counts a request without an answer as status 0.
  const { '0': unanswered = 0, ...statuses } = status_codes;
  return {
    ...nothingTold,
    tool: 'vegeta',
    startedAt: run.earliest,
    sums: {
      durationMs: (run.duration + run.wait) / 1e6,
      requests: run.requests,
      failed: countErrors(statuses) + unanswered,
      // Its `throughput` counts good answers only; all that ended, per second, as everywhere here.
      throughputPerSecond: run.requests / ((run.duration + run.wait) / 1e9),
      receivedBytes: run.bytes_in.total,
      statuses,
      responseTime: {
        meanUs: us(latencies.mean, 1e-3),
        minUs: us(latencies.min, 1e-3),
        maxUs: us(latencies.max, 1e-3),
        percentilesUs: percentilesOf(latencies, 1e-3),
      },
      unanswered: counted({ no_answer: unanswered }),
    },
  };
});

const readK6Summary = reader(k6Schema, ({ metrics }) => {
  const { http_reqs, http_req_failed, http_req_duration: times, data_received } = metrics;
  const { med, ...others } = times;
  return {
    ...nothingTold,
    tool: 'k6',
    sums: {
      durationMs: http_reqs.rate > 0 ? (http_reqs.count / http_reqs.rate) * 1000 : null,
      requests: http_reqs.count,
      // A rate of k6 counts as passed what was true: here, that the request failed.
      failed: http_req_failed?.passes ?? null,
      throughputPerSecond: http_reqs.rate,
      receivedBytes: data_received?.count ?? null,
      statuses: null,
      responseTime: {
        meanUs: us(times.avg, 1000),
        minUs: us(times.min, 1000),
        maxUs: us(times.max, 1000),
        percentilesUs: percentilesOf({ p50: med, ...others }, 1000),
      },
      unanswered: {},
    },
  };
});

const readK6Versioned = reader(k6VersionedSchema, ({ config, metadata, results }) => {
  const { http_reqs, http_req_failed, ...metrics } = Object.fromEntries(results.metrics.map(({ name, values }) => [name, values]));
  const failed = http_req_failed && { passes: http_req_failed.matches };
  const result = readK6Summary({
    metrics: { ...metrics, http_req_failed: failed, http_reqs: { ...http_reqs, rate: Number(http_reqs?.count) / config.duration } },
  });
  return result && { ...result, version: metadata.k6Version };
});

/** Null: no tool that is known here writes this. */
export function readJsonResult(value: unknown): ImportedSummary | null {
  for (const read of [readOha, readFortio, readAutocannon, readVegeta, readK6Summary, readK6Versioned]) {
    const result = read(value);
    if (result) return result;
  }
  return null;
}
