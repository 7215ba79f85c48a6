/** The exports of AIPerf and GenAI-Perf (`profile_export_….json` and `.csv`): a metric by its tag, with its unit and what is told of it. */
import { refusal } from '@plimsoll/contracts/refusal';
import type { ResultTool } from '@plimsoll/contracts/run-source';
import { readSeparated } from '@plimsoll/contracts/separated-lines';
import { z } from 'zod';
import { ImportError } from '../import-error.ts';
import { outcomeOfFailure } from './failure-outcome.ts';
import type { ImportedAmounts, ImportedSummary, ImportedTimes } from './imported-result.ts';

type ExportTool = Extract<ResultTool, 'aiperf' | 'genai-perf'>;

/** GenAI-Perf has written numbers as text, too. */
const figure = z
  .union([z.number(), z.string().trim().min(1).transform(Number)])
  .pipe(z.number())
  .nullish()
  .catch(null);
const metricSchema = z.object({ unit: z.string() }).catchall(figure);
type Metrics = ReadonlyMap<string, Readonly<Record<string, unknown>>>;

const errorsSchema = z.array(
  z.object({ error_details: z.object({ code: z.number().nullish(), message: z.string().nullish() }), count: z.int().nonnegative() }),
);
/** Settings as several versions have written them: flat, or by groups. */
const configSchema = z.looseObject({
  u: z.string().optional(),
  concurrency: figure,
  endpoint: z
    .looseObject({ url: z.string().optional(), urls: z.array(z.string()).optional() })
    .nullish()
    .catch(null),
  loadgen: z.looseObject({ concurrency: figure }).nullish().catch(null),
});
const exportSchema = z.looseObject({
  request_latency: metricSchema,
  request_throughput: metricSchema,
  aiperf_version: z.string().nullish(),
  input_config: configSchema.nullish().catch(null),
  error_summary: errorsSchema.nullish().catch(null),
  start_time: z.string().nullish(),
  end_time: z.string().nullish(),
});
type Export = z.output<typeof exportSchema>;

/** Fields that only AIPerf writes. */
const ofAiperf = ['aiperf_version', 'schema_version', 'was_cancelled', 'error_summary', 'benchmark_duration'];

/** Null: it is neither's. */
export function readAiperfJson(value: unknown): ImportedSummary | null {
  const parsed = exportSchema.safeParse(value);
  if (!parsed.success) return null;
  const metrics = new Map(
    Object.entries(parsed.data).flatMap(([tag, metric]) => {
      const one = metricSchema.safeParse(metric);
      return one.success ? [[tag, one.data] as const] : [];
    }),
  );
  const tool = ofAiperf.some((field) => field in parsed.data) ? 'aiperf' : 'genai-perf';
  return summaryOfExport(tool, metrics, parsed.data);
}

/** Is it the beginning of their CSV? */
export const isAiperfCsv = (head: string): boolean => /^Metric,avg,min,max,/.test(head);

/** Blocks with a head each: percentiles by name, then single values. */
export function readAiperfCsv(text: string): ImportedSummary {
  const read = readSeparated(text, ',', { columns: 100, lines: 10_000 });
  const lines = 'lines' in read ? read.lines : [];
  const metrics = new Map<string, Record<string, unknown>>();
  let names: readonly string[] = [];
  for (const [name = '', ...values] of lines) {
    if (name === 'Metric') names = values;
    const [, metric = '', unit] = /^(.+?) \(([^()]*)\)$/.exec(name) ?? [];
    if (unit === undefined) continue;
    const figures = names.map((figureName, at) => [figureName === 'Value' ? 'avg' : figureName, readThousands(values[at])] as const);
    metrics.set(metric.toLowerCase().replaceAll(' ', '_'), { unit, ...Object.fromEntries(figures) });
  }
  // Neither names itself. GenAI-Perf writes titles with capitals, and never how long it measured.
  return summaryOfExport(/^(Time to First Token|Benchmark Duration)/m.test(text) ? 'aiperf' : 'genai-perf', metrics, null);
}

/** `3,485.23`; null for nothing and `N/A`. */
function readThousands(written: string | undefined): number | null {
  const plain = (written ?? '').replaceAll(',', '').trim();
  return /^\d+(\.\d+)?$/.test(plain) ? Number(plain) : null;
}

const unitUs: Readonly<Record<string, number>> = { ns: 1e-3, us: 1, ms: 1000, s: 1e6, sec: 1e6 };

