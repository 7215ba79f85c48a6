/** The passkeys of people: public keys that their sign-ins are held to. */
import type { Passkey } from '@plimsoll/contracts/passkeys';
import type { Db } from '../db.ts';
import { first, inTransaction } from '../query.ts';

export interface NewPasskey {
  readonly credentialId: string;
  readonly publicKey: Uint8Array;
  readonly counter: number;
  readonly transports: readonly string[];
  readonly backedUp: boolean;
  readonly name: string;
}

export interface StoredPasskey extends NewPasskey {
  readonly id: string;
  readonly userId: string;
  readonly email: string;
}

interface Row {
  id: string;
  user_id: string;
  email: string;
  credential_id: string;
  public_key: Buffer;
  counter: string;
  transports: string[];
  backed_up: boolean;
  name: string;
  created_at: Date;
  last_used_at: Date | null;
}

/** The oldest first. */
export async function listPasskeys(db: Db, userId: string): Promise<(Passkey & { readonly credentialId: string })[]> {
  const { rows } = await db.query<Row>('SELECT * FROM passkeys WHERE user_id = $1 ORDER BY created_at, id', [userId]);
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    credentialId: row.credential_id,
    createdAt: row.created_at.toISOString(),
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
    backedUp: row.backed_up,
  }));
}

/** False: somebody has this passkey already. */
export async function insertPasskey(db: Db, userId: string, passkey: NewPasskey): Promise<boolean> {
  const { credentialId, publicKey, counter, transports, backedUp, name } = passkey;
  const { rowCount } = await db.query(
    `INSERT INTO passkeys (user_id, credential_id, public_key, counter, transports, backed_up, name)
     VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (credential_id) DO NOTHING`,
    [userId, credentialId, Buffer.from(publicKey), counter, transports, backedUp, name],
  );
  return rowCount === 1;
}

export async function findPasskey(db: Db, credentialId: string): Promise<StoredPasskey | null> {
  const { rows } = await db.query<Row>('SELECT p.*, u.email FROM passkeys p JOIN users u ON u.id = p.user_id WHERE p.credential_id = $1', [
    credentialId,
  ]);
  const row = first(rows);
  return (
    row && {
      id: row.id,
      userId: row.user_id,
      email: row.email,
      credentialId: row.credential_id,
      publicKey: row.public_key,
      counter: Number(row.counter),
      transports: row.transports,
      backedUp: row.backed_up,
      name: row.name,
    }
  );
}

/** It was used, and counts itself up to here. False: it is gone, or was used beside it with a count as high, which a copy of it would have. */
export async function usePasskey(db: Db, id: string, counter: number): Promise<boolean> {
  const { rowCount } = await db.query(
    'UPDATE passkeys SET counter = $2, last_used_at = now() WHERE id = $1 AND (counter < $2 OR (counter = 0 AND $2 = 0))',
    [id, counter],
  );
  return rowCount === 1;
}

/** False: the person has no such passkey. */
export async function renamePasskey(db: Db, userId: string, id: string, name: string): Promise<boolean> {
  const { rowCount } = await db.query('UPDATE passkeys SET name = $3 WHERE user_id = $1 AND id = $2', [userId, id, name]);
  return rowCount === 1;
}

/**
 * Removes the passkey, with the sessions that it opened or was the second factor of; `kept`, in which the person does it, goes on. Null: the
 * person has no such passkey.
 */
export async function deletePasskey(
  db: Db,
  userId: string,
  id: string,
  kept: string,
): Promise<{ readonly name: string; readonly sessions: number } | null> {
  return inTransaction(db, async (client) => {
    const { rows } = await client.query<{ name: string }>('SELECT name FROM passkeys WHERE user_id = $1 AND id = $2 FOR UPDATE', [
      userId,
      id,
    ]);
    const passkey = first(rows);
    if (!passkey) return null;
    await client.query('UPDATE sessions SET passkey_id = NULL WHERE id = $1 AND passkey_id = $2', [kept, id]);
    const { rowCount } = await client.query('DELETE FROM sessions WHERE passkey_id = $1', [id]);
    await client.query('DELETE FROM passkeys WHERE id = $1', [id]);
    return { name: passkey.name, sessions: rowCount ?? 0 };
  });
}

export async function hasPasskey(db: Db, userId: string): Promise<boolean> {
  const { rowCount } = await db.query('SELECT FROM passkeys WHERE user_id = $1 LIMIT 1', [userId]);
  return rowCount !== 0;
}
