/** A comparison in one sentence, and why an arm carries no verdict. */
import type { ArmRefusal } from '@plimsoll/contracts/arm-refusal';
import { decidingOf, isMain, isOfStreams, rowOfMetric } from '@plimsoll/contracts/compared-metric';
import { type ComparedTime, sameTime } from '@plimsoll/contracts/times';
import { isOpen, type MetricDelta } from '@plimsoll/contracts/verdict';
import { baselineVerdictWords, headlineWords, mixedWords, namedHeadlineWords } from '../../en/comparison/verdict.ts';
import { listWords } from '../../en/list.ts';
import { metricShortWords } from '../../en/names.ts';
import { changeFigure } from '../../figures/metric-figures.ts';
import { formatCount } from '../../figures/number.ts';
import { formatLeastChange } from '../../figures/share.ts';
import { listed } from '../list.ts';
import { refusalOfArm } from './arm-refusal-sentence.ts';
import { differingParts } from './arm-words.ts';
import { commonDirection, type Direction, directionOf } from './direction.ts';
import { capital } from './field-name.ts';

const mostNamed = 3;

/** From what is worst to what is best. */
const directions: readonly Direction[] = ['slower', 'worse', 'better', 'faster'];

/** Why there is no verdict at all. */
export function refusedHeadline(refused: ArmRefusal): string {
  return `${headlineWords.noVerdict} ${refusalOfArm(refused)}`;
}

/**
 * `Keep-alive off is slower: p50 +9.7 %.` `Slower at p50, faster at p99.9.` `Undecided: 7 of 9 metrics need more data.` `name`: of the
 * candidate; null where it has none. No difference is said only where each metric is shown to have none.
 */
export function comparisonHeadline(all: readonly MetricDelta[], name: string | null, minimumEffect: number): string {
  const metrics = titledOf(all);
  const moved = metrics.filter((metric) => directionOf(metric) !== null);
  if (moved.length > 0) return movedHeadline(moved, name);
  const open = metrics.filter(({ verdict, base, candidate }) => isOpen(verdict) && base !== null && candidate !== null);
  const measured = metrics.filter(({ verdict }) => verdict === 'no_difference').length + open.length;
  if (measured === 0) return headlineWords.nothingInBoth;
  if (open.length > 0) return headlineWords.undecided({ count: open.length, text: formatCount(open.length), all: formatCount(measured) });
  const limit = formatLeastChange(minimumEffect);
  return name === null ? headlineWords.noDifference({ limit }) : namedHeadlineWords.noDifference({ name, limit });
}

function movedHeadline(moved: readonly MetricDelta[], name: string | null): string {
  const worse = moved.filter(({ verdict }) => verdict === 'worse');
  if (worse.length > 0 && worse.length < moved.length) {
    const parts = directions.flatMap((direction) => {
      const metrics = largestFirst(moved.filter((metric) => directionOf(metric) === direction)).slice(0, mostNamed);
      return metrics.length === 0
        ? []
        : [mixedWords[direction]({ metrics: listed(metrics.map(({ metric }) => metricShortWords[metric])) })];
    });
    const found = parts.join(listWords.between);
    return name === null ? headlineWords.mixed({ found: capital(found) }) : namedHeadlineWords.mixed({ name, found });
  }
  const direction = commonDirection(moved);
  const metrics = changes(largestFirst(moved));
  return name === null ? headlineWords[direction]({ metrics }) : namedHeadlineWords[direction]({ name, metrics });
}

/** Those that the headline speaks of; of streams those that decide. */
function titledOf(metrics: readonly MetricDelta[]): MetricDelta[] {
  const deciding = decidingOf(metrics);
  return metrics.filter((one) => isMain(one.metric) || deciding.includes(one));
}

/** Is it another name for what the headline says? */
function isSaidAs(titled: readonly MetricDelta[], all: readonly MetricDelta[]): (one: MetricDelta) => boolean {
  const has = (name: ComparedTime) =>
    all.some(({ metric, base, candidate }) => rowOfMetric(metric).times === name && (base ?? candidate) !== null);
  return ({ metric, verdict }) => {
    const { times, percentile } = rowOfMetric(metric);
    const same = times && sameTime(times, has);
    const isSame = (one: MetricDelta) => {
      const row = rowOfMetric(one.metric);
      return row.times === same && row.percentile === percentile && one.verdict === verdict;
    };
    return same !== null && titled.some(isSame);
  };
}

/** The proven changes in streams that the headline does not speak of; null where nothing is proven. */
export function messagesHeadline(metrics: readonly MetricDelta[]): string | null {
  const titled = titledOf(metrics);
  const isSaid = isSaidAs(titled, metrics);
  const untold = metrics.filter((one) => isOfStreams(one.metric) && !titled.includes(one) && !isSaid(one));
  const of = (verdict: MetricDelta['verdict']) => largestFirst(untold.filter((one) => one.verdict === verdict));
  const [worse, better] = [of('worse'), of('better')];
  const found = [
    ...(worse.length > 0 ? [headlineWords.messagesWorse({ metrics: changes(worse) })] : []),
    ...(better.length > 0 ? [headlineWords.messagesBetter({ metrics: changes(better) })] : []),
  ];
  return found.length > 0 ? headlineWords.messages({ found: listed(found) }) : null;
}

function largestFirst(metrics: readonly MetricDelta[]): MetricDelta[] {
  return [...metrics].sort((a, b) => Math.abs(b.deltaRelative ?? 0) - Math.abs(a.deltaRelative ?? 0));
}

function changes(metrics: readonly MetricDelta[]): string {
  return listed(
    metrics
      .slice(0, mostNamed)
      .map(({ metric, deltaRelative }) =>
        headlineWords.moved({ metric: metricShortWords[metric], change: changeFigure(metric, deltaRelative ?? 0) }),
      ),
  );
}

/** The plan, or the machine, is no longer what the baseline ran with. `fields`: those that differ. */
export function outdatedBaselineSentence(fields: readonly string[]): string {
  const parts = differingParts(fields);
  return parts.length === 0 ? baselineVerdictWords.unlikeTimes : baselineVerdictWords.outdated({ parts: listed(parts) });
}
