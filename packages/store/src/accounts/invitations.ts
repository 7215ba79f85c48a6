/** Invitations into teams. Only the hash of a link's token is kept; the maker of the hash is the API. */
import { randomUUID } from 'node:crypto';
import { can, type Role, roles } from '@plimsoll/contracts/account';
import type { Invitation } from '@plimsoll/contracts/invitations';
import type { Db } from '../db.ts';
import { first, inTransaction } from '../query.ts';
import { StoreError } from '../store-error.ts';
import { findRole } from './members.ts';

const inviters = roles.filter((role) => can(role, 'invitation.create'));
/** SQL of an invitation that lets somebody in: its maker might make it now. */
export const isOpen = `i.accepted_at IS NULL AND i.revoked_at IS NULL AND i.expires_at > now() AND EXISTS (
  SELECT FROM members maker WHERE maker.team_id = i.team_id AND maker.user_id = i.inviter_id
    AND maker.role IN (${inviters.map((role) => `'${role}'`).join(', ')}) AND (i.role <> 'owner' OR maker.role = 'owner'))`;

export interface NewInvitation {
  readonly teamId: string;
  /** The person who invites. */
  readonly by: string;
  /** Null: for anybody with the link. */
  readonly email: string | null;
  readonly role: Role;
  readonly tokenHash: string;
  readonly expiresAt: Date;
}

/**
 * Answers the id. An open invitation of the same address into this team ends: the latest link counts. Throws StoreError `owners_only`
 * where somebody else than an owner invites one, and `already_member`.
 */
export async function insertInvitation(db: Db, { teamId, by, email, role, tokenHash, expiresAt }: NewInvitation): Promise<string> {
  const id = randomUUID();
  return inTransaction(db, async (client) => {
    if (role === 'owner' && (await findRole(client, by, teamId)) !== 'owner') throw new StoreError('owners_only', {});
    if (email !== null) {
      const { rows } = await client.query(
        'SELECT FROM members m JOIN users u ON u.id = m.user_id WHERE m.team_id = $1 AND u.email = lower($2)',
        [teamId, email],
      );
      if (rows.length > 0) throw new StoreError('already_member', {});
      await client.query(`UPDATE invitations i SET revoked_at = now() WHERE i.team_id = $1 AND lower(i.email) = lower($2) AND ${isOpen}`, [
        teamId,
        email,
      ]);
    }
    await client.query(
      `INSERT INTO invitations (id, team_id, email, role, token_hash, expires_at, inviter_id) VALUES ($1, $2, lower($3), $4, $5, $6, $7)`,
      [id, teamId, email, role, tokenHash, expiresAt, by],
    );
    return id;
  });
}

/** Its mail is on the way. */
export async function markMailed(db: Db, id: string): Promise<void> {
  await db.query('UPDATE invitations SET mailed_at = now() WHERE id = $1', [id]);
}

interface InvitationRow {
  id: string;
  email: string | null;
  role: Role;
  state: Invitation['state'];
  invited_by: string;
  accepted_by: string | null;
  created_at: Date;
  expires_at: Date;
  mailed_at: Date | null;
}

/** The team's invitations, the newest first; those that are long over are purged. */
export async function listInvitations(db: Db, teamId: string): Promise<Invitation[]> {
  const { rows } = await db.query<InvitationRow>(
    `SELECT i.id, i.email, i.role, i.created_at, i.expires_at, i.mailed_at, maker.name AS invited_by, guest.name AS accepted_by,
       CASE WHEN i.accepted_at IS NOT NULL THEN 'accepted' WHEN i.revoked_at IS NOT NULL THEN 'revoked'
            WHEN i.expires_at <= now() THEN 'expired' ELSE 'pending' END AS state
     FROM invitations i JOIN users maker ON maker.id = i.inviter_id LEFT JOIN users guest ON guest.id = i.accepted_by
     WHERE i.team_id = $1 ORDER BY i.created_at DESC, i.id`,
    [teamId],
  );
  return rows.map((row) => ({
    id: row.id,
    email: row.email,
    role: row.role,
    state: row.state,
    invitedBy: row.invited_by,
    acceptedBy: row.accepted_by,
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    mailedAt: row.mailed_at?.toISOString() ?? null,
  }));
}

export interface FoundInvitation {
  readonly id: string;
  readonly teamId: string;
  readonly team: string;
  readonly inviter: string;
  readonly role: Role;
  readonly email: string | null;
}

/** The open invitation of this token. Unknown, used, revoked and expired are the same null. */
export async function findInvitation(db: Db, tokenHash: string): Promise<FoundInvitation | null> {
  const { rows } = await db.query<FoundInvitation>(
    `SELECT i.id, i.team_id AS "teamId", t.name AS team, u.name AS inviter, i.role, i.email
     FROM invitations i JOIN teams t ON t.id = i.team_id JOIN users u ON u.id = i.inviter_id WHERE i.token_hash = $1 AND ${isOpen}`,
    [tokenHash],
  );
  return first(rows);
}

/** False: no such invitation in this team. Revoking twice is fine; one that was accepted stays so. */
export async function revokeInvitation(db: Db, teamId: string, id: string): Promise<boolean> {
  const { rowCount } = await db.query(
    `UPDATE invitations SET revoked_at = coalesce(revoked_at, CASE WHEN accepted_at IS NULL THEN now() END)
     WHERE team_id = $1 AND id = $2`,
    [teamId, id],
  );
  return rowCount === 1;
}
