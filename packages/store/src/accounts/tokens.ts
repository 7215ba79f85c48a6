/** Bearer tokens: only the hash is kept; the maker of the hash is the API. */
import { randomUUID } from 'node:crypto';
import type { Scope } from '@plimsoll/contracts/account';
import type { BudgetUse, TokenBudget } from '@plimsoll/contracts/token-budget';
import type { Db } from '../db.ts';
import { first, jsonText } from '../query.ts';
import { readBudgetUse } from './token-budgets.ts';

export interface TokenListItem {
  readonly id: string;
  readonly name: string;
  readonly scopes: Scope[];
  readonly createdAt: string;
  readonly lastUsedAt: string | null;
  readonly expiresAt: string | null;
  readonly revokedAt: string | null;
  readonly budget: TokenBudget | null;
  /** Null without a budget. */
  readonly use: BudgetUse | null;
}

export interface LivingToken {
  readonly id: string;
  readonly teamId: string;
  readonly userId: string;
  readonly scopes: Scope[];
  /** Null: never ends by itself. */
  readonly expiresAt: Date | null;
  readonly budget: TokenBudget | null;
}

interface TokenRow {
  id: string;
  name: string;
  scopes: Scope[];
  created_at: Date;
  last_used_at: Date | null;
  expires_at: Date | null;
  revoked_at: Date | null;
  budget: TokenBudget | null;
}

const unused: BudgetUse = { usedMinutes: 0, ratePerSecond: 0 };

/** Of a token with a budget. */
export async function findBudgetUse(db: Db, tokenId: string): Promise<BudgetUse> {
  return (await readBudgetUse(db, [tokenId])).get(tokenId) ?? unused;
}

export async function insertToken(
  db: Db,
  token: {
    teamId: string;
    userId: string;
    name: string;
    tokenHash: string;
    scopes: readonly Scope[];
    expiresAt: Date | null;
    budget?: TokenBudget | null;
    /** Id of the token that makes it; null: a person does. */
    madeBy?: string | null;
  },
): Promise<string> {
  const id = randomUUID();
  await db.query(
    `INSERT INTO tokens (id, team_id, user_id, name, token_hash, scopes, expires_at, made_by, budget) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      id,
      token.teamId,
      token.userId,
      token.name,
      token.tokenHash,
      token.scopes,
      token.expiresAt,
      token.madeBy ?? null,
      token.budget ? jsonText(token.budget) : null,
    ],
  );
  return id;
}

/** The scopes of a living token; null: it ended. */
export async function findLivingScopes(db: Db, id: string): Promise<Scope[] | null> {
  const { rows } = await db.query<{ scopes: Scope[] }>(
    'SELECT scopes FROM tokens WHERE id = $1 AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > now())',
    [id],
  );
  return first(rows)?.scopes ?? null;
}

/** The living token of this hash, and notes its use (at most once a minute). Unknown, expired and revoked are the same null. */
export async function findTokenByHash(db: Db, tokenHash: string): Promise<LivingToken | null> {
  const { rows } = await db.query<LivingToken & { stale: boolean }>(
    `SELECT id, team_id AS "teamId", user_id AS "userId", scopes, expires_at AS "expiresAt", budget,
       last_used_at IS NULL OR last_used_at < now() - interval '1 minute' AS stale
     FROM tokens WHERE token_hash = $1 AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > now())`,
    [tokenHash],
  );
  const row = first(rows);
  if (!row) return null;
  const { stale, ...token } = row;
  if (stale) await db.query('UPDATE tokens SET last_used_at = now() WHERE id = $1', [token.id]);
  return token;
}

export async function listTokens(db: Db, teamId: string): Promise<TokenListItem[]> {
  const { rows } = await db.query<TokenRow>('SELECT * FROM tokens WHERE team_id = $1 ORDER BY created_at DESC, id', [teamId]);
  const used = await readBudgetUse(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    scopes: row.scopes,
    createdAt: row.created_at.toISOString(),
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
    expiresAt: row.expires_at?.toISOString() ?? null,
    revokedAt: row.revoked_at?.toISOString() ?? null,
    budget: row.budget,
    use: row.budget && (used.get(row.id) ?? unused),
  }));
}

/**
 * Revokes the token and every token that it made, or that one of those made: its holder may have kept one of them. False: no such
 * token in this team. Revoking twice is fine.
 */
export async function revokeToken(db: Db, teamId: string, id: string): Promise<boolean> {
  const { rowCount } = await db.query(
    `WITH RECURSIVE family AS (
       SELECT id FROM tokens WHERE team_id = $1 AND id = $2 UNION SELECT t.id FROM tokens t JOIN family f ON t.made_by = f.id)
     UPDATE tokens SET revoked_at = coalesce(revoked_at, now()) WHERE id IN (SELECT id FROM family)`,
    [teamId, id],
  );
  return (rowCount ?? 0) > 0;
}
