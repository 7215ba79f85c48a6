/** Failures that end in exit code 0, since nothing was asked of them. */
import { judgeFailure } from '@plimsoll/contracts/failure';
import type { Run } from '@plimsoll/contracts/run';
import { parseThreshold, type Threshold } from '@plimsoll/contracts/threshold';

const ofFailures: readonly Threshold['figure'][] = ['errorRate', 'goodput'];

/** The share of the requests that failed; null where few did, or where a threshold looks at them. */
export function unjudgedFailures({ summary, thresholds }: Pick<Run, 'summary' | 'thresholds'>): number | null {
  if (!summary || judgeFailure(summary) === null) return null;
  const figures = thresholds.map(({ expression }) => parseThreshold(expression));
  return figures.some((one) => 'figure' in one && ofFailures.includes(one.figure)) ? null : summary.errorRate;
}
