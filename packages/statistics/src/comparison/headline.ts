/** A comparison in one sentence. */
import type { MetricDelta } from '@plimsoll/contracts/verdict';
import { metricLabels } from '@plimsoll/wording/metric-names';
import { listed, percent } from '../wording.ts';
import { changeText } from './verdict.ts';

/** `scope` is ", within these runs" where noise between runs is unknown; `refused` why there is no verdict at all. */
export function headline(metrics: readonly MetricDelta[], refused: string | null, scope: string, minimumEffect: number): string {
  if (refused) return `Not enough evidence. ${refused}`;
  const of = (verdict: MetricDelta['verdict']) =>
    metrics.filter((metric) => metric.verdict === verdict).sort((a, b) => Math.abs(b.deltaRelative ?? 0) - Math.abs(a.deltaRelative ?? 0));
  const named = (list: readonly MetricDelta[]) =>
    listed(list.slice(0, 3).map(({ metric, deltaRelative }) => `${labelOf(metric)} ${changeText(metric, deltaRelative ?? 0)}`));
  const worse = of('worse');
  const better = of('better');
  if (worse.length > 0 && better.length > 0) return `Mixed${scope}: worse in ${named(worse)}; better in ${named(better)}.`;
  if (worse.length > 0) return `Worse${scope}: ${named(worse)}.`;
  if (better.length > 0) return `Better${scope}: ${named(better)}.`;
  const open = of('not_enough_evidence');
  if (open.length === 0) return `No difference beyond ${percent(minimumEffect)}${scope}.`;
  const same = of('no_difference').length;
  if (same === 0) return `Not enough evidence: no metric is decided${scope}.`;
  return `No change is proven${scope}; ${same} of ${metrics.length} metrics show no difference, ${listed(open.slice(0, 3).map(({ metric }) => labelOf(metric)))}${open.length > 3 ? ' and others' : ''} ${open.length === 1 ? 'is' : 'are'} undecided.`;
}

function labelOf(metric: MetricDelta['metric']): string {
  const label = metricLabels[metric];
  return /^p\d/.test(label) ? label : label.toLowerCase();
}
