/** SQL: what changes of a load that is asked to stop. One that is queued is over at once; `reason` is the parameter with its sentence. */
export function stopColumns(reason: string): string {
  return `stop_requested_at = coalesce(stop_requested_at, now()),
    state_reason = CASE WHEN state = 'queued' THEN ${reason} ELSE state_reason END,
    ended_at = CASE WHEN state = 'queued' THEN now() ELSE ended_at END,
    state = CASE WHEN state = 'queued' THEN 'stopped' ELSE 'stopping' END`;
}

/** The same of a run. */
export function stopRunColumns(reason: string): string {
  return `${stopColumns(reason)}, end_reason = CASE WHEN state = 'queued' THEN 'stopped' ELSE end_reason END`;
}
