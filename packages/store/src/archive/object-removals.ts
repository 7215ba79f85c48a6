/** Removes objects that no row names any more, at least once each; finds those that are in the store and in no row, and rows whose object is not in the store. */
import type { ListedObject, ObjectStore } from '@plimsoll/artefacts/object-store';
import type { DbPool } from '../db.ts';
import { first } from '../query.ts';
import { isExportKey, type ObjectKind, objectsPrefix, runOfKey, withObjectsOfRun } from './run-objects.ts';

const batch = 100;
/** After a try that failed: a minute, two, four … an hour. */
const pause = `least(interval '1 hour', interval '1 minute' * power(2, least(tries, 10)))`;

async function isNamed(db: DbPool, key: string): Promise<boolean> {
  const { rows } = await db.query<{ named: boolean }>(
    'SELECT EXISTS (SELECT FROM run_objects WHERE key = $1) OR EXISTS (SELECT FROM team_exports WHERE key = $1) AS named',
    [key],
  );
  return first(rows)?.named ?? false;
}

/** While nobody writes objects of its run. False: somebody does, or a row names it. */
async function removeUnnamed(db: DbPool, objects: ObjectStore, key: string): Promise<boolean> {
  const remove = async () => {
    if (await isNamed(db, key)) return false;
    await objects.remove(key);
    return true;
  };
  // A try of an export has its key once: nobody names it again.
  if (isExportKey(key)) return remove();
  const runId = runOfKey(key);
  return (runId !== null && (await withObjectsOfRun(db, runId, remove))) ?? false;
}

/** Removes what is due, and answers how many. Throws ObjectStoreError where the store does not take it; the rest is tried later. */
export async function removeLeftObjects(db: DbPool, objects: ObjectStore, signal: AbortSignal): Promise<number> {
  let removed = 0;
  while (!signal.aborted) {
    const { rows } = await db.query<{ key: string }>(
      `UPDATE object_removals SET tries = tries + 1, due_at = now() + ${pause} WHERE key IN (
         SELECT key FROM object_removals WHERE due_at <= now() ORDER BY due_at LIMIT ${batch} FOR UPDATE SKIP LOCKED) RETURNING key`,
    );
    for (const { key } of rows) {
      if (signal.aborted) return removed;
      if (await removeUnnamed(db, objects, key)) removed += 1;
      else if (!(await isNamed(db, key))) continue;
      await db.query('DELETE FROM object_removals WHERE key = $1', [key]);
    }
    if (rows.length < batch) break;
  }
  return removed;
}

export interface NamedObject {
  readonly key: string;
  readonly kind: ObjectKind | 'export';
  /** Null: all of the team's. */
  readonly runId: string | null;
  readonly teamId: string;
}

export interface ArchiveCheck {
  /** Objects that rows name, and that are in the store. */
  readonly found: number;
  /** Those that are not, or have another length: what they held is lost unless the store has a backup. */
  readonly missing: readonly NamedObject[];
  /** In the store for longer than a day, and named by nothing. */
  readonly orphans: readonly ListedObject[];
}

/** Long enough for whoever is writing it, and for a database that was just restored to be looked at. */
const orphanAfterMs = 24 * 3_600_000;

/** Compares the rows with what the store lists. */
export async function checkArchive(db: DbPool, objects: ObjectStore, now = new Date()): Promise<ArchiveCheck> {
  const { rows } = await db.query<NamedObject & { bytes: string; kept: boolean }>(
    `SELECT key, kind, run_id AS "runId", team_id AS "teamId", bytes, kept_at IS NOT NULL AS kept FROM run_objects
     UNION ALL SELECT key, 'export', NULL, team_id, bytes, state = 'ready' FROM team_exports WHERE key IS NOT NULL ORDER BY key`,
  );
  const named = new Map(rows.map((row) => [row.key, row]));
  const whole = new Set<string>();
  const orphans: ListedObject[] = [];
  for await (const object of objects.list(objectsPrefix)) {
    const row = named.get(object.key);
    if (row && Number(row.bytes) === object.bytes) whole.add(object.key);
    const isOurs = runOfKey(object.key) !== null || isExportKey(object.key);
    if (!row && isOurs && now.getTime() - object.modifiedAt.getTime() > orphanAfterMs) orphans.push(object);
  }
  const kept = rows.filter((row) => row.kept);
  const missing = kept.filter(({ key }) => !whole.has(key)).map(({ key, kind, runId, teamId }) => ({ key, kind, runId, teamId }));
  return { found: kept.length - missing.length, missing, orphans };
}

/** Removes orphans, and answers how many; one that a row names by now stays. */
export async function sweepOrphans(db: DbPool, objects: ObjectStore, orphans: readonly ListedObject[]): Promise<number> {
  let removed = 0;
  for (const { key } of orphans) if (await removeUnnamed(db, objects, key)) removed += 1;
  return removed;
}

export interface ArchiveFigures {
  readonly objects: number;
  readonly bytes: number;
  /** Null: nothing was ever written. */
  readonly lastWrittenAt: Date | null;
  /** Objects that are still to be removed. */
  readonly removalsWaiting: number;
}

export async function readArchiveFigures(db: DbPool): Promise<ArchiveFigures> {
  const { rows } = await db.query<{ objects: number; bytes: string; last: Date | null; waiting: number }>(
    `SELECT count(*)::int AS objects, coalesce(sum(bytes), 0) AS bytes, max(kept_at) AS last,
       (SELECT count(*)::int FROM object_removals) AS waiting FROM run_objects WHERE kept_at IS NOT NULL`,
  );
  const row = first(rows);
  return {
    objects: row?.objects ?? 0,
    bytes: Number(row?.bytes ?? 0),
    lastWrittenAt: row?.last ?? null,
    removalsWaiting: row?.waiting ?? 0,
  };
}
