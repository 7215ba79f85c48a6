/** How long a team keeps samples. */
import type { Retention } from '@plimsoll/contracts/retention';
import type { Db } from '../db.ts';
import { first } from '../query.ts';

const columns = 'samples_days AS "samplesDays", runs_days AS "runsDays"';

/** Of a team that is gone: for ever. */
export async function readRetention(db: Db, teamId: string): Promise<Retention> {
  const { rows } = await db.query<Retention>(`SELECT ${columns} FROM teams WHERE id = $1`, [teamId]);
  return first(rows) ?? { samplesDays: null, runsDays: null };
}

export async function changeRetention(db: Db, teamId: string, { samplesDays, runsDays }: Retention): Promise<void> {
  await db.query('UPDATE teams SET samples_days = $2, runs_days = $3 WHERE id = $1', [teamId, samplesDays, runsDays]);
}
