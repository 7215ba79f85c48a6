/** Why a load ended by itself, in one plain sentence. */
import type { Load } from '@plimsoll/contracts/plan';
import type { EndReason } from '@plimsoll/contracts/run';
import { runEndSentence } from '@plimsoll/wording/run-end-sentence';

export interface LoopEnd {
  readonly reason: EndReason;
  readonly message: string;
}

/** Everything was sent. `dataRows`: how many requests the data is good for. */
export function endByRequests(load: Load, dataRows: number): LoopEnd {
  const requests = load.model === 'closed' ? (load.requests ?? Number.POSITIVE_INFINITY) : Number.POSITIVE_INFINITY;
  const message = runEndSentence(dataRows < requests ? { kind: 'dataRowsUsed', rows: dataRows } : { kind: 'requestsSent', requests });
  return { reason: 'requests', message };
}

/** The load's own time is over. */
export function endByTime(load: Load): LoopEnd {
  if (load.stages) return { reason: 'stages', message: runEndSentence({ kind: 'stagesDone' }) };
  const requests = load.model === 'closed' ? (load.requests ?? null) : null;
  return { reason: 'duration', message: runEndSentence({ kind: 'timeOver', duration: String(load.duration), requests }) };
}
