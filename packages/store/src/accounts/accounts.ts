/** People and teams beside better-auth: the first owner, new teams, memberships. */
import { randomBytes } from 'node:crypto';
import type { Team } from '@plimsoll/contracts/account';
import type { Db } from '../db.ts';
import { setHomeTeam } from '../installation/operators.ts';
import { inTransaction } from '../query.ts';

const newId = () => randomBytes(16).toString('base64url');
/** Advisory lock under which the first owner is made. */
const setupLock = 4300_001;

export async function setupNeeded(db: Db): Promise<boolean> {
  const { rows } = await db.query<{ found: boolean }>("SELECT EXISTS (SELECT FROM members WHERE role = 'owner') AS found");
  return !rows[0]?.found;
}

export interface FirstOwner {
  readonly name: string;
  readonly email: string;
  readonly passwordHash: string;
  readonly team: string;
}

/** Owner and team in one transaction; null where an owner exists by now. Two at once: one waits, and gets null. */
export async function createFirstOwner(
  db: Db,
  owner: FirstOwner,
): Promise<{ user: { id: string; name: string; email: string }; team: Team } | null> {
  return inTransaction(db, async (client) => {
    await client.query('SELECT pg_advisory_xact_lock($1)', [setupLock]);
    if (!(await setupNeeded(client))) return null;
    const user = { id: newId(), name: owner.name, email: owner.email.toLowerCase() };
    // Somebody may have signed up (PLIMSOLL_SIGNUP=open) with this address before there was an owner: the owner's word counts.
    await client.query('DELETE FROM users WHERE email = $1', [user.email]);
    await client.query('INSERT INTO users (id, name, email, email_verified) VALUES ($1, $2, $3, true)', [user.id, user.name, user.email]);
    await client.query(
      `INSERT INTO accounts (id, account_id, provider_id, user_id, password, updated_at) VALUES ($1, $2, 'credential', $2, $3, now())`,
      [newId(), user.id, owner.passwordHash],
    );
    const team = await insertTeam(client, user.id, owner.team);
    await setHomeTeam(client, team.id);
    return { user, team };
  });
}

/** A team whose owner is this user; null where the user owns `most` already, however many are asked for at once. */
export async function createTeam(db: Db, userId: string, name: string, most: number): Promise<Team | null> {
  return inTransaction(db, async (client) => {
    await client.query('SELECT FROM users WHERE id = $1 FOR UPDATE', [userId]);
    const { rows } = await client.query<{ owned: number }>(
      `SELECT count(*)::int AS owned FROM members WHERE user_id = $1 AND role = 'owner'`,
      [userId],
    );
    if ((rows[0]?.owned ?? 0) >= most) return null;
    return insertTeam(client, userId, name);
  });
}

async function insertTeam(client: Db, userId: string, name: string): Promise<Team> {
  const id = newId();
  await client.query('INSERT INTO teams (id, name, slug, created_at) VALUES ($1, $2, $1, now())', [id, name]);
  await client.query(`INSERT INTO members (id, team_id, user_id, role, created_at) VALUES ($1, $2, $3, 'owner', now())`, [
    newId(),
    id,
    userId,
  ]);
  return { id, name };
}

/** The session acts for this team from now on. */
export async function chooseTeam(db: Db, sessionId: string, teamId: string): Promise<void> {
  await db.query('UPDATE sessions SET active_team_id = $2, updated_at = now() WHERE id = $1', [sessionId, teamId]);
}

/** Who holds the invitation's secret link owns the address, as far as we can know without mail. */
export async function markVerified(db: Db, email: string): Promise<void> {
  await db.query('UPDATE users SET email_verified = true WHERE email = lower($1)', [email]);
}
