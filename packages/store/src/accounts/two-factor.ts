/** The second factor of accounts, beside what better-auth does with its table. */
import { type AuditActor, writeAuditAboutPerson } from '../audit/audited.ts';
import type { Db } from '../db.ts';
import { first, inTransaction } from '../query.ts';

/** `started`: there is a secret, but no code of it was typed yet. */
export type TwoFactorState = 'off' | 'started' | 'on';

export async function findTwoFactorState(db: Db, userId: string): Promise<TwoFactorState> {
  const { rows } = await db.query<{ state: TwoFactorState }>(
    `SELECT CASE WHEN two_factor_enabled THEN 'on' WHEN EXISTS (SELECT FROM two_factors f WHERE f.user_id = u.id) THEN 'started' ELSE 'off' END AS state
     FROM users u WHERE id = $1`,
    [userId],
  );
  return first(rows)?.state ?? 'off';
}

/** The account whose sign-in waits for a code; null: none does under this name. */
export async function findStartedSignIn(db: Db, identifier: string): Promise<{ readonly id: string; readonly email: string } | null> {
  const { rows } = await db.query<{ id: string; email: string }>(
    'SELECT u.id, u.email FROM verifications v JOIN users u ON u.id = v.value WHERE v.identifier = $1 AND v.expires_at > now()',
    [identifier],
  );
  return first(rows);
}

/**
 * Takes the second factor from an account, that of an app and passkeys, and ends its sessions: who lost it may not be the one who has it now.
 * `none`: there is no such account, or it has none; `own`: it is the caller's account.
 */
export async function switchOffTwoFactor(db: Db, by: AuditActor, email: string): Promise<'done' | 'none' | 'own'> {
  return inTransaction(db, async (client) => {
    const { rows } = await client.query<{ id: string }>(
      `SELECT id FROM users u WHERE email = lower($1)
       AND (two_factor_enabled OR EXISTS (SELECT FROM passkeys p WHERE p.user_id = u.id)) FOR UPDATE`,
      [email],
    );
    const person = first(rows);
    if (!person) return 'none';
    if (person.id === by.userId) return 'own';
    await client.query('UPDATE users SET two_factor_enabled = false, updated_at = now() WHERE id = $1', [person.id]);
    await client.query('DELETE FROM two_factors WHERE user_id = $1', [person.id]);
    await client.query('DELETE FROM passkeys WHERE user_id = $1', [person.id]);
    await client.query('DELETE FROM sessions WHERE user_id = $1', [person.id]);
    await writeAuditAboutPerson(client, by, person.id, 'two_factor.switched_off');
    return 'done';
  });
}
