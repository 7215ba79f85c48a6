/** The storage of a team: its part of each table on disk, by how many samples and runs of it are the team's. */
import type { RetentionFreed, TeamStorage } from '@plimsoll/contracts/retention';
import type { Db } from '../db.ts';
import { first, jsonText } from '../query.ts';

/** Tables that grow with runs, beside the samples. */
const ofRuns = ['runs', 'measured_runs', 'resource_points', 'run_shards'];

/** Counting reads every run. Where there are more, over all teams, what was counted last is answered. */
const fewRuns = 50_000;
/** A count stands for so many times as long as the counting took. */
const standsFor = 600;

type Stored = Pick<TeamStorage, 'runs' | 'samples' | 'bytes' | 'months'>;
const nothing: Stored = { runs: 0, samples: 0, bytes: 0, months: [] };

interface Counted {
  readonly tookMs: number;
  readonly runs: number;
  readonly byTeam: ReadonlyMap<string, Stored>;
}

/** Reads no sample: a run's written bytes stand in its row. */
async function countStored(db: Db): Promise<Counted> {
  const began = performance.now();
  const sizes = await db.query<{ bytes: string }>(
    'SELECT sum(pg_total_relation_size(name::regclass)) AS bytes FROM unnest($1::text[]) AS name',
    [ofRuns],
  );
  const { rows } = await db.query<{ teamId: string; month: string; runs: string; samples: string; bytes: string }>(
    `WITH written AS (
       SELECT sample_month AS month, team_id, count(*) AS runs,
         sum(CASE sample_seconds WHEN 0 THEN 0 ELSE ceil(last_sequence / sample_seconds::numeric) END) AS samples
       FROM runs GROUP BY 1, 2
     )
     SELECT team_id AS "teamId", to_char(month, 'YYYY-MM') AS month, runs, samples, round(coalesce(samples / nullif(of_all, 0), 0) * (
       coalesce(pg_total_relation_size(to_regclass('samples_' || part)), 0) + coalesce(pg_total_relation_size(to_regclass('sample_requests_' || part)), 0)
     )) AS bytes
     FROM (SELECT *, sum(samples) OVER (PARTITION BY month) AS of_all FROM written) AS each,
       LATERAL (SELECT CASE WHEN month = '1970-01-01' THEN 'before' ELSE to_char(month, 'YYYY_MM') END AS part) AS named
     ORDER BY team_id, month`,
  );
  const runsOfAll = rows.reduce((total, { runs }) => total + Number(runs), 0);
  const bytesOfRun = Number(first(sizes.rows)?.bytes ?? 0) / Math.max(1, runsOfAll);
  const byTeam = new Map<string, Stored>();
  for (const { teamId, month, runs, samples, bytes } of rows) {
    const before = byTeam.get(teamId) ?? nothing;
    const ofMonth = { month: month === '1970-01' ? null : month, samples: Number(samples), bytes: Number(bytes) };
    byTeam.set(teamId, {
      runs: before.runs + Number(runs),
      samples: before.samples + ofMonth.samples,
      bytes: Math.round(before.bytes + ofMonth.bytes + Number(runs) * bytesOfRun),
      months: ofMonth.samples > 0 ? [...before.months, ofMonth] : before.months,
    });
  }
  return { tookMs: performance.now() - began, runs: runsOfAll, byTeam };
}

/** Counts what every team stores and keeps it where there are many runs, unless what was counted last still stands. Call it now and then. */
export async function keepTeamStorage(db: Db): Promise<void> {
  const { rows } = await db.query<{ stands: boolean }>(
    `SELECT stored_at > now() - (stored ->> 'tookMs')::float8 * ${standsFor} * interval '1 ms' AS stands FROM teams
     WHERE stored_at IS NOT NULL ORDER BY stored_at DESC LIMIT 1`,
  );
  if (first(rows)?.stands) return;
  const { tookMs, runs, byTeam } = await countStored(db);
  if (runs <= fewRuns) await db.query('UPDATE teams SET stored = NULL, stored_at = NULL WHERE stored_at IS NOT NULL');
  else
    await db.query(
      `UPDATE teams SET stored = $1::jsonb || coalesce($2::jsonb -> id, $3::jsonb), stored_at = now()`,
      [{ tookMs }, Object.fromEntries(byTeam), nothing].map(jsonText),
    );
}

async function readArchived(db: Db, teamId: string): Promise<TeamStorage['archived']> {
  if (!db.objects) return null;
  const { rows } = await db.query<NonNullable<TeamStorage['archived']>>(
    `SELECT count(DISTINCT run_id) FILTER (WHERE series)::int AS runs, coalesce(sum(bytes) FILTER (WHERE series), 0)::float8 AS bytes,
       count(*) FILTER (WHERE NOT series)::int AS files, coalesce(sum(bytes) FILTER (WHERE NOT series), 0)::float8 AS "fileBytes"
     FROM (SELECT run_id, bytes, kind = 'series' AS series FROM run_objects WHERE team_id = $1 AND kept_at IS NOT NULL) AS kept`,
    [teamId],
  );
  return first(rows);
}

export async function readTeamStorage(db: Db, teamId: string): Promise<TeamStorage> {
  const { rows } = await db.query<{
    stored: (Stored & { tookMs: number }) | null;
    stored_at: Date;
    freed: RetentionFreed | null;
    freed_at: Date;
    now: Date;
  }>('SELECT stored, stored_at, freed, freed_at, now() AS now FROM teams WHERE id = $1', [teamId]);
  const row = first(rows);
  const archived = await readArchived(db, teamId);
  const lastFreed = row?.freed ? { ...row.freed, at: row.freed_at.toISOString() } : null;
  if (row?.stored) {
    const { tookMs: _, ...stored } = row.stored;
    return { ...stored, countedAt: row.stored_at.toISOString(), archived, lastFreed };
  }
  const counted = await countStored(db);
  return { ...(counted.byTeam.get(teamId) ?? nothing), countedAt: (row?.now ?? new Date()).toISOString(), archived, lastFreed };
}

/** Notes what a pass freed of a team. */
export async function noteFreed(db: Db, teamId: string, freed: RetentionFreed): Promise<void> {
  await db.query('UPDATE teams SET freed = $2, freed_at = now() WHERE id = $1', [teamId, jsonText(freed)]);
}
