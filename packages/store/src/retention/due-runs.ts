/** Which runs have samples that their team no longer wants, and what would be freed. */
import { type Retention, type RetentionFreed, thinnedSeconds } from '@plimsoll/contracts/retention';
import { terminalStates } from '@plimsoll/contracts/run';
import { histogramNames, requestTimeNames } from '@plimsoll/contracts/sample';
import { histogramFields } from '@plimsoll/contracts/sample-fields';
import type { Db } from '../db.ts';
import { first } from '../query.ts';

/** Baselines and what an open link shows keep what they have. */
const isKept = `EXISTS (SELECT FROM plans p WHERE p.baseline_run_id = r.id)
  OR EXISTS (SELECT FROM shares s WHERE s.run_id = r.id AND s.revoked_at IS NULL AND s.expires_at > now())`;

const endedBefore = (days: string) => `r.ended_at < now() - ${days} * interval '1 day'`;

/** SQL: `thin` or `drop`, or null where nothing is due. `samplesDays` and `runsDays` are SQL of days. */
const dueOf = (samplesDays: string, runsDays: string) => `CASE
  WHEN r.sample_seconds = 0 OR r.ended_at IS NULL OR NOT r.state = ANY('{${terminalStates.join()}}') THEN NULL
  WHEN NOT (coalesce(${endedBefore(runsDays)}, false) OR coalesce(r.sample_seconds = 1 AND ${endedBefore(samplesDays)}, false)) THEN NULL
  WHEN ${isKept} THEN NULL
  WHEN ${endedBefore(runsDays)} THEN 'drop' ELSE 'thin' END`;

/** SQL of what is due of the run `r` by the rules of its team `t`. */
export const dueOfRun = dueOf('t.samples_days', 't.runs_days');

export interface DueRun {
  readonly id: string;
  readonly teamId: string;
  readonly due: 'thin' | 'drop';
}

/** Some of the runs of all teams that have something due, the oldest first, without those named. */
export async function listDueRuns(db: Db, limit: number, without: readonly string[] = []): Promise<DueRun[]> {
  const { rows } = await db.query<DueRun>(
    `SELECT id, "teamId", due FROM (
       SELECT r.id, r.team_id AS "teamId", r.ended_at, ${dueOfRun} AS due FROM teams t JOIN runs r ON r.team_id = t.id
       WHERE r.sample_seconds > 0 AND r.ended_at < now() - least(t.samples_days, t.runs_days) * interval '1 day' AND r.id <> ALL($2)) AS found
     WHERE due IS NOT NULL ORDER BY ended_at LIMIT $1`,
    [limit, without],
  );
  return rows;
}

const sizes = (columns: readonly string[]) => columns.map((column) => `coalesce(pg_column_size(${column}), 0)`).join(' + ');
/** SQL of the bytes of a sample's values, and of one request's part of it. */
export const sampleBytes = sizes(['s.counts', ...histogramNames.map((name) => `s.${histogramFields[name].column}`)]);
export const requestBytes = sizes(['q.counts', ...requestTimeNames.map((name) => `q.${histogramFields[name].column}`)]);

/** What these rules would free of a team now. It reads every sample that goes: about a second for each million. */
export async function previewRetention(db: Db, teamId: string, { samplesDays, runsDays }: Retention): Promise<RetentionFreed> {
  const { rows } = await db.query<{ due: 'thin' | 'drop'; runs: number; samples: string; left: string; bytes: string }>(
    `WITH due AS (
       SELECT r.id, r.attempt, r.sample_month, ${dueOf('$2::int', '$3::int')} AS due FROM runs r
       WHERE r.team_id = $1 AND r.sample_seconds > 0 AND r.ended_at < now() - least($2::int, $3::int) * interval '1 day'
     ), each AS (
       SELECT d.id, d.due, m.samples, m.left, m.bytes + q.bytes AS bytes FROM due d,
       LATERAL (SELECT count(*) AS samples, coalesce(sum(${sampleBytes}), 0) AS bytes,
           count(DISTINCT (s.warmup, s.second / ${thinnedSeconds})) FILTER (WHERE s.attempt = d.attempt) AS left
         FROM samples s WHERE s.run_id = d.id AND s.month = d.sample_month) AS m,
       LATERAL (SELECT coalesce(sum(${requestBytes}), 0) AS bytes FROM sample_requests q WHERE q.run_id = d.id AND q.month = d.sample_month) AS q
       WHERE d.due IS NOT NULL
     )
     SELECT due, count(*)::int AS runs, sum(samples) AS samples, sum("left") AS "left",
       sum(CASE WHEN due = 'drop' OR samples = 0 THEN bytes ELSE round(bytes * (samples - "left") / samples) END) AS bytes
     FROM each GROUP BY due`,
    [teamId, samplesDays, runsDays],
  );
  const of = (due: DueRun['due']) => {
    const row = first(rows.filter((one) => one.due === due));
    if (!row) return { runs: 0, samples: 0, bytes: 0 };
    return { runs: row.runs, samples: Number(row.samples) - (due === 'thin' ? Number(row.left) : 0), bytes: Number(row.bytes) };
  };
  return { thinned: of('thin'), dropped: of('drop') };
}
