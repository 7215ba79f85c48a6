/** The reason for a load's end, in one plain sentence. */
import type { Load } from '@plimsoll/contracts/plan';
import type { EndReason } from '@plimsoll/contracts/run';
import { runEndSentence } from '@plimsoll/wording/run-end-sentence';

export interface LoadEnd {
  readonly reason: EndReason;
  /** One plain sentence. */
  readonly message: string;
}

/** Everything was sent. `dataRows`: how many requests there are data rows for. */
export function endByRequests(load: Load, dataRows: number): LoadEnd {
  const requests = load.model === 'closed' ? (load.requests ?? Number.POSITIVE_INFINITY) : Number.POSITIVE_INFINITY;
  const message = runEndSentence(dataRows < requests ? { kind: 'dataRowsUsed', rows: dataRows } : { kind: 'requestsSent', requests });
  return { reason: 'requests', message };
}

/** The load's duration or stages are over. */
export function endByTime(load: Load): LoadEnd {
  if (load.stages) return { reason: 'stages', message: runEndSentence({ kind: 'stagesDone' }) };
  const requests = load.model === 'closed' ? (load.requests ?? null) : null;
  return { reason: 'duration', message: runEndSentence({ kind: 'timeOver', duration: String(load.duration), requests }) };
}

/** Nobody in charge of the load was heard for too long. */
export function endByLease(): LoadEnd {
  return { reason: 'control_lost', message: runEndSentence({ kind: 'loadControlLost' }) };
}

/** Describes a thrown error, in its own words. */
export function describeError(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** A fault of ours while the load was made. */
export function generatorFailed(error: unknown): LoadEnd {
  return { reason: 'failed', message: runEndSentence({ kind: 'generatorFailed', error: describeError(error) }) };
}

/** Its connections could not be closed. */
export function closingFailed(error: unknown): LoadEnd {
  return { reason: 'failed', message: runEndSentence({ kind: 'connectionsNotClosed', error: String(error) }) };
}

/** The load could not be set up. */
export function setUpFailed(error: unknown): LoadEnd {
  return { reason: 'failed', message: runEndSentence({ kind: 'setUpFailed', error: describeError(error) }) };
}
