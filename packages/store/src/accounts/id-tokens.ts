/** The provider's ID tokens of sessions, sealed by who keeps them. Each goes with its session. */
import type { Db } from '../db.ts';

export async function insertIdToken(db: Db, sessionId: string, sealed: string): Promise<void> {
  await db.query('INSERT INTO id_tokens (session_id, sealed) VALUES ($1, $2)', [sessionId, sealed]);
}

/** Null: the session was opened without one, or is over. */
export async function findIdToken(db: Db, sessionId: string): Promise<string | null> {
  const { rows } = await db.query<{ sealed: string }>('SELECT sealed FROM id_tokens WHERE session_id = $1', [sessionId]);
  return rows[0]?.sealed ?? null;
}

/** The session that takes the place of another one has its ID token, too. */
export async function copyIdToken(db: Db, from: string, to: string): Promise<void> {
  await db.query('INSERT INTO id_tokens (session_id, sealed) SELECT $2, sealed FROM id_tokens WHERE session_id = $1', [from, to]);
}
