/** A finished run held against its plan's baseline: the worst of the headline verdicts, in one sentence. */
import type { ComparisonResult } from '@plimsoll/contracts/comparison';
import { type BaselineVerdict, headlineMetrics, type Verdict } from '@plimsoll/contracts/verdict';

/** Worst first: what is not known is worse than what is known to be the same. */
const worstFirst: readonly Verdict[] = ['worse', 'not_enough_evidence', 'no_difference', 'better'];

export function worstVerdict(verdicts: readonly Verdict[]): Verdict {
  return worstFirst.find((verdict) => verdicts.includes(verdict)) ?? 'not_enough_evidence';
}

/** `result`: the baseline as base, the run as candidate. */
export function baselineVerdict(baselineRunId: string, result: ComparisonResult): BaselineVerdict {
  const headline: readonly string[] = headlineMetrics;
  const verdicts = result.metrics.filter(({ metric }) => headline.includes(metric)).map(({ verdict }) => verdict);
  return { baselineRunId, verdict: worstVerdict(verdicts), sentence: result.sentence, metrics: result.metrics };
}
