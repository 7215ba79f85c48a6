/** What a team stores: its part of each table on disk, by how many samples and runs of it are the team's. */
import type { RetentionFreed, TeamStorage } from '@plimsoll/contracts/retention';
import type { Db } from '../db.ts';
import { first, jsonText } from '../query.ts';

/** Tables that grow with runs, beside the samples. */
const ofRuns = ['runs', 'measured_runs', 'resource_points', 'run_shards'];

/** Reads no sample: what a run has written stands in its row. */
export async function readTeamStorage(db: Db, teamId: string): Promise<TeamStorage> {
  const months = await db.query<{ month: string; samples: string; bytes: string }>(
    `WITH written AS (
       SELECT sample_month AS month, team_id = $1 AS own, sum(CASE sample_seconds WHEN 0 THEN 0 ELSE ceil(last_sequence / sample_seconds::numeric) END) AS samples
       FROM runs GROUP BY 1, 2
     ), each AS (
       SELECT month, coalesce(sum(samples) FILTER (WHERE own), 0) AS samples, sum(samples) AS of_all FROM written GROUP BY month
     )
     SELECT to_char(month, 'YYYY-MM') AS month, samples, round(samples * (
       coalesce(pg_total_relation_size(to_regclass('samples_' || part)), 0) + coalesce(pg_total_relation_size(to_regclass('sample_requests_' || part)), 0)
     ) / of_all) AS bytes
     FROM each, LATERAL (SELECT CASE WHEN month = '1970-01-01' THEN 'before' ELSE to_char(month, 'YYYY_MM') END AS part) AS named
     WHERE samples > 0 ORDER BY month`,
    [teamId],
  );
  const runs = await db.query<{ own: number; bytes: string }>(
    `SELECT own::int, round(own * (SELECT sum(pg_total_relation_size(name::regclass)) FROM unnest($2::text[]) AS name) / greatest(of_all, 1)) AS bytes
     FROM (SELECT count(*) FILTER (WHERE team_id = $1) AS own, count(*) AS of_all FROM runs) AS counted`,
    [teamId, ofRuns],
  );
  const listed = months.rows.map(({ month, samples, bytes }) => ({
    month: month === '1970-01' ? null : month,
    samples: Number(samples),
    bytes: Number(bytes),
  }));
  const sum = (of: 'samples' | 'bytes') => listed.reduce((total, one) => total + one[of], 0);
  const own = first(runs.rows);
  const noted = await db.query<{ freed: RetentionFreed; at: Date }>(
    'SELECT freed, freed_at AS at FROM teams WHERE id = $1 AND freed IS NOT NULL',
    [teamId],
  );
  const last = first(noted.rows);
  return {
    runs: own?.own ?? 0,
    samples: sum('samples'),
    bytes: sum('bytes') + Number(own?.bytes ?? 0),
    months: listed,
    lastFreed: last && { ...last.freed, at: last.at.toISOString() },
  };
}

/** Notes what a pass freed of a team. */
export async function noteFreed(db: Db, teamId: string, freed: RetentionFreed): Promise<void> {
  await db.query('UPDATE teams SET freed = $2, freed_at = now() WHERE id = $1', [teamId, jsonText(freed)]);
}
