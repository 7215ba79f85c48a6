/** Stops everything. Written to Postgres only, so it works while the queue is away. */
import { activeStates } from '@plimsoll/contracts/run';
import type { Db } from '../db.ts';
import { holdLoad } from '../installation/load-hold.ts';
import { inTransaction } from '../query.ts';
import { lockClaims, lockInserts } from '../runs/load-locks.ts';
import { stopColumns, stoppedBefore, stopRunColumns } from '../runs/stop-columns.ts';

/**
 * Asks every run and experiment of every team to stop, or of one, in one transaction that no start slips past. `heldBy`: nothing starts
 * until `releaseLoad`. Answers how many were asked.
 */
export async function stopAllLoad(
  db: Db,
  { teamId = null, heldBy }: { readonly teamId?: string | null; readonly heldBy?: string },
): Promise<{ runs: number; experiments: number }> {
  return inTransaction(db, async (client) => {
    await lockInserts(client);
    await lockClaims(client);
    if (heldBy !== undefined) await holdLoad(client, heldBy);
    const ours = '($1::text IS NULL OR team_id = $1)';
    const experiments = await client.query(
      `UPDATE experiments SET ${stopColumns('$2')} WHERE ${ours} AND state IN ('queued', 'running', 'stopping')`,
      [teamId, stoppedBefore],
    );
    const runs = await client.query(`UPDATE runs SET ${stopRunColumns('$2')} WHERE ${ours} AND state = ANY($3)`, [
      teamId,
      stoppedBefore,
      activeStates,
    ]);
    return { runs: runs.rowCount ?? 0, experiments: experiments.rowCount ?? 0 };
  });
}
