/** Users and teams written straight into a migrated database. It knows the tables by their names only: no package is needed for it. */
import { createHash, createHmac, randomBytes } from 'node:crypto';

/** A pool, or anything else that runs SQL. */
export interface Database {
  query(sql: string, values: unknown[]): Promise<unknown>;
}

/** A user with a verified address, `<id>@example.com`. */
export async function putUser(db: Database, id: string, name = id): Promise<void> {
  await db.query('INSERT INTO users (id, name, email, email_verified, updated_at) VALUES ($1, $2, $3, true, now())', [
    id,
    name,
    `${id}@example.com`,
  ]);
}

export async function putTeam(db: Database, id: string, name = id): Promise<void> {
  await db.query('INSERT INTO teams (id, name, slug, created_at) VALUES ($1, $2, $1, now())', [id, name]);
}

/** A token of a new person in this team, written straight into the database. */
export async function putToken(
  db: Database,
  { teamId, userId, role, scope }: { teamId: string; userId: string; role: 'owner' | 'viewer'; scope: 'read' | 'write' },
): Promise<string> {
  const token = `plm_${randomBytes(32).toString('base64url')}`;
  const hash = createHash('sha256').update(token).digest('hex');
  await putUser(db, userId);
  await db.query(`INSERT INTO members (id, team_id, user_id, role, created_at) VALUES ($2, $1, $2, $3, now())`, [teamId, userId, role]);
  await db.query(
    `INSERT INTO tokens (id, team_id, user_id, name, token_hash, scopes) VALUES (gen_random_uuid(), $1, $2, 'tests', $3, $4)`,
    [teamId, userId, hash, [scope]],
  );
  return token;
}

/** A session of this person that acts for this team; the value of its cookie, signed with the key of the API. No password is asked for, which costs a tenth of a second. */
export async function putSession(
  db: Database,
  { userId, teamId, secretKey }: { userId: string; teamId: string; secretKey: string },
): Promise<string> {
  const token = randomBytes(24).toString('base64url');
  await db.query(
    `INSERT INTO sessions (id, token, user_id, active_team_id, expires_at, updated_at) VALUES ($1, $1, $2, $3, now() + interval '30 days', now())`,
    [token, userId, teamId],
  );
  return encodeURIComponent(`${token}.${createHmac('sha256', secretKey).update(token).digest('base64')}`);
}
