/** `Idempotency-Key`: the same key with the same body answers the run it made, for a day. */
import { type Db, first, inTransaction } from './db.ts';
import { StoreError } from './store-error.ts';

/**
 * Runs `make` (which inserts the run on the client it is given and answers its id) once per team and key; a repeat answers
 * the first id. Parallel repeats wait for each other. Another body under the key: StoreError `idempotency_key_reused`.
 */
export async function oncePerKey(
  db: Db,
  request: { teamId: string; key: string; bodyHash: string },
  make: (client: Db) => Promise<string>,
): Promise<{ runId: string; repeated: boolean }> {
  return inTransaction(db, async (client) => {
    await client.query(`SELECT pg_advisory_xact_lock(hashtextextended($1, 1))`, [JSON.stringify([request.teamId, request.key])]);
    await client.query(`DELETE FROM idempotency_keys WHERE created_at < now() - interval '1 day'`);
    const { rows } = await client.query<{ body_hash: string; run_id: string }>(
      'SELECT body_hash, run_id FROM idempotency_keys WHERE team_id = $1 AND key = $2',
      [request.teamId, request.key],
    );
    const known = first(rows);
    if (known && known.body_hash !== request.bodyHash)
      throw new StoreError('idempotency_key_reused', 'This Idempotency-Key was used with another body. Use a new key for a new request.');
    if (known) return { runId: known.run_id, repeated: true };
    const runId = await make(client);
    await client.query('INSERT INTO idempotency_keys (team_id, key, body_hash, run_id) VALUES ($1, $2, $3, $4)', [
      request.teamId,
      request.key,
      request.bodyHash,
      runId,
    ]);
    return { runId, repeated: false };
  });
}
