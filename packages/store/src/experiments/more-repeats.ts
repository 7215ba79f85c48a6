/** Further repeats of an A/B that is over: it goes on where it ended, by the same workers where they are there, in the order that it would have had. */
import type { Experiment } from '@plimsoll/contracts/experiment';
import type { Plan } from '@plimsoll/contracts/plan';
import type { Db } from '../db.ts';
import { refuseWhileHeld } from '../installation/load-hold.ts';
import { first, inTransaction } from '../query.ts';
import { lockInserts } from '../runs/load-locks.ts';
import { openPlan } from '../secrets.ts';
import type { ExperimentRow } from './experiment-row.ts';
import { findExperiment, insertPlannedRuns, type NewExperiment, type PlannedRun, refuseOverCap } from './experiments.ts';

export interface MoreRepeats {
  readonly teamId: string;
  readonly id: string;
  /** The person who asks. */
  readonly userId: string | null;
  readonly repeats: number;
  /** The number of runs it has by now, at which the planned ones begin. */
  readonly position: number;
  readonly runs: readonly PlannedRun[];
  readonly caps: NewExperiment['caps'];
  readonly requestId: string;
  /** The span in which more was asked for. */
  readonly traceParent: string | null;
}

/** `changed`: its saved plan was, since its first run. */
export type NotContinued = 'unknown' | 'not_ab' | 'not_completed' | 'changed';

/** Throws StoreError as `insertExperiment` does. */
export async function addRepeats(db: Db, more: MoreRepeats): Promise<Experiment | NotContinued> {
  const { teamId, id, position } = more;
  return inTransaction(db, async (client) => {
    await lockInserts(client);
    await refuseWhileHeld(client);
    await refuseOverCap(client, teamId, more.userId, more.caps);
    const { rows } = await client.query<{ kind: string; state: string; steps: number; changed: boolean }>(
      `SELECT kind, state, (SELECT count(*)::int FROM experiment_runs e WHERE e.experiment_id = x.id) AS steps,
         EXISTS (SELECT FROM runs r JOIN plans p ON p.id = r.plan_id WHERE r.experiment_id = x.id AND r.plan_revision <> p.revision) AS changed
       FROM experiments x WHERE team_id = $1 AND id = $2 FOR UPDATE OF x`,
      [teamId, id],
    );
    const found = first(rows);
    if (!found) return 'unknown';
    if (found.kind !== 'ab') return 'not_ab';
    if (found.state !== 'completed' || found.steps !== position) return 'not_completed';
    if (found.changed) return 'changed';
    // It waits behind what was asked for before now.
    await client.query(
      `UPDATE experiments SET state = 'queued', state_reason = NULL, ending = NULL, remarks = '[]', ended_at = NULL, worker_id = NULL, heartbeat_at = NULL,
         repeats = repeats + $2, judged_before = judged_before + 1, continued_at = now(), ordinal = DEFAULT, request_id = $3, trace_parent = $4 WHERE id = $1`,
      [id, more.repeats, more.requestId, more.traceParent],
    );
    await insertPlannedRuns(client, id, position, more.runs);
    return (await findExperiment(client, teamId, id)) ?? 'unknown';
  });
}

/** With their secrets in the open. Null: unknown. */
export async function openVariants(
  db: Db,
  teamId: string,
  id: string,
  secretKey: string,
): Promise<readonly { name: string; plan: Plan }[] | null> {
  const { rows } = await db.query<Pick<ExperimentRow, 'variants'>>('SELECT variants FROM experiments WHERE team_id = $1 AND id = $2', [
    teamId,
    id,
  ]);
  return first(rows)?.variants.map(({ name, plan }) => ({ name, plan: openPlan(secretKey, { teamId, rowId: id }, plan) })) ?? null;
}
