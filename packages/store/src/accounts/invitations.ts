/** Invitations into teams. The table is better-auth's; this reads it. */
import type { Db } from '../db.ts';
import { first } from '../query.ts';

/** The team that a pending invitation of this id lets this address into; null: there is none. */
export async function invitingTeam(db: Db, invitationId: string, email: string): Promise<string | null> {
  const { rows } = await db.query<{ team_id: string }>(
    `SELECT team_id FROM invitations WHERE id = $1 AND lower(email) = lower($2) AND status = 'pending' AND expires_at > now()`,
    [invitationId, email],
  );
  return first(rows)?.team_id ?? null;
}
