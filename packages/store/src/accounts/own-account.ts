/** What a person changes of the own account beside better-auth. */
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

/** Gives the account another address, which nobody has confirmed. False: another account has it. */
export async function changeEmail(db: Db, userId: string, email: string): Promise<boolean> {
  const { rowCount } = await db.query(
    `UPDATE users SET email = lower($2), email_verified = false, updated_at = now()
     WHERE id = $1 AND NOT EXISTS (SELECT FROM users other WHERE other.email = lower($2) AND other.id <> $1)`,
    [userId, email],
  );
  return rowCount === 1;
}
