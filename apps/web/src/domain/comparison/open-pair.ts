import { decidingOf } from '@plimsoll/contracts/compared-metric';
import type { Arm, ComparisonResult } from '@plimsoll/contracts/comparison';
import { isNothingGood } from '@plimsoll/contracts/failure';
import { isOpen } from '@plimsoll/contracts/verdict';

/** Runs of which nothing was good decide nothing, however often they are made. */
const decidesNothing = ({ runs }: Pick<Arm, 'runs'>) => runs.some(({ summary }) => isNothingGood(summary));

/** The two runs whose comparison left a headline metric open; null where all are decided, or cannot be compared, or more than two arms are. */
export function openPair({ base, candidates }: Pick<ComparisonResult, 'base' | 'candidates'>): { base: string; candidate: string } | null {
  const [only, ...more] = candidates;
  const [one, other] = [base.runs[0]?.id, only?.runs[0]?.id];
  if (!only || more.length > 0 || one === undefined || other === undefined) return null;
  if (only.comparability.grade === 'not_like_with_like') return null;
  if (decidesNothing(base) || decidesNothing(only)) return null;
  const undecided = decidingOf(only.metrics).some(({ verdict }) => isOpen(verdict));
  return undecided ? { base: one, candidate: other } : null;
}
