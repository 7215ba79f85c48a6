/** A finished run held against its plan's baseline: the worst of the headline verdicts, in one sentence. */
import { headlineMetrics } from '@plimsoll/contracts/compared-metric';
import type { Comparability, ComparisonResult } from '@plimsoll/contracts/comparison';
import type { BaselineVerdict, Verdict } from '@plimsoll/contracts/verdict';
import { outdatedBaselineSentence } from '@plimsoll/wording/comparison-headline';

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

/** The baseline is the base of the comparison, the run its one candidate. */
export function baselineVerdict(baselineRunId: string, { candidates: [candidate] }: ComparisonResult): BaselineVerdict {
  if (!candidate) throw new RangeError('A comparison has at least one candidate.');
  const { comparability, metrics } = candidate;
  if (outdated(comparability)) {
    const sentence = outdatedBaselineSentence(comparability.sentence);
    return { baselineRunId, verdict: 'not_enough_evidence', sentence, metrics };
  }
  const verdicts = metrics.filter(({ metric }) => headlineMetrics.includes(metric)).map(({ verdict }) => verdict);
  return { baselineRunId, verdict: worstVerdict(verdicts), sentence: candidate.sentence, metrics };
}
