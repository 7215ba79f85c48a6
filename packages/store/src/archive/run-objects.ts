/** The objects of runs, by row: written before the object is, marked once it is known to be whole, and left to `object_removals` when they go. */
import { createHash } from 'node:crypto';
import type { Db, DbPool } from '../db.ts';
import { first, inTransaction, jsonText } from '../query.ts';
import type { SeriesCount } from './series-format.ts';

export type ObjectKind = 'series' | 'import';

export interface RunObject {
  readonly key: string;
  readonly runId: string;
  readonly teamId: string;
  readonly kind: ObjectKind;
  readonly bytes: number;
  /** Hexadecimal. */
  readonly sha256: string;
}

interface SeriesDetails extends SeriesCount {
  readonly format: number;
  readonly sampleSeconds: number;
}

/** The rest of a file stands in its run. */
type FileDetails = Readonly<Record<string, never>>;

/** Where all keys begin. */
export const objectsPrefix = 'teams/';

/** Where the keys of a team begin. Teams' ids are hashed: they may hold what a key may not. */
export function teamPrefix(teamId: string): string {
  return `${objectsPrefix}${createHash('sha256').update(teamId).digest('hex').slice(0, 32)}`;
}

/** By its content, so that it may be written twice. */
export function objectKey({ teamId, runId, kind, sha256 }: Pick<RunObject, 'teamId' | 'runId' | 'kind' | 'sha256'>): string {
  return `${teamPrefix(teamId)}/runs/${runId}/${kind}-${sha256}`;
}

/** Is it the key of an export of a team's? */
export function isExportKey(key: string): boolean {
  return /^teams\/[0-9a-f]{32}\/exports\/[0-9a-f-]{36}\/export-\d+$/.test(key);
}

/** Null: it is no key of a run's object. */
export function runOfKey(key: string): string | null {
  return /^teams\/[0-9a-f]{32}\/runs\/([0-9a-f-]{36})\/[a-z]+-[0-9a-f]{64}$/.exec(key)?.[1] ?? null;
}

/**
 * Runs `work` while no other process writes or removes objects of the run; null: one is at it. The lock is a transaction's, so that it ends with its process, and
 * holds behind a pooler.
 */
export async function withObjectsOfRun<T>(db: DbPool, runId: string, work: () => Promise<T>): Promise<T | null> {
  return inTransaction(db, async (client) => {
    const { rows } = await client.query<{ ours: boolean }>(
      `SELECT pg_try_advisory_xact_lock(hashtextextended('plimsoll objects of ' || $1, 0)) AS ours`,
      [runId],
    );
    return first(rows)?.ours ? work() : null;
  });
}

/** Names the object before it is written, so that nobody takes it for one that was left over. False: the run is gone. */
export async function beginObject(
  db: Db,
  { key, runId, teamId, kind, bytes, sha256 }: RunObject,
  details: SeriesDetails | FileDetails,
): Promise<boolean> {
  const { rowCount } = await db.query(
    `WITH wanted AS (DELETE FROM object_removals WHERE key = $1)
     INSERT INTO run_objects (key, run_id, team_id, kind, bytes, sha256, details)
     SELECT $1, id, team_id, $4, $5, $6, $7 FROM runs WHERE id = $2 AND team_id = $3
     ON CONFLICT (key) DO UPDATE SET begun_at = now()`,
    [key, runId, teamId, kind, bytes, sha256, jsonText(details)],
  );
  return rowCount === 1;
}

/** The object is whole. */
export async function keepObject(db: Db, key: string): Promise<boolean> {
  const { rowCount } = await db.query('UPDATE run_objects SET kept_at = now() WHERE key = $1 AND kept_at IS NULL', [key]);
  return rowCount === 1;
}

/** Nobody wants what was begun. */
export async function forsakeObject(db: Db, key: string): Promise<void> {
  await db.query('DELETE FROM run_objects WHERE key = $1 AND kept_at IS NULL', [key]);
}

/** SQL: the seconds that each sample of the run `r` covers, wherever they lie; 0: they are gone. */
export const sampleSecondsOf = `coalesce((SELECT (o.details ->> 'sampleSeconds')::int FROM run_objects o
  WHERE o.run_id = r.id AND o.kind = 'series' AND o.kept_at IS NOT NULL), r.sample_seconds)`;

export interface KeptSeries extends Pick<RunObject, 'key' | 'sha256'> {
  readonly attempt: number;
  readonly sampleSeconds: number;
}

/** The object with the series of the run; null: they were not moved, or the run is none of the team's where one is named. */
export async function findKeptSeries(db: Db, runId: string, teamId: string | null): Promise<KeptSeries | null> {
  const { rows } = await db.query<KeptSeries>(
    `SELECT o.key, o.sha256, r.attempt, (o.details ->> 'sampleSeconds')::int AS "sampleSeconds" FROM run_objects o JOIN runs r ON r.id = o.run_id
     WHERE o.run_id = $1 AND o.kind = 'series' AND o.kept_at IS NOT NULL AND o.team_id = coalesce($2, o.team_id)`,
    [runId, teamId],
  );
  return first(rows);
}
