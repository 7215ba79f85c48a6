/** The reason for a load's end, as a code with its figures. */
import type { Plan } from '@plimsoll/contracts/plan';
import type { EndReason } from '@plimsoll/contracts/run';
import type { LoadEnding } from '@plimsoll/contracts/run-ending';
import { countedMark } from '@plimsoll/contracts/streaming';
import { ConnectionError } from '@plimsoll/network/connection-error';

export interface LoadEnd {
  readonly reason: EndReason;
  readonly ending: LoadEnding;
}

/** Everything was sent. `dataRows`: how many requests there are data rows for. */
export function endByRequests({ load, connection }: Plan, dataRows: number): LoadEnd {
  const requests = load.model === 'closed' ? (load.requests ?? Number.POSITIVE_INFINITY) : Number.POSITIVE_INFINITY;
  const ending: LoadEnding =
    dataRows < requests ? { kind: 'dataRowsUsed', rows: dataRows } : { kind: 'requestsSent', requests, ...countedMark(connection) };
  return { reason: 'requests', ending };
}

/** The load's duration or stages are over. */
export function endByTime({ load, connection }: Plan): LoadEnd {
  if (load.stages) return { reason: 'stages', ending: { kind: 'stagesDone' } };
  const requests = load.model === 'closed' ? (load.requests ?? null) : null;
  return { reason: 'duration', ending: { kind: 'timeOver', duration: String(load.duration), requests, ...countedMark(connection) } };
}

/** Nobody in charge of the load was heard for too long. */
export function endByLease(): LoadEnd {
  return { reason: 'control_lost', ending: { kind: 'loadControlLost' } };
}

/** Describes a thrown error, in its own words. */
export function describeError(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** A fault of ours while the load was made. */
export function generatorFailed(error: unknown): LoadEnd {
  return { reason: 'failed', ending: { kind: 'generatorFailed', error: describeError(error) } };
}

/** Its connections could not be closed. */
export function closingFailed(error: unknown): LoadEnd {
  return { reason: 'failed', ending: { kind: 'connectionsNotClosed', error: String(error) } };
}

/** The load could not be set up. */
export function setUpFailed(error: unknown): LoadEnd {
  return { reason: 'failed', ending: { kind: 'setUpFailed', error: describeError(error) } };
}

/** The target was refused while the load went on. */
export function targetRefused(error: unknown): LoadEnding {
  const failure = error instanceof ConnectionError ? error.failure : null;
  return failure?.kind === 'refusedTarget'
    ? { kind: 'refused', refusal: failure.refusal }
    : { kind: 'generatorFailed', error: describeError(error) };
}
