/** The changes that a person makes to the own account beside better-auth. */
import type { ChosenLanguage } from '@plimsoll/contracts/account';
import type { Db } from '../db.ts';
import { first } from '../query.ts';

/** Hash of the person's password; null: there is none. */
export async function findPasswordHash(db: Db, userId: string): Promise<string | null> {
  const { rows } = await db.query<{ password: string | null }>(
    `SELECT password FROM accounts WHERE user_id = $1 AND provider_id = 'credential'`,
    [userId],
  );
  return first(rows)?.password ?? null;
}

export interface Credential {
  readonly userId: string;
  /** Another one with each password, also with the same password set again. */
  readonly passwordHash: string;
}

/** Finds the credential that the account of this address signs in with; null: there is none. */
export async function findCredential(db: Db, email: string): Promise<Credential | null> {
  const { rows } = await db.query<Credential>(
    `SELECT u.id AS "userId", a.password AS "passwordHash" FROM users u JOIN accounts a ON a.user_id = u.id
     WHERE u.email = lower($1) AND a.provider_id = 'credential' AND a.password IS NOT NULL`,
    [email],
  );
  return first(rows);
}

/** Gives the account another address, which nobody has confirmed. False: another account has it. */
export async function changeEmail(db: Db, userId: string, email: string): Promise<boolean> {
  const { rowCount } = await db.query(
    `UPDATE users SET email = lower($2), email_verified = false, updated_at = now()
     WHERE id = $1 AND NOT EXISTS (SELECT FROM users other WHERE other.email = lower($2) AND other.id <> $1)`,
    [userId, email],
  );
  return rowCount === 1;
}

/** Keeps the language that the person reads; null: as each browser asks. */
export async function chooseLanguage(db: Db, userId: string, language: ChosenLanguage): Promise<void> {
  await db.query('UPDATE users SET language = $2, updated_at = now() WHERE id = $1', [userId, language]);
}

/** The language that whoever has this address chose; null: none, or nobody has it. */
export async function findLanguage(db: Db, email: string): Promise<ChosenLanguage> {
  const { rows } = await db.query<{ language: ChosenLanguage }>('SELECT language FROM users WHERE email = lower($1)', [email]);
  return first(rows)?.language ?? null;
}
