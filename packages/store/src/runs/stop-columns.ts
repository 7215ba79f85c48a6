import type { LoadEnding } from '@plimsoll/contracts/run-ending';

/** The end of a load that had not begun, as JSON. */
export const stoppedBefore = JSON.stringify({ kind: 'stoppedBefore' } satisfies LoadEnding);

/** SQL: what changes of a load that is asked to stop. One that is queued is over at once; `ending` is the parameter with its code. */
export function stopColumns(ending: string): string {
  return `stop_requested_at = coalesce(stop_requested_at, now()),
    ending = CASE WHEN state = 'queued' THEN ${ending}::jsonb ELSE ending END,
    ended_at = CASE WHEN state = 'queued' THEN now() ELSE ended_at END,
    state = CASE WHEN state = 'queued' THEN 'stopped' ELSE 'stopping' END`;
}

/** The same of a run. */
export function stopRunColumns(ending: string): string {
  return `${stopColumns(ending)}, end_reason = CASE WHEN state = 'queued' THEN 'stopped' ELSE end_reason END`;
}
