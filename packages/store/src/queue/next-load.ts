/** Which load a worker with a free slot takes next. */
import type { Db } from '../db.ts';
import { first } from '../query.ts';
import { runAtStartBarrier } from '../runs/run-claim.ts';
import { fairOrder } from './fair-order.ts';
import { capValues, heldBack, type LoadCaps } from './load-caps.ts';
import { workerDrains, workerInPool } from './workers-online.ts';

export type NextLoad =
  | { readonly kind: 'run'; readonly runId: string; readonly attempt: number }
  | { readonly kind: 'experiment'; readonly experimentId: string };

/**
 * What this worker may take of what its pools are asked for: a run that is pinned to no other, and an experiment, unless the worker is at another one of the same
 * person: two of them would take turns run by run, and each would be measured over twice the time. Nothing that is
 * over a cap for now, and nothing at all while all load is held. A worker that drains takes the next runs of its experiments only.
 */
const takeable = `${workerInPool('$1', 'w.worker_label')} AND (w.pinned_worker = $1 OR (w.pinned_worker IS NULL AND NOT ${workerDrains('$1')})) AND (w.kind = 'run' OR NOT EXISTS (
  SELECT FROM experiments x WHERE x.worker_id = $1 AND x.state IN ('running', 'stopping') AND x.team_id = w.team_id
    AND x.created_by IS NOT DISTINCT FROM w.created_by))
  AND ${heldBack('w', 2)} IS NULL AND (SELECT load_held_at IS NULL FROM installation)`;

/**
 * The next load in the fair order that this worker may take; null: nothing waits for it. A run that waits at its start barrier and
 * could have this one goes first. Only the answer to "which": a claim decides who has it.
 */
export async function nextLoad(db: Db, workerId: string, caps: LoadCaps): Promise<NextLoad | null> {
  const waiting = await runAtStartBarrier(db, workerId);
  if (waiting) return { kind: 'run', ...waiting };
  const { rows } = await db.query<{ kind: 'run' | 'experiment'; id: string; attempt: number }>(
    `${fairOrder(takeable)} ORDER BY place LIMIT 1`,
    [workerId, ...capValues(caps)],
  );
  const row = first(rows);
  if (!row) return null;
  return row.kind === 'run' ? { kind: 'run', runId: row.id, attempt: row.attempt } : { kind: 'experiment', experimentId: row.id };
}

const forPool = (load: string) => `${load}.worker_label IS NOT NULL AND ${workerInPool('$1', `${load}.worker_label`)}`;

/** Does something wait that not every worker can take and this one may: pinned to it, for its pool, or at its start barrier and short of one? */
export async function waitsForWorker(db: Db, workerId: string): Promise<boolean> {
  if (await runAtStartBarrier(db, workerId)) return true;
  const { rows } = await db.query<{ waits: boolean }>(
    `SELECT EXISTS (SELECT FROM runs r WHERE state = 'queued' AND (pinned_worker = $1 OR (pinned_worker IS NULL AND ${forPool('r')})))
       OR EXISTS (SELECT FROM experiments x WHERE state = 'queued' AND ${forPool('x')}) AS waits`,
    [workerId],
  );
  return first(rows)?.waits ?? false;
}
