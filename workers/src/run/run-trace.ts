/** The way of a run on this worker, as spans below the one that asked for it. The generator knows nothing of them: its worker sees when it is where. */
import type { EndReason } from '@plimsoll/contracts/run';
import type { Claim } from '@plimsoll/store/run-claim';
import type { Span, SpanAttributes, Traces } from '@plimsoll/telemetry/spans';

/** Where it is, one after the other. */
export type Station = 'check target' | 'start generator' | 'set up load' | 'wait for start' | 'load' | 'finish run';

export interface RunTrace {
  /** For log lines. */
  readonly span: Pick<Span, 'traceId'>;
  /** It comes to this station, and is through with the one before. */
  at(station: Station): void;
  /** Something that happened there. */
  event(name: string, atMs?: number): void;
  end(reason: EndReason): void;
}

const failures: ReadonlySet<EndReason> = new Set(['control_lost', 'target_refused', 'failed']);

/** `claim`: taken just now. `attributes`: of the worker. */
export function traceRun(traces: Traces, claim: Claim, attributes: SpanAttributes): RunTrace {
  const now = Date.now();
  const described = { ...describeClaim(claim), ...attributes };
  const span = traces.begin('make load', { kind: 'consumer', parent: claim.traceParent, attributes: described, startMs: now });
  if (claim.shard === 0 && claim.traceParent !== null)
    traces
      .begin('wait in queue', { parent: claim.traceParent, attributes: { 'plimsoll.run_id': claim.runId }, startMs: now - claim.queuedMs })
      .end();
  let here: Span | null = null;
  const leave = (failed: string | null = null) => {
    here?.end(failed);
    here = null;
  };
  return {
    span,
    at(station) {
      leave();
      here = traces.begin(station, { parent: span.traceParent });
    },
    event: (name, atMs) => here?.event(name, atMs),
    end(reason) {
      const failed = failures.has(reason) ? reason : null;
      leave(failed);
      span.set({ 'plimsoll.end_reason': reason });
      span.end(failed);
    },
  };
}

/** No URL: its query may hold a secret. */
function describeClaim({ runId, number, plan, teamName, shard, generators, attempt }: Claim): SpanAttributes {
  return {
    'plimsoll.run_id': runId,
    ...(number === null ? {} : { 'plimsoll.run': number }),
    'plimsoll.plan': plan.name,
    'plimsoll.team': teamName,
    'plimsoll.attempt': attempt,
    'plimsoll.generator': shard + 1,
    'plimsoll.generators': generators,
  };
}
