/**
 * The measures of long runs that comparisons read, kept once they were made from samples. They name the samples that it was made from, by the
 * sequence number that every write of samples raises, so that it is never read beside others.
 */

import { type ArchivedSeries, findArchived } from '../archive/archived-series.ts';
import { sampleSecondsOf } from '../archive/run-objects.ts';
import type { Db } from '../db.ts';
import { first } from '../query.ts';
import { readStretch } from './empty-seconds.ts';

/** The samples that a run had at a look. */
export interface SampleState {
  readonly attempt: number;
  readonly lastSequence: number;
}

export interface SampleExtent extends SampleState {
  /** One a second and shard. */
  readonly samples: number;
  /** Seconds that samples cover. */
  readonly seconds: number;
  /** Last second + 1; 0 without any. */
  readonly end: number;
  /** Seconds a sample: 1, more once the run was thinned; 0: they are gone. */
  readonly sampleSeconds: number;
}

/** Seconds that a sample covers, as SQL. */
const covered = `CASE WHEN r.sample_seconds > 1 THEN greatest(1, ceil((s.counts ->> 'lengthMs')::float8 / 1000))::int ELSE 1 END`;

/** Measures the extent of the run, without its warm-up, or within seconds of [from, to). Null: the team has no such run. */
export async function readSampleExtent(
  db: Db,
  teamId: string,
  runId: string,
  window: { readonly from: number; readonly to: number } | null = null,
): Promise<SampleExtent | null> {
  const { rows } = await db.query<Omit<SampleExtent, 'lastSequence'> & { last: string }>(
    `SELECT r.attempt, r.last_sequence AS last, count(s.second)::int AS samples,
       CASE WHEN r.sample_seconds > 1 THEN coalesce(sum(${covered}) FILTER (WHERE s.second IS NOT NULL), 0) ELSE count(DISTINCT s.second) END::int AS seconds,
       coalesce(max(s.second + ${covered}), 0) AS "end", r.sample_seconds AS "sampleSeconds"
     FROM runs r LEFT JOIN samples s ON s.run_id = r.id AND s.attempt = r.attempt AND s.month = r.sample_month AND NOT s.warmup
       AND s.second >= coalesce($3, s.second) AND s.second < coalesce($4, s.second + 1)
     WHERE r.id = $1 AND r.team_id = $2 GROUP BY r.id`,
    [runId, teamId, window?.from ?? null, window?.to ?? null],
  );
  const row = first(rows);
  if (!row) return null;
  const { last, ...kept } = row;
  const archived = kept.sampleSeconds === 0 ? await findArchived(db, runId) : null;
  const extent = { ...kept, ...(archived && (await extentInArchive(archived, window ?? {}))), lastSequence: Number(last) };
  const stretch = await readStretch(db, runId, window ?? {});
  if (!stretch) return extent;
  const seconds = Math.max(0, stretch.to - stretch.from);
  return { ...extent, seconds, end: seconds > 0 ? stretch.to : 0, samples: Math.ceil(seconds / stretch.stepSeconds) };
}

/** The same of moved series. */
async function extentInArchive(
  archived: ArchivedSeries,
  { from = 0, to = Number.POSITIVE_INFINITY }: { readonly from?: number; readonly to?: number },
): Promise<Pick<SampleExtent, 'samples' | 'seconds' | 'end' | 'sampleSeconds'>> {
  const { sampleSeconds } = archived;
  const distinct = new Set<number>();
  let [samples, coveredSeconds, end] = [0, 0, 0];
  for await (const { sample } of archived.seconds(true)) {
    const { second, warmup, counts } = sample as { second: number; warmup: boolean; counts: { lengthMs: number } };
    if (warmup || second < from || second >= to) continue;
    const length = sampleSeconds > 1 ? Math.max(1, Math.ceil(counts.lengthMs / 1000)) : 1;
    samples += 1;
    distinct.add(second);
    coveredSeconds += length;
    end = Math.max(end, second + length);
  }
  return { samples, seconds: sampleSeconds > 1 ? coveredSeconds : distinct.size, end, sampleSeconds };
}

/** Seconds that each stored sample of the run covers; 0: they are gone, or the run is. */
export async function readSampleSeconds(db: Db, runId: string): Promise<number> {
  const { rows } = await db.query<{ seconds: number }>(`SELECT ${sampleSecondsOf} AS seconds FROM runs r WHERE r.id = $1`, [runId]);
  return first(rows)?.seconds ?? 0;
}

/** The run that was measured, and how finely. */
export interface MeasuredKey {
  readonly teamId: string;
  readonly runId: string;
  readonly unitSeconds: number;
  /** 0 for what is no grid of units but merged samples, of which there is one row besides. */
  readonly requestUnitSeconds: number;
  readonly format: string;
}

export interface KeptMeasures {
  /** JSON. */
  readonly charts: string;
  readonly series: Uint8Array<ArrayBuffer>;
}

/** Null: not kept, or kept of other samples or in another format. */
export async function findMeasuredRun(db: Db, key: MeasuredKey): Promise<KeptMeasures | null> {
  const { rows } = await db.query<KeptMeasures>(
    `SELECT m.charts, m.series FROM measured_runs m
     JOIN runs r ON r.id = m.run_id AND r.attempt = m.attempt AND r.last_sequence = m.last_sequence
     WHERE m.run_id = $1 AND m.team_id = $2 AND m.unit_seconds = $3 AND m.request_unit_seconds = $4 AND m.format = $5`,
    [key.runId, key.teamId, key.unitSeconds, key.requestUnitSeconds, key.format],
  );
  return first(rows);
}

/** The most grids that are kept of a run: as many as it is compared with runs of other lengths, or in larger arms. */
const mostGrids = 4;

/** Keeps what was made from the samples of `state`, unless the run has others by now. */
export async function keepMeasuredRun(db: Db, key: MeasuredKey, state: SampleState, { charts, series }: KeptMeasures): Promise<void> {
  await db.query(
    `WITH kept AS (
       INSERT INTO measured_runs (run_id, team_id, unit_seconds, request_unit_seconds, format, attempt, last_sequence, charts, series)
       SELECT id, team_id, $3, $4, $5, attempt, last_sequence, $8, $9 FROM runs
       WHERE id = $1 AND team_id = $2 AND attempt = $6 AND last_sequence = $7
       ON CONFLICT (run_id, unit_seconds, request_unit_seconds) DO UPDATE SET format = excluded.format, attempt = excluded.attempt,
         last_sequence = excluded.last_sequence, charts = excluded.charts, series = excluded.series, created_at = now()
     )
     DELETE FROM measured_runs WHERE (run_id, unit_seconds, request_unit_seconds) IN (
       SELECT run_id, unit_seconds, request_unit_seconds FROM measured_runs
       WHERE run_id = $1 AND request_unit_seconds > 0 AND (unit_seconds, request_unit_seconds) <> ($3, $4)
       ORDER BY created_at DESC OFFSET ${mostGrids} - ($4 > 0)::int)`,
    [
      key.runId,
      key.teamId,
      key.unitSeconds,
      key.requestUnitSeconds,
      key.format,
      state.attempt,
      state.lastSequence,
      charts,
      Buffer.from(series.buffer, series.byteOffset, series.byteLength),
    ],
  );
}
