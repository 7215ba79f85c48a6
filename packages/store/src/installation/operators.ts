/** The owners of the installation: those of the team that was made with it. */
import type { Db } from '../db.ts';
import { first } from '../query.ts';

export async function isOperator(db: Db, userId: string): Promise<boolean> {
  const { rows } = await db.query<{ found: boolean }>(
    `SELECT EXISTS (SELECT FROM members m JOIN installation i ON i.home_team_id = m.team_id WHERE m.user_id = $1 AND m.role = 'owner') AS found`,
    [userId],
  );
  return first(rows)?.found ?? false;
}

/** Written once, by the first-run page. */
export async function setHomeTeam(db: Db, teamId: string): Promise<void> {
  await db.query('UPDATE installation SET home_team_id = $1', [teamId]);
}
