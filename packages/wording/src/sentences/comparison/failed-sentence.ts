/** Requests that failed on one side only: known, however open their verdict is. */
import type { Candidate } from '@plimsoll/contracts/comparison';
import { isOpen } from '@plimsoll/contracts/verdict';
import { headlineWords } from '../../en/comparison/verdict.ts';
import { formatShare } from '../../figures/share.ts';
import { errorName } from '../../names.ts';
import { insideSentence } from '../../run-state.ts';

/** Smaller differences are no outage. */
const leastShare = 0.01;

/** `Failed: 38.8 % at new, 0 % at old, most by connection refused.` Null where error rates are alike, or have a verdict. */
export function failedSentence({ metrics, errors }: Pick<Candidate, 'metrics' | 'errors'>, base: string, candidate: string): string | null {
  const rate = metrics.find(({ metric }) => metric === 'errorRate');
  if (!rate || !isOpen(rate.verdict) || Math.abs(rate.delta ?? 0) <= leastShare) return null;
  const moved = (error: Candidate['errors'][number]) => Math.abs(error.candidateShare - error.baseShare);
  const [most] = [...errors].sort((one, other) => moved(other) - moved(one));
  if (!most) return null;
  return headlineWords.failed({
    base: formatShare(rate.base ?? 0),
    candidate: formatShare(rate.candidate ?? 0),
    baseName: base,
    name: candidate,
    kind: insideSentence(errorName(most.kind)),
  });
}
