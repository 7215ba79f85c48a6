/** Shares: frozen, redacted content behind a token of which only the hash is kept. */
import { randomUUID } from 'node:crypto';
import type { Hideable, Shared, SharedContent, ShareKind, shareListItemSchema } from '@plimsoll/contracts/share';
import { sayShare } from '@plimsoll/wording/say-share';
import type { z } from 'zod';
import type { Db } from '../db.ts';
import { first, jsonText } from '../query.ts';
import { keepShare } from './kept-share.ts';
import { readSample, sampleLink } from './sample-shares.ts';

type ShareListItem = z.infer<typeof shareListItemSchema>;

export interface NewShare {
  readonly userId: string | null;
  readonly tokenHash: string;
  readonly kind: ShareKind;
  readonly title: string;
  readonly runId: string | null;
  readonly comparisonId: string | null;
  readonly experimentId: string | null;
  readonly hide: readonly Hideable[];
  readonly content: SharedContent;
  readonly expiresAt: Date;
}

export async function insertShare(db: Db, teamId: string, share: NewShare): Promise<string> {
  const id = randomUUID();
  await db.query(
    `INSERT INTO shares (id, team_id, token_hash, kind, title, run_id, comparison_id, experiment_id, hide, content, created_by, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    [
      id,
      teamId,
      share.tokenHash,
      share.kind,
      share.title,
      share.runId,
      share.comparisonId,
      share.experimentId,
      share.hide,
      jsonText(keepShare(share.content)),
      share.userId,
      share.expiresAt,
    ],
  );
  return id;
}

/** The content as it was frozen, with sentences for who reads it: one from an older version lacks what came later until it is parsed. */
export type OpenShare = Shared & { id: string };
interface SharedRow {
  id: string;
  content: SharedContent;
  hide: Hideable[];
  created_at: Date;
  expires_at: Date;
}
function toOpenShare(row: SharedRow): OpenShare {
  return {
    id: row.id,
    sample: false,
    content: sayShare(row.content, row.hide),
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
  };
}

interface ShareRow {
  id: string;
  kind: ShareKind;
  title: string;
  run_id: string | null;
  comparison_id: string | null;
  experiment_id: string | null;
  hide: Hideable[];
  created_at: Date;
  expires_at: Date;
  revoked_at: Date | null;
  view_count: number;
}

export async function listShares(db: Db, teamId: string): Promise<ShareListItem[]> {
  const { rows } = await db.query<ShareRow>(
    `SELECT id, kind, title, run_id, comparison_id, experiment_id, hide, created_at, expires_at, revoked_at, view_count
     FROM shares WHERE team_id = $1 ORDER BY created_at DESC, id LIMIT 500`,
    [teamId],
  );
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    title: row.title,
    runId: row.run_id,
    comparisonId: row.comparison_id,
    experimentId: row.experiment_id,
    hide: row.hide,
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    revokedAt: row.revoked_at?.toISOString() ?? null,
    viewCount: row.view_count,
  }));
}

/** The content goes at once: a revoked link has nothing left to leak. False: no such share in this team. */
export async function revokeShare(db: Db, teamId: string, id: string): Promise<boolean> {
  const { rowCount } = await db.query(
    `UPDATE shares SET revoked_at = coalesce(revoked_at, now()), content = '{}' WHERE team_id = $1 AND id = $2`,
    [teamId, id],
  );
  return rowCount === 1;
}

/** Every link and badge of the team that still works goes at once; answers how many. */
export async function revokeAllShares(db: Db, teamId: string): Promise<number> {
  const { rows } = await db.query<{ revoked: number }>(
    `WITH links AS (
       UPDATE shares SET revoked_at = now(), content = '{}' WHERE team_id = $1 AND revoked_at IS NULL AND expires_at > now() RETURNING 1
     ), gone AS (DELETE FROM badges WHERE team_id = $1 RETURNING 1)
     SELECT ((SELECT count(*) FROM links) + (SELECT count(*) FROM gone))::int AS revoked`,
    [teamId],
  );
  return first(rows)?.revoked ?? 0;
}

/** A link that shows something. Its content never changes. */
export interface OpenLink {
  readonly id: string;
  readonly teamId: string;
}

/** The link if it is open, without what it shows; counts so many views. Unknown, expired and revoked are the same null. */
export async function lookAtShare(db: Db, tokenHash: string, views: number): Promise<OpenLink | null> {
  const sample = sampleLink(tokenHash);
  if (sample) return sample;
  const open = 'token_hash = $1 AND revoked_at IS NULL AND expires_at > now()';
  const { rows } =
    views > 0
      ? await db.query<OpenLink>(`UPDATE shares SET view_count = view_count + $2 WHERE ${open} RETURNING id, team_id AS "teamId"`, [
          tokenHash,
          views,
        ])
      : await db.query<OpenLink>(`SELECT id, team_id AS "teamId" FROM shares WHERE ${open}`, [tokenHash]);
  return first(rows);
}

/** Reads the content of the link. Counts no view; unknown, expired and revoked are the same null. */
export async function peekShare(db: Db, tokenHash: string): Promise<OpenShare | null> {
  const sample = await readSample(tokenHash);
  if (sample) return sample;
  const { rows } = await db.query<SharedRow>(
    'SELECT id, content, hide, created_at, expires_at FROM shares WHERE token_hash = $1 AND revoked_at IS NULL AND expires_at > now()',
    [tokenHash],
  );
  const row = first(rows);
  return row && toOpenShare(row);
}
