/** Moves what was just made to the moment of the history at which it belongs. Figures are left as they are: only times change. */
import type { Db } from '@plimsoll/store/db';

/** The month that the samples of a run stand in; before the run has samples. */
export async function placeInMonth(db: Db, runId: string, moment: Date): Promise<void> {
  await db.query(`UPDATE runs SET sample_month = date_trunc('month', $2::timestamptz AT TIME ZONE 'UTC')::date WHERE id = $1`, [
    runId,
    moment,
  ]);
}

/** `moment`: the start of its load. */
export async function dateRunBack(db: Db, runId: string, moment: Date, lengthMs: number): Promise<void> {
  const end = new Date(moment.getTime() + lengthMs);
  await db.query(
    `UPDATE runs SET created_at = $2::timestamptz - interval '2 s', claimed_at = $2::timestamptz - interval '1 s', started_at = $2, ended_at = $3,
       heartbeat_at = $3, hard_deadline_at = $3::timestamptz + interval '30 s' WHERE id = $1`,
    [runId, moment, end],
  );
  await db.query(
    `UPDATE run_shards SET claimed_at = $2::timestamptz - interval '1 s', ready_at = $2, heartbeat_at = $3, ended_at = $3 WHERE run_id = $1`,
    [runId, moment, end],
  );
}

/** From the beginning of its first run to the end of its last. */
export async function dateExperimentBack(db: Db, experimentId: string): Promise<void> {
  await db.query(
    `UPDATE experiments x SET created_at = made.began - interval '3 s', started_at = made.began, ended_at = made.ended + interval '1 s'
     FROM (SELECT min(created_at) AS began, max(ended_at) AS ended FROM runs WHERE experiment_id = $1) AS made WHERE x.id = $1`,
    [experimentId],
  );
  await db.query('UPDATE experiment_runs e SET inserted_at = r.created_at FROM runs r WHERE r.id = e.run_id AND e.experiment_id = $1', [
    experimentId,
  ]);
}

type Dated = 'comparisons' | 'shares' | 'plans' | 'members' | 'users' | 'teams' | 'invitations';

export async function dateBack(db: Db, table: Dated, id: string, moment: Date): Promise<void> {
  await db.query(`UPDATE ${table} SET created_at = $2 WHERE id = $1`, [id, moment]);
}
