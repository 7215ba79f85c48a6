/** A comparison in one sentence, and why an arm carries no verdict. */
import type { MetricDelta } from '@plimsoll/contracts/verdict';
import { verdictText } from '../../en/comparison/verdict.ts';
import { changeFigure } from '../../figures/metric-figures.ts';
import { formatCount } from '../../figures/number.ts';
import { formatShare } from '../../figures/share.ts';
import { nameOf } from '../../names.ts';
import { speakerOf } from '../../speaker.ts';
import { listed } from '../list.ts';
import { unfitReason } from '../validity-reason.ts';

const say = speakerOf(verdictText);
const mostNamed = 3;

/** `scope` as `theseRunsOnly` has it where noise between runs is unknown, else empty; `refused`: why there is no verdict at all. */
export function comparisonHeadline(metrics: readonly MetricDelta[], refused: string | null, scope: string, minimumEffect: number): string {
  if (refused) return say('headline.refused', { reason: refused });
  const { worse, better, open, same } = byChange(metrics);
  if (worse.length > 0 && better.length > 0) return say('headline.mixed', { scope, worse: moved(worse), better: moved(better) });
  if (worse.length > 0) return say('headline.worse', { scope, metrics: moved(worse) });
  if (better.length > 0) return say('headline.better', { scope, metrics: moved(better) });
  if (open.length === 0) return say('headline.noDifference', { limit: formatShare(minimumEffect), scope });
  if (same.length === 0) return say('headline.nothingDecided', { scope });
  const named = listed(open.slice(0, mostNamed).map(({ metric }) => nameOf(`metricShort.${metric}`)));
  return say('headline.unproven', {
    scope,
    same: same.length,
    all: metrics.length,
    open: open.length > mostNamed ? say('headline.andOthers', { metrics: named }) : named,
    count: open.length,
  });
}

/** What is proven of messages of gRPC calls, behind {@link comparisonHeadline}; null where nothing is. */
export function messagesHeadline(metrics: readonly MetricDelta[], scope: string): string | null {
  const { worse, better } = byChange(metrics);
  const found = [
    ...(worse.length > 0 ? [say('headline.messagesWorse', { metrics: moved(worse) })] : []),
    ...(better.length > 0 ? [say('headline.messagesBetter', { metrics: moved(better) })] : []),
  ];
  return found.length > 0 ? say('headline.messages', { found: listed(found), scope }) : null;
}

/** By verdict, the largest change first. */
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
        say('headline.moved', { metric: nameOf(`metricShort.${metric}`), change: changeFigure(metric, deltaRelative ?? 0) }),
      ),
  );
}

/** A run of an arm; `number` (from 1) where the arm has several. */
interface ArmRun {
  readonly side: 'base' | 'candidate';
  readonly number: number | null;
}

function formatArmRun({ side, number }: ArmRun): string {
  if (number === null) return say(`armRefusal.${side}`);
  return say(side === 'base' ? 'armRefusal.oneOfBase' : 'armRefusal.oneOfCandidate', { number });
}

/** The first reason of an invalid run; null where it gives none. */
export function invalidRunSentence(run: ArmRun, reason: string | null): string {
  return say('armRefusal.invalid', { run: formatArmRun(run), reason: reason ?? unfitReason() });
}

/** A run of which a file told sums only. */
export function sumsOnlySentence(run: ArmRun, tool: string): string {
  return say('armRefusal.sumsOnly', { run: formatArmRun(run), tool });
}

export function shortRunSentence(run: ArmRun, seconds: number, least: number): string {
  return say('armRefusal.tooShort', { run: formatArmRun(run), count: seconds, least: formatCount(least) });
}

/** The plan, or the machine, is no longer what the baseline ran with. */
export function outdatedBaselineSentence(comparability: string): string {
  return say('baselineVerdict.outdated', { comparability });
}
