/** Experiments that nobody drives and nobody could: no worker is left to take them over. */

import type { ExperimentRemark } from '@plimsoll/contracts/experiment-remark';
import { activeStates } from '@plimsoll/contracts/run';
import { databaseIsUp, silentSince } from '../clock-watch.ts';
import type { Db } from '../db.ts';
import { inTransaction } from '../query.ts';
import { scaleSecondsOf } from '../queue/worker-pools.ts';
import { hasLabel, workerTakesLoads } from '../queue/workers-online.ts';
import { lostAfterMs } from '../runs/run-life.ts';
import { stoppedBefore, stopRunColumns } from '../runs/stop-columns.ts';

/** A worker that starts again within this time goes on with what an earlier one drove. */
const patienceMs = 60_000;

const asJson = (remark: ExperimentRemark) => JSON.stringify([remark]);

/**
 * Ends experiments whose worker was not heard for 60 s, or as long as their pool may take to bring one, while no worker is online that could take them over, and those asked to stop as soon as their worker counts as
 * lost; their runs that wait are stopped with them. One that a worker let go of as it shut down waits for the next worker, unless it
 * was asked to stop. Answers the ids; several callers at once end each one once.
 */
export async function reapLostExperiments(db: Db): Promise<string[]> {
  const silent = (parameter: string) => silentSince('heartbeat_at', `${parameter}::float8`);
  return inTransaction(db, async (client) => {
    const { rows } = await client.query<{ id: string }>(
      `UPDATE experiments SET ended_at = now(), state = CASE WHEN state = 'stopping' THEN 'stopped' ELSE 'failed' END,
         state_reason = NULL, remarks = CASE WHEN state = 'stopping' THEN $3::jsonb ELSE $4::jsonb END
       WHERE ${databaseIsUp}
         AND (state = 'stopping' AND (heartbeat_at IS NULL OR ${silent('$1')}) OR state = 'running' AND ${silent('$2')}
           AND coalesce(${silentSince('heartbeat_at', `1000 * ${scaleSecondsOf('worker_label')}`)}, true))
         AND NOT EXISTS (SELECT FROM workers_online w WHERE ${workerTakesLoads('w')} AND ${hasLabel('w', 'worker_label')})
       RETURNING id`,
      [lostAfterMs, patienceMs, asJson({ kind: 'stoppedUnattended' }), asJson({ kind: 'noWorker', seconds: patienceMs / 1000 })],
    );
    const ids = rows.map(({ id }) => id);
    if (ids.length > 0)
      await client.query(`UPDATE runs SET ${stopRunColumns('$3')} WHERE experiment_id = ANY($1) AND state = ANY($2)`, [
        ids,
        activeStates,
        stoppedBefore,
      ]);
    return ids;
  });
}
