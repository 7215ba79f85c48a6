/** The slowest of the requests of a second that have a trace, for people to open. */
import { mostTraces, type RequestTrace } from '@plimsoll/contracts/request-trace';

/** Adds one where it is among the slowest. */
export function keepSlowest(traces: RequestTrace[], trace: RequestTrace): void {
  if (traces.length === mostTraces && (traces.at(-1) as RequestTrace).responseTimeUs >= trace.responseTimeUs) return;
  const before = traces.findIndex(({ responseTimeUs }) => responseTimeUs < trace.responseTimeUs);
  traces.splice(before < 0 ? traces.length : before, 0, trace);
  if (traces.length > mostTraces) traces.pop();
}

/** The slowest over all threads. */
export function slowestOf(traces: readonly RequestTrace[]): RequestTrace[] {
  return traces.toSorted((one, other) => other.responseTimeUs - one.responseTimeUs).slice(0, mostTraces);
}
