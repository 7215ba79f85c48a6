/** What tokens with a budget launched, and how much of today's budget is left. The day is UTC's. */
import type { BudgetUse } from '@plimsoll/contracts/token-budget';
import type { Db } from '../db.ts';
import { first } from '../query.ts';
import { lockInserts } from '../runs/load-locks.ts';

export interface AskedLoad {
  readonly kind: 'run' | 'experiment';
  /** Of the run or the experiment. */
  readonly id: string;
  /** The longest time that it can load its targets, all runs added up. */
  readonly longestMs: number;
  /** The most requests a second that it plans, on all targets together. */
  readonly ratePerSecond: number;
}

const underWay = `(l.kind = 'run' AND r.state IN ('queued', 'starting', 'running', 'stopping')
  OR l.kind = 'experiment' AND x.state IN ('queued', 'running', 'stopping'))`;

/**
 * A load under way, or one that was deleted, counts as long as it can last; one that is over, as long as it was. Runs of an experiment that goes on
 * by further repeats count for the request that they were made for.
 */
const usedMs = `CASE
  WHEN ${underWay} OR (r.id IS NULL AND x.id IS NULL) THEN l.reserved_ms
  WHEN l.kind = 'run' THEN least(l.reserved_ms, 1000 * extract(epoch FROM r.ended_at - coalesce(r.started_at, r.ended_at)))
  ELSE least(l.reserved_ms, (SELECT coalesce(sum(1000 * extract(epoch FROM made.ended_at - coalesce(made.started_at, made.ended_at))), 0)
    FROM runs made WHERE made.experiment_id = l.load_id AND made.created_at >= l.asked_at
      AND NOT EXISTS (SELECT FROM token_loads later WHERE later.load_id = l.load_id AND later.asked_at > l.asked_at AND later.asked_at <= made.created_at)))
  END`;

/** By the ids of tokens; one that launched nothing is not in it. */
export async function readBudgetUse(db: Db, tokenIds: readonly string[]): Promise<ReadonlyMap<string, BudgetUse>> {
  const { rows } = await db.query<{ token_id: string; used_ms: number; rate: number }>(
    `SELECT l.token_id, coalesce(sum(${usedMs}) FILTER (WHERE l.asked_at >= date_trunc('day', now(), 'UTC')), 0)::float8 AS used_ms,
       coalesce(sum(l.peak_rate) FILTER (WHERE ${underWay}), 0)::float8 AS rate
     FROM token_loads l LEFT JOIN runs r ON l.kind = 'run' AND r.id = l.load_id LEFT JOIN experiments x ON l.kind = 'experiment' AND x.id = l.load_id
     WHERE l.token_id = ANY($1) AND (l.asked_at >= date_trunc('day', now(), 'UTC') OR ${underWay}) GROUP BY l.token_id`,
    [tokenIds],
  );
  return new Map(rows.map(({ token_id, used_ms, rate }) => [token_id, { usedMinutes: used_ms / 60_000, ratePerSecond: rate }]));
}

/**
 * Notes a load as this token's and answers what it has used with it. In the transaction that inserts the load: loads are inserted one at a
 * time, so parallel ones see each other, and one that is too much is rolled back by who judges the answer.
 */
export async function reserveBudget(client: Db, tokenId: string, { kind, id, longestMs, ratePerSecond }: AskedLoad): Promise<BudgetUse> {
  await lockInserts(client);
  await client.query(
    `INSERT INTO token_loads (team_id, token_id, kind, load_id, reserved_ms, peak_rate) SELECT team_id, id, $2, $3, $4, $5 FROM tokens WHERE id = $1`,
    [tokenId, kind, id, Math.ceil(longestMs), ratePerSecond],
  );
  const use = (await readBudgetUse(client, [tokenId])).get(tokenId);
  if (!use) throw new Error('the load just noted is not there');
  return use;
}

/** Did this token launch the run (by itself, or as part of an experiment) or the experiment? */
export async function isLoadOfToken(db: Db, tokenId: string, id: string): Promise<boolean> {
  const { rows } = await db.query<{ is: boolean }>(
    `SELECT EXISTS (SELECT FROM token_loads WHERE token_id = $1
       AND load_id IN (SELECT $2::uuid UNION SELECT experiment_id FROM runs WHERE id = $2::uuid AND experiment_id IS NOT NULL)) AS is`,
    [tokenId, id],
  );
  return first(rows)?.is ?? false;
}
