/** A finished run held against its plan's baseline: the worst of the headline verdicts, in one sentence. */
import { headlineMetrics } from '@plimsoll/contracts/compared-metric';
import type { Comparability, ComparisonResult } from '@plimsoll/contracts/comparison';
import { type BaselineVerdict, leadingVerdict } from '@plimsoll/contracts/verdict';
import { outdatedBaselineSentence } from '@plimsoll/wording/comparison-headline';

/** A verdict on the target, or on one request among several. */
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
    const sentence = outdatedBaselineSentence(comparability);
    return { baselineRunId, verdict: 'not_enough_evidence', sentence, metrics };
  }
  const verdicts = metrics.filter(({ metric }) => headlineMetrics.includes(metric)).map(({ verdict }) => verdict);
  return { baselineRunId, verdict: leadingVerdict(verdicts, 'worst'), sentence: candidate.sentence, metrics };
}
