/** `Idempotency-Key`: the same key with the same body answers what it made, for a day. */
import type { Db } from './db.ts';
import { first, inTransaction } from './query.ts';
import { StoreError } from './store-error.ts';

export interface KeyedRequest {
  readonly teamId: string;
  /** The kind of thing that the request makes: the same key may make one of each. */
  readonly kind: 'run' | 'experiment' | 'schedule';
  readonly key: string;
  readonly bodyHash: string;
}

/**
 * Runs `make` (which inserts on the client it is given and answers the new id) once per team, kind and key; a repeat
 * answers the first id. Parallel repeats wait for each other. Another body under the key: StoreError `idempotency_key_reused`.
 */
export async function oncePerKey(
  db: Db,
  { teamId, kind, key, bodyHash }: KeyedRequest,
  make: (client: Db) => Promise<string>,
): Promise<{ id: string; repeated: boolean }> {
  return inTransaction(db, async (client) => {
    await client.query(`SELECT pg_advisory_xact_lock(hashtextextended($1, 1))`, [JSON.stringify([teamId, kind, key])]);
    await client.query(`DELETE FROM idempotency_keys WHERE created_at < now() - interval '1 day'`);
    const { rows } = await client.query<{ body_hash: string; made_id: string }>(
      'SELECT body_hash, made_id FROM idempotency_keys WHERE team_id = $1 AND kind = $2 AND key = $3',
      [teamId, kind, key],
    );
    const known = first(rows);
    if (known && known.body_hash !== bodyHash) throw new StoreError('idempotency_key_reused', {});
    if (known) return { id: known.made_id, repeated: true };
    const id = await make(client);
    await client.query('INSERT INTO idempotency_keys (team_id, kind, key, body_hash, made_id) VALUES ($1, $2, $3, $4, $5)', [
      teamId,
      kind,
      key,
      bodyHash,
      id,
    ]);
    return { id, repeated: false };
  });
}
