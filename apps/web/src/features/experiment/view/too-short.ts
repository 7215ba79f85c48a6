import type { Experiment } from '@plimsoll/contracts/experiment';

/** A run of each of two variants that are too short for a verdict, however often they are repeated; null where they are not. */
export function tooShortPair({ kind, comparisons, runs }: Pick<Experiment, 'kind' | 'comparisons' | 'runs'>) {
  const [only, ...more] = comparisons;
  if (kind !== 'ab' || !only || more.length > 0) return null;
  const isShort = only.result.candidates.some(({ code }) => code?.refused?.kind === 'tooShort');
  const [base, candidate] = [0, only.variant].map((at) => runs.find((run) => run.variant === at && run.state === 'completed')?.runId);
  return isShort && base && candidate ? { base, candidate } : null;
}
