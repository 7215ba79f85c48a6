/** Why a load ended, in one plain sentence. */
import type { Load } from '@plimsoll/contracts/plan';
import type { EndReason } from '@plimsoll/contracts/run';

export interface LoadEnd {
  readonly reason: EndReason;
  /** One plain sentence. */
  readonly message: string;
}

/** Everything was sent. `dataRows`: how many requests there are data rows for. */
export function endByRequests(load: Load, dataRows: number): LoadEnd {
  const requests = load.model === 'closed' ? (load.requests ?? Number.POSITIVE_INFINITY) : Number.POSITIVE_INFINITY;
  const message = dataRows < requests ? `All ${dataRows} data rows were used once.` : `All ${requests} requests were sent.`;
  return { reason: 'requests', message };
}

/** The load's duration or stages are over. */
export function endByTime(load: Load): LoadEnd {
  if (load.stages) return { reason: 'stages', message: 'All stages are done.' };
  const requests = load.model === 'closed' && load.requests !== undefined ? `, before its ${load.requests} requests` : '';
  return { reason: 'duration', message: `The duration of ${load.duration} is over${requests}.` };
}

/** The load could not be set up. */
export function setUpFailed(error: unknown): LoadEnd {
  return { reason: 'failed', message: `The load could not be set up: ${error instanceof Error ? error.message : String(error)}` };
}
