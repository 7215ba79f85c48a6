/** A finished run held against its plan's baseline: the worst of the headline verdicts, in one sentence. */
import type { Comparability, ComparisonResult } from '@plimsoll/contracts/comparison';
import { type BaselineVerdict, headlineMetrics, type Verdict } from '@plimsoll/contracts/verdict';

/** Worst first: what is not known is worse than what is known to be the same. */
const worstFirst: readonly Verdict[] = ['worse', 'not_enough_evidence', 'no_difference', 'better'];

export function worstVerdict(verdicts: readonly Verdict[]): Verdict {
  return worstFirst.find((verdict) => verdicts.includes(verdict)) ?? 'not_enough_evidence';
}

/** Of the target, or of one request among several. */
const ofUrl = /^(target|requests\[[^\]]*\])\.url$/;

/**
 * Has more changed since the baseline than the target? A plan that was edited, or another make of machine, changes the figures by
 * itself. Another URL is where a new build may live.
 */
function outdated({ grade, differences }: Comparability): boolean {
  return grade === 'not_like_with_like' || differences.some(({ kind, field }) => kind === 'plan' && !ofUrl.test(field));
}

/** `result`: the baseline as base, the run as candidate. */
export function baselineVerdict(baselineRunId: string, result: ComparisonResult): BaselineVerdict {
  const { comparability, metrics } = result;
  if (outdated(comparability)) {
    const sentence = `Not enough evidence: this is no longer what the baseline measured. ${comparability.sentence} Pin a new baseline.`;
    return { baselineRunId, verdict: 'not_enough_evidence', sentence, metrics };
  }
  const headline: readonly string[] = headlineMetrics;
  const verdicts = metrics.filter(({ metric }) => headline.includes(metric)).map(({ verdict }) => verdict);
  return { baselineRunId, verdict: worstVerdict(verdicts), sentence: result.sentence, metrics };
}
