/** Finds the load that a worker with a free slot takes next. */
import type { Db } from '../db.ts';
import { first } from '../query.ts';
import { fairOrder } from './fair-order.ts';
import { capValues, heldBack, type LoadCaps } from './load-caps.ts';
import { mayTake, runAtStartBarrier } from './run-claim.ts';
import { workerInPool } from './workers-online.ts';

export type NextLoad =
  | { readonly kind: 'run'; readonly runId: string; readonly attempt: number }
  | { readonly kind: 'experiment'; readonly experimentId: string };

/**
 * The loads that this worker may take of those for its pools: a run that no other workers are to make, and an experiment, unless the worker is at another one of the same
 * person: two of them would take turns run by run, and each would be measured over twice the time. Nothing that is
 * over a cap for now, and nothing at all while all load is held. A worker that drains takes the next runs of its experiments only.
 */
const takeable = `${workerInPool('$1', 'w.worker_label')} AND ${mayTake('w', '$1')} AND (w.kind = 'run' OR NOT EXISTS (
  SELECT FROM experiments x WHERE (x.worker_id = $1 OR $1 = ANY(x.crew)) AND x.state IN ('running', 'stopping') AND x.team_id = w.team_id
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

/** Does something wait that not every worker can take and this one may: with it in the crew, for its pool, or at its start barrier and short of one? */
export async function waitsForWorker(db: Db, workerId: string): Promise<boolean> {
  if (await runAtStartBarrier(db, workerId)) return true;
  const { rows } = await db.query<{ waits: boolean }>(
    `SELECT EXISTS (SELECT FROM runs r WHERE state = 'queued' AND ($1 = ANY(crew) OR (crew IS NULL AND ${forPool('r')})))
       OR EXISTS (SELECT FROM experiments x WHERE state = 'queued' AND ${forPool('x')}) AS waits`,
    [workerId],
  );
  return first(rows)?.waits ?? false;
}
