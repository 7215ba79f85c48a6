/**
 * Links that set a new password. Only the hash of a link's token is kept; the maker of the hash is the API. Each ends with its reason:
 * migration 037 ends those of a person whose password, address, role or teams change, made by or for that person, and what the maker
 * may do is judged when a link is made and again when it is used.
 */
import { type ChosenLanguage, can, type Role } from '@plimsoll/contracts/account';
import { type AuditActor, type AuditPlace, writeAudit, writeAuditOfPerson } from '../audit/audited.ts';
import type { Db } from '../db.ts';
import { isOperator } from '../installation/operators.ts';
import { first, inTransaction } from '../query.ts';
import { StoreError } from '../store-error.ts';
import { setPassword } from './accounts.ts';
import { findRole } from './members.ts';

export interface NewReset {
  readonly tokenHash: string;
  readonly expiresAt: Date;
}

interface Account {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly language: ChosenLanguage;
}

/** For whom a link is, in which team, and by whom; a person who asked by mail has neither. */
interface Made {
  readonly userId: string;
  readonly teamId: string | null;
  readonly madeBy: string | null;
}

/** Nobody gives this person another password, address or team until the transaction ends. */
async function lockPerson(client: Db, userId: string): Promise<void> {
  await client.query('SELECT FROM users WHERE id = $1 FOR UPDATE', [userId]);
  await client.query('SELECT FROM accounts WHERE user_id = $1 FOR UPDATE', [userId]);
}

/** Nobody gives these members another role until the transaction ends. */
async function lockRoles(client: Db, teamId: string, userIds: readonly string[]): Promise<void> {
  await client.query('SELECT FROM members WHERE team_id = $1 AND user_id = ANY($2) ORDER BY user_id FOR SHARE', [teamId, userIds]);
}

/**
 * Refuses the maker such a link now; null: the maker may. Its holder has the whole account: `owners_only` where the member is an
 * owner and the maker is none, `other_teams` where the member belongs to another team, whose admins have a say in it too, unless the
 * maker owns the installation. `no_member`: one of both is not in the team, or the maker no longer looks after its members.
 */
async function refusalOf(
  db: Db,
  teamId: string,
  userId: string,
  madeBy: string,
): Promise<'no_member' | 'owners_only' | 'other_teams' | null> {
  const role: Role | null = await findRole(db, userId, teamId);
  const maker = await findRole(db, madeBy, teamId);
  if (!role || !maker || !can(maker, 'member.reset')) return 'no_member';
  if (role === 'owner' && maker !== 'owner') return 'owners_only';
  const { rowCount } = await db.query('SELECT FROM members WHERE user_id = $1 AND team_id <> $2 LIMIT 1', [userId, teamId]);
  return rowCount === 0 || (await isOperator(db, madeBy)) ? null : 'other_teams';
}

async function insertReset(client: Db, { userId, teamId, madeBy }: Made, { tokenHash, expiresAt }: NewReset): Promise<void> {
  // The latest link counts.
  await client.query('UPDATE password_resets SET used_at = now() WHERE user_id = $1 AND used_at IS NULL', [userId]);
  await client.query('INSERT INTO password_resets (user_id, team_id, made_by, token_hash, expires_at) VALUES ($1, $2, $3, $4, $5)', [
    userId,
    teamId,
    madeBy,
    tokenHash,
    expiresAt,
  ]);
}

/**
 * A link for a member of the team, made by somebody who looks after its members; null: no such member. Throws StoreError `own_reset`
 * where it is for the maker, who has a password to ask for, `owners_only` and `other_teams`.
 */
export async function insertResetByAdmin(db: Db, by: AuditActor, userId: string, reset: NewReset): Promise<Account | null> {
  if (userId === by.userId) throw new StoreError('own_reset', {});
  return inTransaction(db, async (client) => {
    await lockPerson(client, userId);
    await lockRoles(client, by.teamId, [userId, by.userId]);
    const refused = await refusalOf(client, by.teamId, userId, by.userId);
    if (refused === 'no_member') return null;
    if (refused) throw new StoreError(refused, {});
    await insertReset(client, { userId, teamId: by.teamId, madeBy: by.userId }, reset);
    await writeAudit(client, by, { action: 'password.reset_link', what: { kind: 'member', id: userId } });
    const { rows } = await client.query<Account>('SELECT id, name, email, language FROM users WHERE id = $1', [userId]);
    return first(rows);
  });
}

/** A link for the account with this address; null: there is none. */
export async function insertResetByMail(db: Db, email: string, reset: NewReset): Promise<Account | null> {
  return inTransaction(db, async (client) => {
    const { rows } = await client.query<Account>('SELECT id, name, email, language FROM users WHERE email = lower($1) FOR UPDATE', [email]);
    const account = first(rows);
    if (!account) return null;
    await lockPerson(client, account.id);
    await insertReset(client, { userId: account.id, teamId: null, madeBy: null }, reset);
    return account;
  });
}

const columns = 'id, user_id AS "userId", team_id AS "teamId", made_by AS "madeBy"';
const unused = 'token_hash = $1 AND used_at IS NULL AND expires_at > now()';

/** Says whether the maker may still make the link: one made before gives nobody the account once its maker may not. */
async function hasItsReason(db: Db, { userId, teamId, madeBy }: Made): Promise<boolean> {
  if (teamId === null && madeBy === null) return true;
  return teamId !== null && madeBy !== null && (await refusalOf(db, teamId, userId, madeBy)) === null;
}

/** For whom the link of this token is; null: it does not work any more. */
async function findOpenReset(db: Db, tokenHash: string): Promise<Made | null> {
  const { rows } = await db.query<Made>(`SELECT ${columns} FROM password_resets WHERE ${unused}`, [tokenHash]);
  const found = first(rows);
  return found && (await hasItsReason(db, found)) ? found : null;
}

/** Is there a link of this token that still works? */
export async function isResetOpen(db: Db, tokenHash: string): Promise<boolean> {
  return (await findOpenReset(db, tokenHash)) !== null;
}

/** Sets the password and ends every session of the account. False: the link is unknown, used, expired, or ended with its reason. */
export async function useReset(db: Db, tokenHash: string, passwordHash: string, place: AuditPlace): Promise<boolean> {
  return inTransaction(db, async (client) => {
    const found = await findOpenReset(client, tokenHash);
    if (!found) return false;
    const { userId, teamId, madeBy } = found;
    await lockPerson(client, userId);
    if (teamId !== null && madeBy !== null) await lockRoles(client, teamId, [userId, madeBy]);
    // A change that ended the link meanwhile is committed by now.
    if (!(await hasItsReason(client, found))) return false;
    const { rowCount } = await client.query(`UPDATE password_resets SET used_at = now() WHERE ${unused}`, [tokenHash]);
    if (rowCount === 0) return false;
    await setPassword(client, userId, passwordHash);
    await client.query('DELETE FROM sessions WHERE user_id = $1', [userId]);
    // Whoever had the account in hand may have added them.
    await client.query('DELETE FROM passkeys WHERE user_id = $1', [userId]);
    const { rows } = await client.query<{ email: string }>('SELECT email FROM users WHERE id = $1', [userId]);
    await writeAuditOfPerson(client, first(rows)?.email ?? '', place, 'password.reset');
    return true;
  });
}
