/** The kill switch. Written to Postgres only, so it works while the queue is away. */
import { activeStates } from '@plimsoll/contracts/run';
import { runEndSentence } from '@plimsoll/wording/run-end-sentence';
import type { Db } from '../db.ts';
import { inTransaction } from '../query.ts';
import { lockClaims, lockInserts } from '../queue/load-locks.ts';
import { stopColumns, stopRunColumns } from '../queue/stop-columns.ts';

/**
 * Asks every run and experiment of every team to stop, in one transaction that no start slips past. `hold`: nothing starts until
 * `releaseLoad`. Answers how many were asked.
 */
export async function stopAllLoad(
  db: Db,
  { userId, hold }: { readonly userId: string; readonly hold: boolean },
): Promise<{ runs: number; experiments: number }> {
  return inTransaction(db, async (client) => {
    await lockInserts(client);
    await lockClaims(client);
    if (hold) await client.query('UPDATE installation SET load_held_at = now(), load_held_by = $1 WHERE load_held_at IS NULL', [userId]);
    const sentence = runEndSentence({ kind: 'stoppedBefore' });
    const experiments = await client.query(`UPDATE experiments SET ${stopColumns('$1')} WHERE state IN ('queued', 'running', 'stopping')`, [
      sentence,
    ]);
    const runs = await client.query(`UPDATE runs SET ${stopRunColumns('$2')} WHERE state = ANY($1)`, [activeStates, sentence]);
    return { runs: runs.rowCount ?? 0, experiments: experiments.rowCount ?? 0 };
  });
}
