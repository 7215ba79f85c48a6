/** Arms of a comparison by name, and what several of them say in one sentence. */
import { type ComparedMetric, headlineMetrics } from '@plimsoll/contracts/compared-metric';
import type { ErrorDelta, RequestDelta } from '@plimsoll/contracts/comparison';
import type { MetricDelta, Verdict } from '@plimsoll/contracts/verdict';
import { formatShare } from './figures.ts';
import { metricChange, worstFirst } from './metric-figures.ts';
import { shortMetricNames } from './metric-names.ts';

/** Names that can be told apart: a letter before each where two are the same. */
export function distinctNames(names: readonly string[]): string[] {
  const clash = new Set(names).size < names.length;
  return names.map((name, index) => (clash ? `${String.fromCharCode(65 + index)} · ${name}` : name));
}

/** The worst of the metrics that decide; p99 where nothing changed, since people ask for it. */
export function headlineOf(metrics: readonly MetricDelta[]): MetricDelta | null {
  const deciding = worstFirst(metrics).filter(({ metric }) => headlineMetrics.includes(metric));
  const moved = deciding.find(({ verdict }) => verdict === 'worse' || verdict === 'better');
  return moved ?? deciding.find(({ metric }) => metric === 'p99') ?? deciding[0] ?? null;
}

/** Of one arm: worse where any deciding metric is, else better where one is, else open unless none is undecided. */
export function overallVerdict(metrics: readonly MetricDelta[]): Verdict {
  const deciding = metrics.filter(({ metric }) => headlineMetrics.includes(metric));
  const has = (verdict: Verdict) => deciding.some((metric) => metric.verdict === verdict);
  if (has('worse')) return 'worse';
  if (has('better')) return 'better';
  return deciding.length === 0 || has('not_enough_evidence') ? 'not_enough_evidence' : 'no_difference';
}

const words: Readonly<Record<Verdict, string>> = {
  better: 'better',
  worse: 'worse',
  no_difference: 'no difference',
  not_enough_evidence: 'not enough evidence',
};

interface NamedMetrics {
  readonly name: string;
  readonly metrics: readonly MetricDelta[];
}

/** `Against raw: ORM worse (p99 +80.2 %), cached no difference.` */
export function armsSentence(base: string, arms: readonly NamedMetrics[]): string {
  const parts = arms.map(({ name, metrics }) => {
    const verdict = overallVerdict(metrics);
    const metric = headlineOf(metrics);
    const moved = metric && (verdict === 'worse' || verdict === 'better');
    return `${name} ${words[verdict]}${moved ? ` (${shortMetric(metric)} ${metricChange(metric)})` : ''}`;
  });
  return `Against ${base}: ${parts.join(', ')}.`;
}

/** `throughput`, `p99`: a metric inside a sentence. */
export function shortMetric({ metric }: Pick<MetricDelta, 'metric'>): string {
  return shortMetricNames[metric];
}

export function noiseSentence(noiseFloor: number | null): string {
  return noiseFloor === null
    ? 'Too few runs that count to tell the noise.'
    : `This setup cannot see changes under ${formatShare(noiseFloor)}.`;
}

/** What the rows of a table of requests are sorted by: worst first, the largest change first; then those of one arm only. */
export function worstRequestsFirst(requests: readonly RequestDelta[]): RequestDelta[] {
  const order: readonly Verdict[] = ['worse', 'better', 'not_enough_evidence', 'no_difference'];
  const rank = ({ in: where, metrics }: RequestDelta) => (where === 'both' ? order.indexOf(overallVerdict(metrics)) : order.length);
  const size = ({ metrics }: RequestDelta) => Math.abs(headlineOf(metrics)?.deltaRelative ?? 0);
  return [...requests].sort((a, b) => rank(a) - rank(b) || size(b) - size(a));
}

export const errorChangeNames: Readonly<Record<ErrorDelta['change'], string>> = { new: 'New', gone: 'Gone', both: 'In both' };
export const requestPlaceNames: Readonly<Record<RequestDelta['in'], string>> = {
  both: 'in both',
  base: 'only in the base',
  candidate: 'only in the candidate',
};
/** What a row of a table of requests shows, from left to right. */
export const requestMetrics = ['p50', 'p99', 'errorRate', 'throughput'] as const satisfies readonly ComparedMetric[];
