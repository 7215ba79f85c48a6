/** Arms of a comparison by name, and what several of them say in one sentence. */
import { type ComparedMetric, decidingOf, headlineMetrics, isMain, rowOfMetric } from '@plimsoll/contracts/compared-metric';
import type { Arm, Comparability, RequestDelta } from '@plimsoll/contracts/comparison';
import { placeNames } from '@plimsoll/contracts/place-names';
import { leadingVerdict, type MetricDelta, rowOfVerdict, type Verdict } from '@plimsoll/contracts/verdict';
import { armsWords, differingWords, noiseWords } from '../../en/comparison/arms.ts';
import { metricShortWords, verdictShortWords } from '../../en/names.ts';
import { letter } from '../../figures/letter.ts';
import { metricChange, worstFirst } from '../../figures/metric-figures.ts';
import { formatLeastChange } from '../../figures/share.ts';
import type { Named } from '../../words.ts';
import { joined, listed } from '../list.ts';
import { directionWord } from './direction.ts';

/** Names that can be told apart: a letter before each where two are the same. */
export function distinctNames(names: readonly string[]): string[] {
  const clash = new Set(names).size < names.length;
  return names.map((name, index) => (clash ? armsWords.lettered({ letter: letter(index), name }) : name));
}

/** The worst of the metrics that decide; where nothing changed the one that people ask for, the highest percentile. */
export function findHeadline(metrics: readonly MetricDelta[]): MetricDelta | null {
  const all = decidingOf(metrics);
  const deciding = worstFirst(all);
  const moved = deciding.find(({ verdict }) => verdict === 'worse' || verdict === 'better');
  const highest = Math.max(...all.map(({ metric }) => rowOfMetric(metric).percentile ?? 0));
  return moved ?? all.find(({ metric }) => rowOfMetric(metric).percentile === highest) ?? deciding[0] ?? null;
}

/** The verdict that speaks for metrics: of those that decide the first as they are listed. */
export function overallVerdict(metrics: readonly MetricDelta[]): Verdict {
  return leadingVerdict(
    decidingOf(metrics).map(({ verdict }) => verdict),
    'listed',
  );
}

interface NamedMetrics {
  readonly name: string;
  readonly metrics: readonly MetricDelta[];
  /** Else its change can be put down to nothing, and it gets no verdict. */
  readonly comparable: boolean;
}

const partsOfFields: Readonly<Record<string, Named<typeof differingWords>>> = {
  target: 'requests',
  requests: 'requests',
  requestOrder: 'requests',
  load: 'load',
  connection: 'connection',
  timeout: 'timeout',
  environment: 'environment',
};

/** The parts in which two runs differ, in the order in which they are named: `requests`, `load`. */
export function differingParts(fields: readonly string[]): string[] {
  const named = fields.filter((field) => !placeNames.has(field));
  const found = new Set(
    named.map((field) => (field === 'environment.tool' ? 'tool' : (partsOfFields[field.split(/[.[]/)[0] ?? ''] ?? 'settings'))),
  );
  return (Object.keys(differingWords) as Named<typeof differingWords>[])
    .filter((part) => found.has(part))
    .map((part) => differingWords[part]);
}

/** `Not comparable: requests and load differ.` In place of a verdict. */
export function incomparableSentence({ differences }: Pick<Comparability, 'differences'>): string {
  const parts = differingParts(differences.map(({ field }) => field));
  return parts.length === 0 ? armsWords.unlikeTimes : armsWords.incomparable({ count: parts.length, parts: listed(parts) });
}

/** Arms whose figures are the generator's own, or its client's; null where there is none. */
export function ownLimitSentence(arms: readonly { readonly name: string; readonly arm: Pick<Arm, 'runs'> }[]): string | null {
  const own = arms.filter(({ arm }) => isOwnLimit(arm));
  return own.length > 0 ? armsWords.ownLimit({ arms: listed(own.map(({ name }) => name)) }) : null;
}

/** Are the arm's figures the generator's own, or its client's? */
export function isOwnLimit({ runs }: Pick<Arm, 'runs'>): boolean {
  return runs.some(({ validity }) => validity?.limit === 'generator' || validity?.limit === 'client');
}

/** The same of a base and a candidate that have no names. */
export function ownLimitOf(sides: readonly ('base' | 'candidate')[]): string | null {
  const names = { base: armsWords.theBase, candidate: armsWords.theCandidate };
  return sides.length > 0 ? armsWords.ownLimit({ arms: listed(sides.map((side) => names[side])) }) : null;
}

export function ownLimits(base: Pick<Arm, 'runs'>, candidate: Pick<Arm, 'runs'>): ('base' | 'candidate')[] {
  return [isOwnLimit(base) ? (['base'] as const) : [], isOwnLimit(candidate) ? (['candidate'] as const) : []].flat();
}

/** `Against raw: ORM slower (p99 +80.2 %), cached no difference.` */
export function armsSentence(base: string, arms: readonly NamedMetrics[]): string {
  const parts = arms.map(({ name, metrics, comparable }) => {
    if (!comparable) return armsWords.verdict({ name, verdict: armsWords.notComparable });
    const metric = findHeadline(metrics);
    const direction = metric && directionWord(metric);
    if (!metric || !direction) return armsWords.verdict({ name, verdict: verdictShortWords[overallVerdict(metrics)] });
    return armsWords.moved({ name, verdict: direction, metric: shortMetric(metric), change: metricChange(metric) });
  });
  return armsWords.against({ base, arms: joined(parts) });
}

/** `throughput`, `p99`: a metric inside a sentence. */
export function shortMetric({ metric }: Pick<MetricDelta, 'metric'>): string {
  return metricShortWords[metric];
}

/** Relative; null where too few runs count. Without `metric` it is that of the noisiest. */
export function noiseSentence(noiseFloor: number | null, metric?: ComparedMetric): string {
  if (noiseFloor === null) return noiseWords.unknown;
  const share = formatLeastChange(noiseFloor);
  return metric ? noiseWords.ofOne({ metric: metricShortWords[metric], share }) : noiseWords.floor({ share });
}

/** Sorts the rows of a table of requests: worst first, the largest change first; then those of one arm only. */
export function worstRequestsFirst(requests: readonly RequestDelta[]): RequestDelta[] {
  const rank = ({ in: where, metrics }: RequestDelta) =>
    where === 'both' ? rowOfVerdict(overallVerdict(metrics)).listed : Number.POSITIVE_INFINITY;
  const size = ({ metrics }: RequestDelta) => Math.abs(findHeadline(metrics)?.deltaRelative ?? 0);
  return [...requests].sort((a, b) => (rank(a) === rank(b) ? size(b) - size(a) : rank(a) - rank(b)));
}

const mainHeadlines = headlineMetrics.filter(isMain);

/** The metrics in a row of a table of requests, from left to right. */
export const requestMetrics = [
  ...mainHeadlines.filter((metric) => rowOfMetric(metric).times !== null),
  ...mainHeadlines.filter((metric) => rowOfMetric(metric).times === null).toReversed(),
];
