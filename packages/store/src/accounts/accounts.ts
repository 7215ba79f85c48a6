/** People and teams beside better-auth: the first owner, new teams, memberships. */
import { randomBytes } from 'node:crypto';
import type { Team } from '@plimsoll/contracts/account';
import type { Db } from '../db.ts';
import { setHomeTeam } from '../installation/operators.ts';
import { inTransaction } from '../query.ts';

export const newId = () => randomBytes(16).toString('base64url');
/** Advisory lock under which the first owner is made. */
const setupLock = 4300_001;

export async function setupNeeded(db: Db): Promise<boolean> {
  const { rows } = await db.query<{ found: boolean }>("SELECT EXISTS (SELECT FROM members WHERE role = 'owner') AS found");
  return !rows[0]?.found;
}

export interface NewPerson {
  readonly name: string;
  readonly email: string;
  readonly passwordHash: string;
  /** Is the address known to be the person's? */
  readonly verified: boolean;
}

/** Answers the new user's id; null: there is an account with this address. */
export async function insertPerson(client: Db, { name, email, passwordHash, verified }: NewPerson): Promise<string | null> {
  const id = newId();
  const { rowCount } = await client.query(
    'INSERT INTO users (id, name, email, email_verified) VALUES ($1, $2, lower($3), $4) ON CONFLICT (email) DO NOTHING',
    [id, name, email, verified],
  );
  if (rowCount === 0) return null;
  await setPassword(client, id, passwordHash);
  return id;
}

/** The first password of the account, or another one. */
export async function setPassword(client: Db, userId: string, passwordHash: string): Promise<void> {
  const { rowCount } = await client.query(
    `UPDATE accounts SET password = $2, updated_at = now() WHERE user_id = $1 AND provider_id = 'credential'`,
    [userId, passwordHash],
  );
  if (rowCount !== 0) return;
  await client.query(
    `INSERT INTO accounts (id, account_id, provider_id, user_id, password, updated_at) VALUES ($1, $2, 'credential', $2, $3, now())`,
    [newId(), userId, passwordHash],
  );
}

export async function insertMember(
  client: Db,
  { teamId, userId, role }: { readonly teamId: string; readonly userId: string; readonly role: string },
): Promise<void> {
  await client.query('INSERT INTO members (id, team_id, user_id, role, created_at) VALUES ($1, $2, $3, $4, now())', [
    newId(),
    teamId,
    userId,
    role,
  ]);
}

export interface FirstOwner extends Omit<NewPerson, 'verified'> {
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
    // Somebody may have signed up (PLIMSOLL_SIGNUP=open) with this address before there was an owner: the owner's word counts.
    await client.query('DELETE FROM users WHERE email = lower($1)', [owner.email]);
    const id = await insertPerson(client, { ...owner, verified: true });
    if (id === null) return null;
    const team = await insertTeam(client, id, owner.team);
    await setHomeTeam(client, team.id);
    return { user: { id, name: owner.name, email: owner.email.toLowerCase() }, team };
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
  await insertMember(client, { teamId: id, userId, role: 'owner' });
  return { id, name };
}

/** The session acts for this team from now on. */
export async function chooseTeam(db: Db, sessionId: string, teamId: string): Promise<void> {
  await db.query('UPDATE sessions SET active_team_id = $2, updated_at = now() WHERE id = $1', [sessionId, teamId]);
}
