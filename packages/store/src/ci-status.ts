/** Whether a CI system may pass a run. */
import { isNothingGood } from '@plimsoll/contracts/failure';
import type { Summary } from '@plimsoll/contracts/summary';
import type { Validity } from '@plimsoll/contracts/validity';
import type { CiStatus } from '@plimsoll/contracts/verdict';

export interface Measured {
  readonly summary: Pick<Summary, 'sent' | 'outcomes' | 'errorRate'> | null;
  readonly stamp: Validity['stamp'] | null;
}

/** `kept`: of the run's row, which judges state, thresholds and baseline. A run without a good answer, or with a generator that was not fit, measured nothing of its target. */
export function readCiStatus(kept: CiStatus | null, { summary, stamp }: Measured): CiStatus | null {
  return kept === 'passed' && (isNothingGood(summary) || stamp === 'invalid') ? 'failed' : kept;
}
