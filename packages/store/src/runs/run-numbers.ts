/** Numbers of runs, counted per team. Triggers give them (`migrations/054_run_numbers.sql`); here the runs of before get theirs. */
import type { Db } from '../db.ts';
import { smallBytes } from '../large-indexes.ts';
import { first } from '../query.ts';

/** Runs of a statement. Whoever inserts a run of this team waits for it. */
const batch = 2000;

/** Runs of teams that have none numbered yet: as many numbers are kept for them as there are. */
async function openCounters(db: Db): Promise<void> {
  await db.query(
    `INSERT INTO run_counters (team_id, last, numbered)
     SELECT t.id, (SELECT count(*) FROM runs r WHERE r.team_id = t.id), 0 FROM teams t
     WHERE NOT EXISTS (SELECT FROM run_counters c WHERE c.team_id = t.id) AND EXISTS (SELECT FROM runs r WHERE r.team_id = t.id)
     ON CONFLICT DO NOTHING`,
  );
}

/** The next few of one team, in the order of their creation. False: no team has any left. */
async function numberSome(db: Db): Promise<boolean> {
  const { rowCount } = await db.query(
    `WITH counter AS (
       SELECT team_id, numbered, numbered_to FROM run_counters WHERE numbered IS NOT NULL ORDER BY team_id LIMIT 1 FOR UPDATE
     ), next AS MATERIALIZED (
       SELECT r.id, r.ordinal FROM counter c JOIN runs r ON r.team_id = c.team_id AND r.ordinal > c.numbered_to
       WHERE NOT EXISTS (SELECT FROM run_numbers n WHERE n.run_id = r.id) ORDER BY r.ordinal LIMIT $1 FOR KEY SHARE OF r
     ), given AS (
       INSERT INTO run_numbers (run_id, team_id, number)
       SELECT next.id, c.team_id, c.numbered + row_number() OVER (ORDER BY next.ordinal) FROM next, counter c
     )
     UPDATE run_counters c SET numbered = CASE WHEN done.runs > 0 THEN c.numbered + done.runs END, numbered_to = coalesce(done.upto, c.numbered_to)
     FROM counter, (SELECT count(*)::integer AS runs, max(ordinal) AS upto FROM next) AS done WHERE c.team_id = counter.team_id`,
    [batch],
  );
  return rowCount !== 0;
}

/** Numbers the runs of before while others insert runs. Several callers at once, and one that goes on where another ended, share the work. */
export async function numberEarlierRuns(db: Db, isOver: () => boolean = () => false): Promise<void> {
  await openCounters(db);
  while (!isOver() && (await numberSome(db)));
}

/** Numbers them where that takes no time. For the connection of the migrations. */
export async function numberRunsOfSmallTables(client: Db): Promise<void> {
  const { rowCount } = await client.query(`SELECT WHERE pg_relation_size('runs') <= ${smallBytes}`);
  if (rowCount !== 0) await numberEarlierRuns(client);
}

/** The id of the team's run with this number. */
export async function findRunByNumber(db: Db, teamId: string, number: number): Promise<string | null> {
  const { rows } = await db.query<{ id: string }>('SELECT run_id AS id FROM run_numbers WHERE team_id = $1 AND number = $2', [
    teamId,
    number,
  ]);
  return first(rows)?.id ?? null;
}
