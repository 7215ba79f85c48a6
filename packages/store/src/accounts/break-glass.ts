/** The operator's way in when nobody can sign in: a link for an owner of the installation, made on the operator's machine, used once. */

import type { ChosenLanguage } from '@plimsoll/contracts/account';
import { type AuditPlace, writeAuditOfPerson } from '../audit/audited.ts';
import type { Db } from '../db.ts';
import { first, inTransaction } from '../query.ts';

/** Minutes that a link works, and that the session after it lasts. */
export const breakGlassMinutes = { link: 15, session: 60 } as const;

export interface InstallationOwner {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly language: ChosenLanguage;
}

/** Owners of the installation, who joined first at the top. */
export async function listInstallationOwners(db: Db): Promise<InstallationOwner[]> {
  const { rows } = await db.query<InstallationOwner>(
    `SELECT u.id, u.name, u.email, u.language FROM members m JOIN installation i ON i.home_team_id = m.team_id JOIN users u ON u.id = m.user_id
     WHERE m.role = 'owner' ORDER BY m.created_at, u.id`,
  );
  return rows;
}

/** A link for this owner; those of before end. It is in the audit log of each team of the owner. */
export async function insertBreakGlass(
  db: Db,
  owner: InstallationOwner,
  { tokenHash, expiresAt }: { readonly tokenHash: string; readonly expiresAt: Date },
  place: AuditPlace,
): Promise<void> {
  await inTransaction(db, async (client) => {
    await client.query('UPDATE break_glass_links SET used_at = now() WHERE used_at IS NULL');
    await client.query('INSERT INTO break_glass_links (user_id, token_hash, expires_at) VALUES ($1, $2, $3)', [
      owner.id,
      tokenHash,
      expiresAt,
    ]);
    await writeAuditOfPerson(client, owner.email, place, 'break_glass.link');
  });
}

/** Uses the link up; null: it is unknown, used or too old, or its person owns the installation no more. */
export async function useBreakGlass(db: Db, tokenHash: string, place: AuditPlace): Promise<InstallationOwner | null> {
  return inTransaction(db, async (client) => {
    const { rows } = await client.query<{ user_id: string }>(
      'UPDATE break_glass_links SET used_at = now() WHERE token_hash = $1 AND used_at IS NULL AND expires_at > now() RETURNING user_id',
      [tokenHash],
    );
    const userId = first(rows)?.user_id;
    const owner = (await listInstallationOwners(client)).find(({ id }) => id === userId);
    if (!owner) return null;
    await writeAuditOfPerson(client, owner.email, place, 'break_glass.use');
    return owner;
  });
}
