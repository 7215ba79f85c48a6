/** The members of teams. */
import { type Role, roleSchema, type Team } from '@plimsoll/contracts/account';
import type { Db } from '../db.ts';
import { first } from '../query.ts';

/** The user's role in the team, or null: not a member. */
export async function findRole(db: Db, userId: string, teamId: string): Promise<Role | null> {
  const { rows } = await db.query<{ role: string }>('SELECT role FROM members WHERE user_id = $1 AND team_id = $2', [userId, teamId]);
  const row = first(rows);
  return row && roleSchema.parse(row.role);
}

/** As {@link findRole}, of somebody who is here right now: it is noted, at most once a minute. */
export async function findPresentRole(db: Db, userId: string, teamId: string): Promise<Role | null> {
  const { rows } = await db.query<{ role: string; stale: boolean }>(
    `SELECT role, last_seen_at IS NULL OR last_seen_at < now() - interval '1 minute' AS stale FROM members WHERE user_id = $1 AND team_id = $2`,
    [userId, teamId],
  );
  const row = first(rows);
  if (!row) return null;
  // A full disk must not keep people from reading what there is.
  if (row.stale)
    await db.query('UPDATE members SET last_seen_at = now() WHERE user_id = $1 AND team_id = $2', [userId, teamId]).catch(() => undefined);
  return roleSchema.parse(row.role);
}

/** Teams of the user with their role, oldest membership first. */
export async function listTeams(db: Db, userId: string): Promise<(Team & { role: Role })[]> {
  const { rows } = await db.query<Team & { role: Role }>(
    `SELECT t.id, t.name, m.role FROM members m JOIN teams t ON t.id = m.team_id WHERE m.user_id = $1 ORDER BY m.created_at, t.id`,
    [userId],
  );
  return rows;
}

export interface Member {
  readonly userId: string;
  readonly name: string;
  readonly email: string;
  readonly role: Role;
  readonly joinedAt: string;
  readonly lastSeenAt: string | null;
}

/** Members of the team, who joined first at the top. */
export async function listMembers(db: Db, teamId: string): Promise<Member[]> {
  const { rows } = await db.query<{ id: string; name: string; email: string; role: Role; created_at: Date; last_seen_at: Date | null }>(
    `SELECT u.id, u.name, u.email, m.role, m.created_at, m.last_seen_at FROM members m JOIN users u ON u.id = m.user_id
     WHERE m.team_id = $1 ORDER BY m.created_at, u.id`,
    [teamId],
  );
  return rows.map((row) => ({
    userId: row.id,
    name: row.name,
    email: row.email,
    role: row.role,
    joinedAt: row.created_at.toISOString(),
    lastSeenAt: row.last_seen_at?.toISOString() ?? null,
  }));
}