function summaryOfExport(tool: ExportTool, metrics: Metrics, told: Export | null): ImportedSummary {
  const one = (tag: string) => asNumber(metrics.get(tag)?.avg);
  const count = (tag: string) => roundOrNull(one(tag));
  const durationUs = (tag: string) => timesOf(metrics, tag)?.meanUs ?? null;
  const answered = count('request_count');
  if (answered === null) throw new ImportError(refusal('result_column', { tool, column: 'request_count' }));
  const errors = told?.error_summary ?? [];
  // A metric without a value is left out: AIPerf without errors writes none.
  const failed = count('error_request_count') ?? (told && tool === 'aiperf' ? errors.reduce((sum, error) => sum + error.count, 0) : null);
  const unanswered = errors.filter(({ error_details: { code } }) => !(code && code >= 400 && code !== 499));
  const startedAt = told?.start_time ? momentOf(told.start_time) : null;
  const endedAt = told?.end_time ? momentOf(told.end_time) : null;
  const benchmarkUs = durationUs('benchmark_duration');
  const config = told?.input_config;
  const concurrency = config?.loadgen?.concurrency ?? config?.concurrency;
  return {
    tool,
    version: told?.aiperf_version ?? null,
    url: config?.endpoint?.urls?.[0] ?? config?.endpoint?.url ?? config?.u ?? null,
    connections: typeof concurrency === 'number' ? concurrency : null,
    startedAt,
    data: 'summary',
    sums: {
      durationMs: benchmarkUs === null ? spanMs(startedAt, endedAt) : benchmarkUs / 1000,
      requests: answered + (failed ?? 0),
      failed,
      unanswered: countOutcomes(unanswered),
      throughputPerSecond: one('request_throughput'),
      receivedBytes: null,
      statuses: null,
      responseTime: timesOf(metrics, 'request_latency') ?? { meanUs: null, minUs: null, maxUs: null, percentilesUs: new Map() },
      tokens: {
        input: count('total_isl') ?? totalOf(metrics, 'input_sequence_length', answered),
        output: count('total_osl') ?? count('total_output_tokens') ?? totalOf(metrics, 'output_sequence_length', answered),
        outputPerSecond: one('output_token_throughput'),
        streams: answered,
        good: count('good_request_count'),
        firstTokenTime: timesOf(metrics, 'time_to_first_token'),
        secondTokenTime: timesOf(metrics, 'time_to_second_token'),
        interTokenTime: timesOf(metrics, 'inter_token_latency'),
        inputLength: amountsOf(metrics, 'input_sequence_length'),
        outputLength: amountsOf(metrics, 'output_sequence_length'),
      },
    },
  };
}

function countOutcomes(errors: z.output<typeof errorsSchema>) {
  const outcomes: Partial<Record<ReturnType<typeof outcomeOfFailure>, number>> = {};
  for (const { error_details, count } of errors) {
    const outcome = outcomeOfFailure(error_details.message ?? '');
    outcomes[outcome] = (outcomes[outcome] ?? 0) + count;
  }
  return outcomes;
}

const asNumber = (value: unknown): number | null => (typeof value === 'number' && Number.isFinite(value) ? value : null);
const roundOrNull = (value: number | null) => (value === null ? null : Math.round(value));

/** They write local time without an offset: the moment is known only with one. */
const momentOf = (written: string) => (/(Z|[+-]\d\d:?\d\d)$/.test(written) ? written : null);
const spanMs = (from: string | null, to: string | null) => (from && to ? Date.parse(to) - Date.parse(from) : null);

/** A sum that is not written, of a mean over all answers. */
function totalOf(metrics: Metrics, tag: string, answers: number): number | null {
  const mean = asNumber(metrics.get(tag)?.avg);
  return mean === null ? null : Math.round(mean * answers);
}

function amountsOf(metrics: Metrics, tag: string): ImportedAmounts | null {
  const metric = metrics.get(tag);
  if (!metric) return null;
  const percentiles = Object.entries(metric).flatMap(([name, value]): [number, number][] => {
    const at = /^p(\d+(?:\.\d+)?)$/.exec(name)?.[1];
    const known = asNumber(value);
    return at === undefined || known === null ? [] : [[Number(at), known]];
  });
  return {
    mean: asNumber(metric.avg),
    min: asNumber(metric.min),
    max: asNumber(metric.max),
    percentiles: new Map(percentiles.toSorted(([a], [b]) => a - b)),
  };
}

/** Null: it is not told, or in a unit that is no time. */
function timesOf(metrics: Metrics, tag: string): ImportedTimes | null {
  const toUs = unitUs[String(metrics.get(tag)?.unit)];
  const amounts = amountsOf(metrics, tag);
  if (!amounts || toUs === undefined) return null;
  const us = (value: number | null) => (value === null ? null : value * toUs);
  return {
    meanUs: us(amounts.mean),
    minUs: us(amounts.min),
    maxUs: us(amounts.max),
    percentilesUs: new Map([...amounts.percentiles].map(([at, value]) => [at, value * toUs])),
  };
}
