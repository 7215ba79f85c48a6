/** Verdicts: what is compared and what may be said of it. */
import { z } from 'zod';
import { codeOf } from '../api/code.ts';
import { markPublic, publicObject } from '../api/public.ts';
import { comparedMetrics, decidingOf, rowOfMetric } from './compared-metric.ts';

/** A run with fewer measured seconds gives no verdict: an event within one second is no evidence of the next. */
export const leastVerdictSeconds = 10;

export type Tone = 'good' | 'bad' | 'warn' | 'even';
interface VerdictRow {
  readonly tone: Tone;
  /** Beside its word; null: an arrow that shows which way the figure went. */
  readonly sign: '=' | '?' | null;
  /** Its place where rows are sorted by their verdicts, and among several of which the first speaks for all. */
  readonly listed: number;
  /** Its place among several of which the worst speaks for all: what is not known is worse than what is known to be the same. */
  readonly worst: number;
  /** Is nothing decided yet? */
  readonly open?: true;
}
/** One row a verdict. Its words stand in packages/wording, what is called so in packages/statistics. */
const verdictTable = {
  better: { tone: 'good', sign: null, listed: 1, worst: 3 },
  worse: { tone: 'bad', sign: null, listed: 0, worst: 0 },
  no_difference: { tone: 'even', sign: '=', listed: 3, worst: 2 },
  not_enough_evidence: { tone: 'warn', sign: '?', listed: 2, worst: 1, open: true },
} as const satisfies Readonly<Record<string, VerdictRow>>;
export type Verdict = keyof typeof verdictTable;
const verdicts = Object.keys(verdictTable) as Verdict[];
export const verdictSchema = z.enum(verdicts);

export function rowOfVerdict(verdict: Verdict): VerdictRow {
  return verdictTable[verdict];
}

export function isOpen(verdict: Verdict): boolean {
  return rowOfVerdict(verdict).open ?? false;
}

/** By their places as they are listed. */
export const leadingRule = 'Worse or better where a headline metric is, worse first; else undecided where one is; else no difference.';

/** The first of some by their places; what is not known where there is none. */
export function leadingVerdict(some: readonly Verdict[], by: 'listed' | 'worst'): Verdict {
  return [...some].sort((a, b) => verdictTable[a][by] - verdictTable[b][by])[0] ?? 'not_enough_evidence';
}

export const comparedMetricSchema = z.enum(comparedMetrics);

/** A change read against the least one that counts, both relative; of the error rate differences of fractions. `theseRuns`: is it not known how much runs differ by chance? */
const reading = { change: z.number(), minimumEffect: z.number(), theseRuns: z.boolean() };
const pairedReading = { change: z.number(), minimumEffect: z.number() };
const metricCodeSchema = z.discriminatedUnion('kind', [
  codeOf('tooShort', {}),
  codeOf('notInBoth', {}),
  codeOf('mixedTimes', {}),
  /** Nobody answered in one of the arms. */
  codeOf('unanswered', {}),
  codeOf('notInFile', {}),
  codeOf('sumOnly', {}),
  codeOf('beyond', reading),
  codeOf('maybeChance', reading),
  codeOf('within', reading),
  codeOf('across', reading),
  // Of runs that were made at once: read from `claims.services`, whose interval holds for all metrics and looks together.
  /** The interval excludes zero, and is not wholly within the least change that counts. */
  codeOf('differs', pairedReading),
  /** A real change, smaller than the least that counts. */
  codeOf('smaller', pairedReading),
  codeOf('alike', pairedReading),
  codeOf('unclear', pairedReading),
  /** The change went away as the services went on: that of the first third of the blocks, and of the last. */
  codeOf('warmingUp', { ...pairedReading, early: z.number(), late: z.number() }),
  /** An arm carries no verdict at all. */
  codeOf('refused', {}),
]);
export type MetricCode = z.infer<typeof metricCodeSchema>;

const intervalSchema = publicObject({ low: z.number(), high: z.number() });
const claimSchema = publicObject({
  interval: intervalSchema
    .nullable()
    .meta({ description: 'As `deltaRelative`, corrected for all metrics and looks. Null where too few seconds promise none.' }),
  verdict: verdictSchema,
});
const claimsSchema = publicObject({
  services: claimSchema.meta({ description: 'What holds of the two services that ran.' }),
  builds: claimSchema.nullable().meta({
    description: 'What holds of their builds: wider by what separate starts of one build differ by. Null where nothing is known of that.',
  }),
});

export const metricDeltaSchema = publicObject({
  metric: comparedMetricSchema,
  /** Per second (throughput, goodput), per second of the target's processor (requestsPerCpuSecond), a fraction (errorRate, droppedShare), µs (percentiles); null when not measured. */
  base: z.number().nullable(),
  candidate: z.number().nullable(),
  /** candidate − base, same unit. */
  delta: z.number().nullable(),
  deltaRelative: z.number().nullable().meta({
    description:
      'delta / base, of a share the difference. Of p50 and rates of arms that ran at once the middle of all pairs, as in `interval`.',
  }),
  /** 95 % interval of deltaRelative. */
  interval: intervalSchema.nullable(),
  verdict: verdictSchema,
  decides: z.literal(true).optional().meta({
    description:
      'One of those that decide an experiment and a baseline verdict, where the comparison says which: of streams of several messages without tokens, and of open loads whose throughput is undecided. Where no metric has it, throughput, error rate, p50 and p99 do, or TTFT and ITL (p50, p95) in place of the last two.',
  }),
  claims: claimsSchema.optional().meta({ description: 'Where both arms ran at once; `verdict` is that of `services` then.' }),
  /** `code` as one sentence: why this verdict. */
  reason: markPublic(z.string(), 'text'),
  code: metricCodeSchema.nullable().default(null).meta({
    description: 'The reason as a code with its figures, beside those of the metric. Null where an older version compared.',
  }),
});
export type Claim = z.infer<typeof claimSchema>;
export type MetricDelta = z.infer<typeof metricDeltaSchema>;

/** The claim that counts: of the builds, where more is known of them than of the services that ran. */
export function leadingClaim({ claims, verdict, interval }: Pick<MetricDelta, 'claims' | 'verdict' | 'interval'>): Claim {
  return claims?.builds ?? claims?.services ?? { verdict, interval };
}

/** How much worse a metric is by a change; negative: better. */
export function worseBy(metric: MetricDelta['metric'], change: number): number {
  return rowOfMetric(metric).better === 'lower' ? change : -change;
}

/** By how much it may be worse at most; null without an interval. */
export function worseAtMost({ metric, interval }: Pick<MetricDelta, 'metric' | 'interval'>): number | null {
  return interval && Math.max(worseBy(metric, interval.low), worseBy(metric, interval.high));
}

/** The worst verdict among the metrics of one candidate that decide: what is not decided is worse than what is known to be the same. */
export function worstVerdict(metrics: readonly Pick<MetricDelta, 'metric' | 'verdict' | 'decides'>[]): Verdict {
  return leadingVerdict(
    decidingOf(metrics).map(({ verdict }) => verdict),
    'worst',
  );
}

/** For CI: failed when a threshold failed, the run did not complete, or a headline metric is worse than the baseline. */
export const ciStatusSchema = z.enum(['passed', 'failed']);
export type CiStatus = z.infer<typeof ciStatusSchema>;
