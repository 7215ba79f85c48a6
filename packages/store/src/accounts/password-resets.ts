/** Links that set a new password. Only the hash of a link's token is kept; the maker of the hash is the API. */
import { type AuditActor, type AuditPlace, writeAudit, writeAuditOfPerson } from '../audit/audited.ts';
import type { Db } from '../db.ts';
import { first, inTransaction } from '../query.ts';
import { StoreError } from '../store-error.ts';

export interface NewReset {
  readonly tokenHash: string;
  readonly expiresAt: Date;
}

interface Account {
  readonly id: string;
  readonly name: string;
  readonly email: string;
}

async function insertReset(client: Db, userId: string, madeBy: string | null, { tokenHash, expiresAt }: NewReset): Promise<void> {
  // The latest link counts.
  await client.query('UPDATE password_resets SET used_at = now() WHERE user_id = $1 AND used_at IS NULL', [userId]);
  await client.query('INSERT INTO password_resets (user_id, made_by, token_hash, expires_at) VALUES ($1, $2, $3, $4)', [
    userId,
    madeBy,
    tokenHash,
    expiresAt,
  ]);
}

/**
 * A link for a member of the team, made by somebody who looks after its members; null: no such member. Who holds it has the whole account:
 * StoreError `owners_only` where the member is an owner and the maker is none, `other_teams` where the member belongs to another team, whose
 * admins have a say in it too, unless the maker owns the installation.
 */
export async function insertResetByAdmin(
  db: Db,
  by: AuditActor,
  userId: string,
  operator: boolean,
  reset: NewReset,
): Promise<Account | null> {
  return inTransaction(db, async (client) => {
    const { rows } = await client.query<Account & { owns: boolean; maker_owns: boolean; elsewhere: boolean }>(
      `SELECT u.id, u.name, u.email, m.role = 'owner' AS owns,
         EXISTS (SELECT FROM members maker WHERE maker.team_id = $1 AND maker.user_id = $3 AND maker.role = 'owner') AS maker_owns,
         EXISTS (SELECT FROM members other WHERE other.user_id = u.id AND other.team_id <> $1) AS elsewhere
       FROM members m JOIN users u ON u.id = m.user_id WHERE m.team_id = $1 AND m.user_id = $2`,
      [by.teamId, userId, by.userId],
    );
    const member = first(rows);
    if (!member) return null;
    if (member.owns && !member.maker_owns) throw new StoreError('owners_only', {});
    if (member.elsewhere && !operator && userId !== by.userId) throw new StoreError('other_teams', {});
    await insertReset(client, userId, by.userId, reset);
    await writeAudit(client, by, { action: 'password.reset_link', what: { kind: 'member', id: userId } });
    return { id: member.id, name: member.name, email: member.email };
  });
}

/** A link for whoever has an account with this address; null: nobody. */
export async function insertResetByMail(db: Db, email: string, reset: NewReset): Promise<Account | null> {
  return inTransaction(db, async (client) => {
    const { rows } = await client.query<Account>('SELECT id, name, email FROM users WHERE email = lower($1)', [email]);
    const account = first(rows);
    if (account) await insertReset(client, account.id, null, reset);
    return account;
  });
}

/** Is there a link of this token that still works? */
export async function isResetOpen(db: Db, tokenHash: string): Promise<boolean> {
  const { rowCount } = await db.query('SELECT FROM password_resets WHERE token_hash = $1 AND used_at IS NULL AND expires_at > now()', [
    tokenHash,
  ]);
  return (rowCount ?? 0) > 0;
}

/** Sets the password and ends every session of the account. False: the link is unknown, used or expired. */
export async function useReset(db: Db, tokenHash: string, passwordHash: string, place: AuditPlace): Promise<boolean> {
  return inTransaction(db, async (client) => {
    const { rows } = await client.query<{ user_id: string; email: string }>(
      `UPDATE password_resets r SET used_at = now() FROM users u
       WHERE r.token_hash = $1 AND r.used_at IS NULL AND r.expires_at > now() AND u.id = r.user_id RETURNING r.user_id, u.email`,
      [tokenHash],
    );
    const found = first(rows);
    if (!found) return false;
    await client.query(`UPDATE accounts SET password = $2, updated_at = now() WHERE user_id = $1 AND provider_id = 'credential'`, [
      found.user_id,
      passwordHash,
    ]);
    await client.query('DELETE FROM sessions WHERE user_id = $1', [found.user_id]);
    await writeAuditOfPerson(client, found.email, place, 'password.reset');
    return true;
  });
}
