/** The sessions of a person. The table is better-auth's, which makes and reads them; this lists and ends them. */
import type { Db } from '../db.ts';

export interface ListedSession {
  readonly id: string;
  readonly createdAt: string;
  readonly lastSeenAt: string;
  readonly expiresAt: string;
  readonly address: string | null;
  /** As the browser named itself. */
  readonly userAgent: string | null;
}

/** Sessions that have not ended, the one used last first. */
export async function listSessions(db: Db, userId: string): Promise<ListedSession[]> {
  const { rows } = await db.query<{
    id: string;
    created_at: Date;
    updated_at: Date;
    expires_at: Date;
    ip_address: string | null;
    user_agent: string | null;
  }>(
    `SELECT id, created_at, updated_at, expires_at, ip_address, user_agent FROM sessions
     WHERE user_id = $1 AND expires_at > now() ORDER BY updated_at DESC, id`,
    [userId],
  );
  return rows.map((row) => ({
    id: row.id,
    createdAt: row.created_at.toISOString(),
    lastSeenAt: row.updated_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    address: row.ip_address || null,
    userAgent: row.user_agent || null,
  }));
}

/** Ends the sessions of the person that a password alone opened, but for `kept`; answers how many. */
export async function endPasswordSessions(db: Db, userId: string, kept?: string): Promise<number> {
  const { rowCount } = await db.query(
    `DELETE FROM sessions WHERE user_id = $1 AND coalesce(opened_by, 'password') = 'password' AND id IS DISTINCT FROM $2`,
    [userId, kept ?? null],
  );
  return rowCount ?? 0;
}

export interface OpenedAs {
  readonly openedBy: string;
  readonly endsAt: Date | null;
  readonly passkeyId: string | null;
  readonly providerSession: string | null;
  readonly activeTeamId: string | null;
}

/** The session takes the place of one that was opened so. */
export async function takePlace(
  db: Db,
  id: string,
  { openedBy, endsAt, passkeyId, providerSession, activeTeamId }: OpenedAs,
): Promise<void> {
  await db.query(
    'UPDATE sessions SET opened_by = $2, ends_at = $3, passkey_id = $4, provider_session = $5, active_team_id = $6 WHERE id = $1',
    [id, openedBy, endsAt, passkeyId, providerSession, activeTeamId],
  );
}

/** Ends one session, or all of the person; answers how many. */
export async function endSessions(db: Db, userId: string, id?: string): Promise<number> {
  const { rowCount } = await db.query('DELETE FROM sessions WHERE user_id = $1 AND id = coalesce($2, id)', [userId, id ?? null]);
  return rowCount ?? 0;
}
