/** A finished run held against its plan's baseline: one verdict and one sentence. */

import type { BaselineVerdict } from '@plimsoll/contracts/baseline-verdict';
import type { Comparability, ComparisonResult } from '@plimsoll/contracts/comparison';
import { overallVerdict, ownLimits } from '@plimsoll/wording/arm-words';
import { sayBaseline } from '@plimsoll/wording/say-comparison';

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
export function baselineVerdict(
  baselineRunId: string,
  { base, candidates: [candidate], minimumEffect }: ComparisonResult,
): BaselineVerdict {
  if (!candidate) throw new RangeError('A comparison has at least one candidate.');
  const { comparability, metrics, code } = candidate;
  const fields = comparability.differences.map(({ field }) => field);
  const isOutdated = outdated(comparability);
  const found = { refused: code?.refused ?? null, minimumEffect, ownLimits: ownLimits(base, candidate) };
  return sayBaseline({
    baselineRunId,
    verdict: isOutdated ? 'not_enough_evidence' : overallVerdict(metrics),
    sentence: '',
    code: { outdated: isOutdated ? fields : null, ...found },
    metrics,
  });
}
