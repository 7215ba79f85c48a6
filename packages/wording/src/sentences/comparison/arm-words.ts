/** Arms of a comparison by name, and what several of them say in one sentence. */
import { type ComparedMetric, headlineMetrics } from '@plimsoll/contracts/compared-metric';
import type { Arm, RequestDelta } from '@plimsoll/contracts/comparison';
import type { MetricDelta, Verdict } from '@plimsoll/contracts/verdict';
import { armsText } from '../../en/comparison/arms.ts';
import { metricChange, worstFirst } from '../../figures/metric-figures.ts';
import { formatShare } from '../../figures/share.ts';
import { nameOf } from '../../names.ts';
import { speakerOf } from '../../speaker.ts';
import { listed } from '../list.ts';

const say = speakerOf(armsText);

/** Names that can be told apart: a letter before each where two are the same. */
export function distinctNames(names: readonly string[]): string[] {
  const clash = new Set(names).size < names.length;
  return names.map((name, index) => (clash ? say('arms.lettered', { letter: String.fromCharCode(65 + index), name }) : name));
}

/** The worst of the metrics that decide; p99 where nothing changed, since people ask for it. */
export function findHeadline(metrics: readonly MetricDelta[]): MetricDelta | null {
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

interface NamedMetrics {
  readonly name: string;
  readonly metrics: readonly MetricDelta[];
}

/** Arms whose figures are the generator's own, or its client's; null where there is none. */
export function ownLimitSentence(arms: readonly { readonly name: string; readonly arm: Pick<Arm, 'runs'> }[]): string | null {
  const own = arms.filter(({ arm }) => arm.runs.some(({ validity }) => validity?.limit === 'generator' || validity?.limit === 'client'));
  return own.length > 0 ? say('arms.ownLimit', { arms: listed(own.map(({ name }) => name)) }) : null;
}

/** The same of two arms that have no names. */
export function ownLimitOfTwo(base: Pick<Arm, 'runs'>, candidate: Pick<Arm, 'runs'>): string | null {
  return ownLimitSentence([
    { name: say('arms.theBase'), arm: base },
    { name: say('arms.theCandidate'), arm: candidate },
  ]);
}

/** `Against raw: ORM worse (p99 +80.2 %), cached no difference.` */
export function armsSentence(base: string, arms: readonly NamedMetrics[]): string {
  const parts = arms.map(({ name, metrics }) => {
    const verdict = overallVerdict(metrics);
    const metric = findHeadline(metrics);
    const moved = metric && (verdict === 'worse' || verdict === 'better');
    const word = say(`arms.word.${verdict}`);
    if (!moved) return say('arms.verdict', { name, verdict: word });
    return say('arms.moved', { name, verdict: word, metric: shortMetric(metric), change: metricChange(metric) });
  });
  return say('arms.against', { base, arms: parts.join(', ') });
}

/** `throughput`, `p99`: a metric inside a sentence. */
export function shortMetric({ metric }: Pick<MetricDelta, 'metric'>): string {
  return nameOf(`metricShort.${metric}`);
}

/** Relative; null where too few runs count. */
export function noiseSentence(noiseFloor: number | null): string {
  return noiseFloor === null ? say('noise.unknown') : say('noise.floor', { share: formatShare(noiseFloor) });
}

/** What the rows of a table of requests are sorted by: worst first, the largest change first; then those of one arm only. */
export function worstRequestsFirst(requests: readonly RequestDelta[]): RequestDelta[] {
  const order: readonly Verdict[] = ['worse', 'better', 'not_enough_evidence', 'no_difference'];
  const rank = ({ in: where, metrics }: RequestDelta) => (where === 'both' ? order.indexOf(overallVerdict(metrics)) : order.length);
  const size = ({ metrics }: RequestDelta) => Math.abs(findHeadline(metrics)?.deltaRelative ?? 0);
  return [...requests].sort((a, b) => rank(a) - rank(b) || size(b) - size(a));
}

/** What a row of a table of requests shows, from left to right. */
export const requestMetrics = ['p50', 'p99', 'errorRate', 'throughput'] as const satisfies readonly ComparedMetric[];
