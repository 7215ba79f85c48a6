/** Addresses that start a plan: only the hash of each is kept. */
import { randomUUID } from 'node:crypto';
import { mostHooks, type PlanHook } from '@plimsoll/contracts/hook';
import type { Db } from '../db.ts';
import { first } from '../query.ts';

export interface NewPlanHook {
  readonly planId: string;
  readonly name: string;
  readonly tokenHash: string;
  readonly userId: string;
  /** The token that it is made with; null: a person makes it. */
  readonly tokenId: string | null;
}

/** Null: the plan has as many as it may. */
export async function insertPlanHook(db: Db, teamId: string, hook: NewPlanHook): Promise<string | null> {
  const id = randomUUID();
  const { rowCount } = await db.query(
    `INSERT INTO plan_hooks (id, team_id, plan_id, name, token_hash, author_id, token_id)
     SELECT $1, $2, $3, $4, $5, $6, $7 WHERE (SELECT count(*) FROM plan_hooks WHERE plan_id = $3) < $8`,
    [id, teamId, hook.planId, hook.name, hook.tokenHash, hook.userId, hook.tokenId, mostHooks],
  );
  return rowCount ? id : null;
}

/** The newest first. */
export async function listPlanHooks(db: Db, teamId: string, planId: string): Promise<PlanHook[]> {
  type Row = {
    id: string;
    name: string;
    created_at: Date;
    last_used_at: Date | null;
    author_id: string | null;
    author_name: string | null;
  };
  const { rows } = await db.query<Row>(
    `SELECT h.id, h.name, h.created_at, h.last_used_at, h.author_id, u.name AS author_name FROM plan_hooks h LEFT JOIN users u ON u.id = h.author_id
     WHERE h.team_id = $1 AND h.plan_id = $2 ORDER BY h.created_at DESC, h.id`,
    [teamId, planId],
  );
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    createdAt: row.created_at.toISOString(),
    author: row.author_id === null ? null : { id: row.author_id, name: row.author_name ?? '' },
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
  }));
}

/** False: no such hook in this team. */
export async function deletePlanHook(db: Db, teamId: string, id: string): Promise<boolean> {
  const { rowCount } = await db.query('DELETE FROM plan_hooks WHERE team_id = $1 AND id = $2', [teamId, id]);
  return rowCount === 1;
}

export interface FoundPlanHook {
  readonly id: string;
  readonly teamId: string;
  readonly planId: string;
  readonly name: string;
  readonly authorId: string | null;
  readonly tokenId: string | null;
}

/** Null: unknown, or deleted. */
export async function findPlanHook(db: Db, tokenHash: string): Promise<FoundPlanHook | null> {
  const { rows } = await db.query<FoundPlanHook>(
    `SELECT id, team_id AS "teamId", plan_id AS "planId", name, author_id AS "authorId", token_id AS "tokenId" FROM plan_hooks WHERE token_hash = $1`,
    [tokenHash],
  );
  return first(rows);
}

export async function noteHookUse(db: Db, id: string): Promise<void> {
  await db.query('UPDATE plan_hooks SET last_used_at = now() WHERE id = $1', [id]);
}
