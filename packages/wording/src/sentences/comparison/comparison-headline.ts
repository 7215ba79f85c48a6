/** A comparison in one sentence, and why an arm carries no verdict. */
import type { MetricDelta } from '@plimsoll/contracts/verdict';
import { armRefusalWords, baselineVerdictWords, headlineWords } from '../../en/comparison/verdict.ts';
import { metricShortWords } from '../../en/names.ts';
import { changeFigure } from '../../figures/metric-figures.ts';
import { formatCount } from '../../figures/number.ts';
import { formatShare } from '../../figures/share.ts';
import { listed } from '../list.ts';
import { unfitReason } from '../validity-reason.ts';

const mostNamed = 3;

/** `scope` as `theseRunsOnly` has it where noise between runs is unknown, else empty; `refused`: why there is no verdict at all. */
export function comparisonHeadline(metrics: readonly MetricDelta[], refused: string | null, scope: string, minimumEffect: number): string {
  if (refused) return headlineWords.refused({ reason: refused });
  const { worse, better, open, same } = byChange(metrics);
  if (worse.length > 0 && better.length > 0) return headlineWords.mixed({ scope, worse: moved(worse), better: moved(better) });
  if (worse.length > 0) return headlineWords.worse({ scope, metrics: moved(worse) });
  if (better.length > 0) return headlineWords.better({ scope, metrics: moved(better) });
  if (open.length === 0) return headlineWords.noDifference({ limit: formatShare(minimumEffect), scope });
  if (same.length === 0) return headlineWords.nothingDecided({ scope });
  const named = listed(open.slice(0, mostNamed).map(({ metric }) => metricShortWords[metric]));
  return headlineWords.unproven({
    scope,
    same: same.length,
    all: metrics.length,
    open: open.length > mostNamed ? headlineWords.andOthers({ metrics: named }) : named,
    count: open.length,
  });
}

/** The proven changes in messages of gRPC calls, behind {@link comparisonHeadline}; null where nothing is proven. */
export function messagesHeadline(metrics: readonly MetricDelta[], scope: string): string | null {
  const { worse, better } = byChange(metrics);
  const found = [
    ...(worse.length > 0 ? [headlineWords.messagesWorse({ metrics: moved(worse) })] : []),
    ...(better.length > 0 ? [headlineWords.messagesBetter({ metrics: moved(better) })] : []),
  ];
  return found.length > 0 ? headlineWords.messages({ found: listed(found), scope }) : null;
}

/** Groups metrics by verdict, the largest change first. */
function byChange(metrics: readonly MetricDelta[]) {
  const of = (verdict: MetricDelta['verdict']) =>
    metrics.filter((metric) => metric.verdict === verdict).sort((a, b) => Math.abs(b.deltaRelative ?? 0) - Math.abs(a.deltaRelative ?? 0));
  return { worse: of('worse'), better: of('better'), open: of('not_enough_evidence'), same: of('no_difference') };
}

function moved(metrics: readonly MetricDelta[]): string {
  return listed(
    metrics
      .slice(0, mostNamed)
      .map(({ metric, deltaRelative }) =>
        headlineWords.moved({ metric: metricShortWords[metric], change: changeFigure(metric, deltaRelative ?? 0) }),
      ),
  );
}

/** A run of an arm; `number` (from 1) where the arm has several. */
interface ArmRun {
  readonly side: 'base' | 'candidate';
  readonly number: number | null;
}

function formatArmRun({ side, number }: ArmRun): string {
  if (number === null) return armRefusalWords[side];
  return (side === 'base' ? armRefusalWords.oneOfBase : armRefusalWords.oneOfCandidate)({ number });
}

/** The first reason of an invalid run; null where it gives none. */
export function invalidRunSentence(run: ArmRun, reason: string | null): string {
  return armRefusalWords.invalid({ run: formatArmRun(run), reason: reason ?? unfitReason() });
}

/** A run of which a file told sums only. */
export function sumsOnlySentence(run: ArmRun, tool: string): string {
  return armRefusalWords.sumsOnly({ run: formatArmRun(run), tool });
}

export function shortRunSentence(run: ArmRun, seconds: number, least: number): string {
  return armRefusalWords.tooShort({ run: formatArmRun(run), count: seconds, least: formatCount(least) });
}

/** The plan, or the machine, is no longer what the baseline ran with. */
export function outdatedBaselineSentence(comparability: string): string {
  return baselineVerdictWords.outdated({ comparability });
}
