/** Samples stand in one part a month: parts are made ahead of time, and one that nobody wants goes at once. */
import type { Db, DbPool } from '../db.ts';
import { first, inTransaction } from '../query.ts';
import { dueOfRun, requestBytes, sampleBytes } from './due-runs.ts';

/** Whoever waits for a table longer than this gives way, and tries again next time: others wait behind it. */
const patience = `SET LOCAL lock_timeout = '2s'`;

/** This month and the next two. */
export async function makeSampleMonths(db: DbPool): Promise<void> {
  const missing = `SELECT month::date FROM generate_series(date_trunc('month', now() AT TIME ZONE 'UTC'),
    now() AT TIME ZONE 'UTC' + interval '2 months', '1 month') AS month WHERE month::date NOT IN (SELECT month FROM sample_months)`;
  if ((await db.query(missing)).rowCount === 0) return;
  await inTransaction(db, async (client) => {
    await client.query(patience);
    await client.query(`INSERT INTO sample_months ${missing} ON CONFLICT DO NOTHING`);
  });
}

/** SQL: has the month a run whose samples somebody wants? */
const isWanted = `EXISTS (SELECT FROM runs r JOIN teams t ON t.id = r.team_id
  WHERE r.sample_month = m.month AND r.sample_seconds > 0 AND (${dueOfRun}) IS DISTINCT FROM 'drop')`;

/** Months that are over, have samples, and of which nobody wants any. */
async function listUnwantedMonths(db: Db): Promise<string[]> {
  const { rows } = await db.query<{ month: string }>(
    `SELECT m.month::text FROM sample_months m WHERE m.month > '1970-01-01' AND m.month < current_sample_month() AND NOT ${isWanted} ORDER BY 1`,
  );
  return rows.map(({ month }) => month);
}

export interface FreedOfTeam {
  readonly teamId: string;
  readonly runs: number;
  readonly samples: number;
  readonly bytes: number;
}

/** What goes with a month, by team. Read before anything is locked. */
async function measureMonth(db: Db, month: string): Promise<FreedOfTeam[]> {
  const { rows } = await db.query<{ teamId: string; runs: number; samples: string; bytes: string }>(
    `SELECT r.team_id AS "teamId", count(*)::int AS runs, sum(m.samples) AS samples, sum(m.bytes + q.bytes) AS bytes FROM runs r,
     LATERAL (SELECT count(*) AS samples, coalesce(sum(${sampleBytes}), 0) AS bytes FROM samples s WHERE s.run_id = r.id AND s.month = $1) AS m,
     LATERAL (SELECT coalesce(sum(${requestBytes}), 0) AS bytes FROM sample_requests q WHERE q.run_id = r.id AND q.month = $1) AS q
     WHERE r.sample_month = $1 AND r.sample_seconds > 0 GROUP BY r.team_id`,
    [month],
  );
  return rows.map((row) => ({ ...row, samples: Number(row.samples), bytes: Number(row.bytes) }));
}

/** Drops the months of which nobody wants a sample any more: of all their runs the figures stay. */
export async function dropUnwantedMonths(db: DbPool): Promise<FreedOfTeam[]> {
  const freed: FreedOfTeam[] = [];
  for (const month of await listUnwantedMonths(db)) {
    const measured = await measureMonth(db, month);
    const gone = await inTransaction(db, async (client) => {
      await client.query(patience);
      // Runs are locked before it is looked once more, so that none becomes a baseline meanwhile.
      await client.query('SELECT FROM runs WHERE sample_month = $1 AND sample_seconds > 0 FOR UPDATE', [month]);
      const { rows } = await client.query<{ wanted: boolean }>(`SELECT ${isWanted} AS wanted FROM sample_months m WHERE m.month = $1`, [
        month,
      ]);
      if (first(rows)?.wanted !== false) return false;
      await client.query(`DELETE FROM measured_runs WHERE run_id IN (SELECT id FROM runs WHERE sample_month = $1 AND sample_seconds > 0)`, [
        month,
      ]);
      await client.query('UPDATE runs SET sample_seconds = 0 WHERE sample_month = $1 AND sample_seconds > 0', [month]);
      await client.query('DELETE FROM sample_months WHERE month = $1', [month]);
      return true;
    });
    if (gone) freed.push(...measured);
  }
  return freed;
}
