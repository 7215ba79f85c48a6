/** The figures that a comparison may show of runs that nobody answered: attempts, thousands a second, are no throughput. */
import { judgeFailure } from '@plimsoll/contracts/failure';
import type { Summary } from '@plimsoll/contracts/summary';
import type { MetricDelta } from '@plimsoll/contracts/verdict';

/** The deltas stay as they are where each arm had an answer. */
export function tellUnanswered(deltas: readonly MetricDelta[], base: readonly Summary[], candidate: readonly Summary[]): MetricDelta[] {
  const answered = (summaries: readonly Summary[]) => summaries.some((summary) => judgeFailure(summary) !== 'unanswered');
  const [left, right] = [answered(base), answered(candidate)];
  if (left && right) return [...deltas];
  const none = { delta: null, deltaRelative: null, interval: null, verdict: 'not_enough_evidence', reason: '' } as const;
  return deltas.map((delta): MetricDelta => {
    const { metric } = delta;
    if (metric !== 'throughput') return delta;
    return { metric, base: left ? delta.base : null, candidate: right ? delta.candidate : null, ...none, code: { kind: 'unanswered' } };
  });
}
