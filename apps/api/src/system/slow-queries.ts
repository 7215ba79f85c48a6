/** Queries that took long, as spans of what asked them. Quick ones would bury the rest. */
import type { TimedQuery } from '@plimsoll/store/timed-queries';
import type { Traces } from '@plimsoll/telemetry/spans';

/** `leastMs`: quicker ones are left out. */
export function traceSlowQueries(traces: Pick<Traces, 'begin' | 'here'>, leastMs: number): (query: TimedQuery) => void {
  return ({ text, startMs, tookMs, failed }) => {
    if (tookMs < leastMs || traces.here().traceId === null) return;
    const operation = /[a-z]+/i.exec(text)?.[0].toUpperCase() ?? 'query';
    const attributes = {
      'db.system.name': 'postgresql',
      'db.operation.name': operation,
      'db.query.text': text.replace(/\s+/g, ' ').trim(),
    };
    traces.begin(`SQL ${operation}`, { kind: 'client', startMs, attributes }).end(failed ? 'failed' : null);
  };
}
