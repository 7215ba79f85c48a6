/** The sampled requests of a run that have a trace in the team's own backend. */
import type { RequestTrace } from '@plimsoll/contracts/request-trace';
import type { RunWindow } from '@plimsoll/contracts/window';
import { findArchived } from '../archive/archived-series.ts';
import type { Db } from '../db.ts';
import { first } from '../query.ts';
import { samplesInArchive } from './archived-samples.ts';

/** Answered of a run, or of a window of it. */
const mostListed = 50;

export interface RunTraces {
  /** The team's address of a trace, with `{traceId}` in it; null: it has none. */
  readonly traceUrl: string | null;
  /** The slowest of the measured seconds, slowest first. */
  readonly traces: readonly RequestTrace[];
}

/** Null: no such run. Samples are read only where the plan asked for traces. */
export async function listRunTraces(db: Db, teamId: string, runId: string, window: RunWindow | null): Promise<RunTraces | null> {
  const { rows } = await db.query<RunTraces & { readonly asked: boolean }>(
    `SELECT t.trace_url AS "traceUrl", r.plan -> 'tracing' IS NOT NULL AS asked, ARRAY(
       SELECT found.trace FROM samples s, jsonb_array_elements(s.counts -> 'traces') AS found(trace)
       WHERE r.plan -> 'tracing' IS NOT NULL AND s.run_id = r.id AND s.attempt = r.attempt AND s.month = r.sample_month AND NOT s.warmup
         AND s.second >= coalesce($3, s.second) AND s.second < coalesce($4, s.second + 1)
       ORDER BY (found.trace ->> 'responseTimeUs')::float8 DESC LIMIT ${mostListed}
     ) AS traces FROM runs r JOIN teams t ON t.id = r.team_id WHERE r.id = $1 AND r.team_id = $2`,
    [runId, teamId, window?.from ?? null, window?.to ?? null],
  );
  const run = first(rows);
  if (!run) return null;
  const { asked, traceUrl, traces } = run;
  return { traceUrl, traces: asked && traces.length === 0 ? await tracesInArchive(db, teamId, runId, window) : traces };
}

/** The same of moved series; none where they were not moved. */
async function tracesInArchive(db: Db, teamId: string, runId: string, window: RunWindow | null): Promise<RequestTrace[]> {
  const archived = await findArchived(db, runId, teamId);
  let slowest: RequestTrace[] = [];
  if (!archived) return slowest;
  for await (const { sample } of samplesInArchive(archived, { ...window, measuredOnly: true, withoutRequests: true, histograms: [] }))
    if (sample.traces.length > 0)
      slowest = [...slowest, ...sample.traces].sort((one, other) => other.responseTimeUs - one.responseTimeUs).slice(0, mostListed);
  return slowest;
}
