/** Finds runs with samples that their team no longer wants. */
import { terminalStates } from '@plimsoll/contracts/run';
import type { Db } from '../db.ts';

const openShares = 'FROM shares WHERE revoked_at IS NULL AND expires_at > now()';

/** SQL of the ids of runs that keep what they have: baselines, compared ones, those of an experiment under way, and what an open link shows. */
const keptRuns = `SELECT baseline_run_id FROM plans WHERE baseline_run_id IS NOT NULL
  UNION ALL SELECT run_id ${openShares} AND run_id IS NOT NULL
  UNION ALL SELECT unnest(base_run_ids) FROM comparisons
  UNION ALL SELECT jsonb_array_elements_text(arm)::uuid FROM comparisons, jsonb_array_elements(candidate_run_ids) AS arm
  UNION ALL SELECT id FROM runs WHERE experiment_id IN (
    SELECT id FROM experiments WHERE state IN ('queued', 'running', 'stopping')
    UNION ALL SELECT experiment_id ${openShares} AND experiment_id IS NOT NULL)`;

const endedBefore = (days: string) => `r.ended_at < now() - ${days} * interval '1 day'`;

/** SQL: `thin` or `drop`, or null where nothing is due. `samplesDays` and `runsDays` are SQL of days. */
export const dueOf = (samplesDays: string, runsDays: string) => `CASE
  WHEN r.sample_seconds = 0 OR r.ended_at IS NULL OR NOT r.state = ANY('{${terminalStates.join()}}') THEN NULL
  WHEN NOT (coalesce(${endedBefore(runsDays)}, false) OR coalesce(r.sample_seconds = 1 AND ${endedBefore(samplesDays)}, false)) THEN NULL
  WHEN r.id IN (${keptRuns}) THEN NULL
  WHEN ${endedBefore(runsDays)} THEN 'drop' ELSE 'thin' END`;

/** SQL of what is due of the run `r` by the rules of its team `t`. */
export const dueOfRun = dueOf('t.samples_days', 't.runs_days');

export interface DueRun {
  readonly id: string;
  readonly teamId: string;
  readonly due: 'thin' | 'drop';
  /** To the microsecond. */
  readonly endedAt: string;
}

/** Teams that have a rule. */
export async function listRetainingTeams(db: Db): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>('SELECT id FROM teams WHERE coalesce(samples_days, runs_days) IS NOT NULL ORDER BY id');
  return rows.map(({ id }) => id);
}

/** Some of the team's runs that have something due, the oldest first, after the one given. */
export async function listDueRuns(db: Db, teamId: string, limit: number, after: DueRun | null): Promise<DueRun[]> {
  const { rows } = await db.query<DueRun>(
    `SELECT id, "teamId", due, "endedAt" FROM (
       SELECT r.id, r.team_id AS "teamId", r.ended_at, r.ended_at::text AS "endedAt", ${dueOfRun} AS due FROM teams t JOIN runs r ON r.team_id = t.id
       WHERE t.id = $1 AND r.sample_seconds > 0 AND r.ended_at < now() - least(t.samples_days, t.runs_days) * interval '1 day'
         AND (r.ended_at, r.id) > (coalesce($3::timestamptz, '-infinity'), coalesce($4::uuid, '00000000-0000-0000-0000-000000000000'))) AS found
     WHERE due IS NOT NULL ORDER BY ended_at, id LIMIT $2`,
    [teamId, limit, after?.endedAt ?? null, after?.id ?? null],
  );
  return rows;
}
