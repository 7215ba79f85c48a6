/** Who belongs to which team. The tables are better-auth's; this reads them. */
import { type Role, roleSchema, type Team } from '@plimsoll/contracts/account';
import type { Db } from '../db.ts';
import { first } from '../query.ts';

/** The user's role in the team, or null: not a member. */
export async function findRole(db: Db, userId: string, teamId: string): Promise<Role | null> {
  const { rows } = await db.query<{ role: string }>('SELECT role FROM members WHERE user_id = $1 AND team_id = $2', [userId, teamId]);
  const row = first(rows);
  return row && roleSchema.parse(row.role);
}

/** Teams of the user with their role, oldest membership first. */
export async function listTeams(db: Db, userId: string): Promise<(Team & { role: Role })[]> {
  const { rows } = await db.query<Team & { role: Role }>(
    `SELECT t.id, t.name, m.role FROM members m JOIN teams t ON t.id = m.team_id WHERE m.user_id = $1 ORDER BY m.created_at, t.id`,
    [userId],
  );
  return rows;
}
