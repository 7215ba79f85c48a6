/** Measures the data that would be freed. */
import { type Retention, type RetentionFreed, thinnedSeconds } from '@plimsoll/contracts/retention';
import { requestTimeNames } from '@plimsoll/contracts/sample';
import { columnOf, histogramNames } from '@plimsoll/contracts/times';
import type { Db } from '../db.ts';
import { type DueRun, dueOf, dueOfRun } from './due-runs.ts';

const sizes = (columns: readonly string[]) => columns.map((column) => `coalesce(pg_column_size(${column}), 0)`).join(' + ');
/** SQL of the bytes of a sample's values, and of one request's part of it. */
export const sampleBytes = sizes(['s.counts', ...histogramNames.map((name) => `s.${columnOf(name)}`)]);
export const requestBytes = sizes(['q.counts', ...requestTimeNames.map((name) => `q.${columnOf(name)}`)]);

/** Samples that are read, of each team and kind: with a cold cache they take about a second. A random part stands for all of more runs. */
const mostRead = 20_000;

export const noneFreed: RetentionFreed = {
  thinned: { runs: 0, samples: 0, bytes: 0 },
  dropped: { runs: 0, samples: 0, bytes: 0 },
  exact: true,
};

export function addFreed(one: RetentionFreed, other: RetentionFreed): RetentionFreed {
  const add = (kind: 'thinned' | 'dropped') => ({
    runs: one[kind].runs + other[kind].runs,
    samples: one[kind].samples + other[kind].samples,
    bytes: one[kind].bytes + other[kind].bytes,
  });
  return { thinned: add('thinned'), dropped: add('dropped'), exact: one.exact && other.exact };
}

interface MeasuredRow {
  readonly teamId: string;
  readonly due: DueRun['due'];
  readonly runs: number;
  readonly samples: string;
  readonly bytes: string;
  readonly exact: boolean;
}

/** SQL of the place of a shard's region among those of a plan; 0 of a plan without. */
const regionOf = (generators: string, shard: string) => `CASE WHEN jsonb_typeof(${generators}) = 'array' THEN (
  SELECT count(*) FROM (SELECT sum((g.region ->> 'n')::int) OVER (ORDER BY g.at) AS after FROM jsonb_array_elements(${generators}) WITH ORDINALITY AS g(region, at)) AS e
  WHERE e.after <= ${shard}) ELSE 0 END`;

/** `found` is SQL of runs with what is due of them: id, team_id, attempt, sample_month, last_sequence, generators, due. */
async function measureDue(db: Db, found: string, values: readonly unknown[]): Promise<Map<string, RetentionFreed>> {
  const { rows } = await db.query<MeasuredRow>(
    `WITH due AS MATERIALIZED (
       SELECT *, greatest(last_sequence, 1) AS written FROM (${found}) AS found WHERE due IS NOT NULL
     ), picked AS (
       SELECT *, sum(written) OVER (PARTITION BY team_id, due ORDER BY md5(id::text)) - written < ${mostRead} AS is_read FROM due
     ), each AS (
       SELECT p.team_id, p.due, p.written, m.samples, m.left, m.bytes + q.bytes AS bytes FROM picked p,
       LATERAL (SELECT count(*) AS samples, coalesce(sum(${sampleBytes}), 0) AS bytes,
           count(DISTINCT (s.warmup, s.second / ${thinnedSeconds}, ${regionOf('p.generators', 's.shard')})) FILTER (WHERE s.attempt = p.attempt) AS left
         FROM samples s WHERE s.run_id = p.id AND s.month = p.sample_month) AS m,
       LATERAL (SELECT coalesce(sum(${requestBytes}), 0) AS bytes FROM sample_requests q WHERE q.run_id = p.id AND q.month = p.sample_month) AS q
       WHERE p.is_read
     ), measured AS (
       SELECT team_id, due, sum(written) AS written, sum(CASE due WHEN 'drop' THEN samples ELSE samples - "left" END) AS samples,
         sum(CASE WHEN due = 'drop' OR samples = 0 THEN bytes ELSE round(bytes * (samples - "left") / samples) END) AS bytes
       FROM each GROUP BY team_id, due
     ), whole AS (SELECT team_id, due, count(*)::int AS runs, sum(written) AS written FROM due GROUP BY team_id, due)
     SELECT team_id AS "teamId", due, w.runs, round(m.samples * w.written / m.written) AS samples, round(m.bytes * w.written / m.written) AS bytes,
       w.written = m.written AS exact FROM whole w JOIN measured m USING (team_id, due)`,
    [...values],
  );
  const byTeam = new Map<string, RetentionFreed>();
  for (const { teamId, due, runs, samples, bytes, exact } of rows) {
    const freed = {
      ...noneFreed,
      [due === 'drop' ? 'dropped' : 'thinned']: { runs, samples: Number(samples), bytes: Number(bytes) },
      exact,
    };
    byTeam.set(teamId, addFreed(byTeam.get(teamId) ?? noneFreed, freed));
  }
  return byTeam;
}

const columns = `r.id, r.team_id, r.attempt, r.sample_month, r.last_sequence, r.plan -> 'generators' AS generators`;

/** Measures the space of a team that these rules would free now. With an archive each such run loses all its rows, as one that is dropped. */
export async function previewRetention(db: Db, teamId: string, { samplesDays, runsDays }: Retention): Promise<RetentionFreed> {
  const due = dueOf('$2::int', '$3::int');
  const found = `SELECT ${columns}, ${db.objects ? `CASE WHEN ${due} IS NOT NULL THEN 'drop' END` : due} AS due FROM runs r
    WHERE r.team_id = $1 AND r.sample_seconds > 0 AND r.ended_at < now() - least($2::int, $3::int) * interval '1 day'`;
  return (await measureDue(db, found, [teamId, samplesDays, runsDays])).get(teamId) ?? noneFreed;
}

/** Measures the part of a month that is to be dropped, by team. */
export async function measureDropped(db: Db, month: string): Promise<Map<string, RetentionFreed>> {
  const found = `SELECT ${columns}, nullif(${dueOfRun}, 'thin') AS due FROM runs r JOIN teams t ON t.id = r.team_id
    WHERE r.sample_month = $1 AND r.sample_seconds > 0`;
  return measureDue(db, found, [month]);
}
