/** The file that a run was imported from, as it came: kept in the archive beside the run, and gone with it. */
import type { SpooledFile } from '@plimsoll/artefacts/spooled-file';
import type { DbPool } from '../db.ts';
import { first } from '../query.ts';
import { StoreError } from '../store-error.ts';
import { fetchObject } from './fetch-object.ts';
import { beginObject, keepObject, objectKey, type RunObject } from './run-objects.ts';

interface OfRun {
  readonly teamId: string;
  readonly runId: string;
}

/** SQL: the bytes of the file of the run `r`; null: none is kept. */
export const importedBytesOf = `(SELECT o.bytes::float8 FROM run_objects o
  WHERE o.run_id = r.id AND o.kind = 'import' AND o.kept_at IS NOT NULL ORDER BY o.kept_at LIMIT 1)`;

/**
 * False: there is no archive, or the run is gone. Its key was never named before, so no removal is under way that it could be lost to. Throws ObjectStoreError, and then no
 * file is kept: the row that was begun is purged after a day, and what may have been written goes with it.
 */
export async function keepImportedFile(db: DbPool, { teamId, runId }: OfRun, file: SpooledFile): Promise<boolean> {
  const { objects } = db;
  if (!objects) return false;
  const { bytes, sha256 } = file;
  const key = objectKey({ teamId, runId, kind: 'import', sha256 });
  if (!(await beginObject(db, { key, runId, teamId, kind: 'import', bytes, sha256 }, {}))) return false;
  await objects.put(key, file);
  if (await keepObject(db, key)) return true;
  // The run went meanwhile, perhaps before there was anything to remove.
  await objects.remove(key);
  return false;
}

export interface KeptFile extends Pick<RunObject, 'bytes'> {
  /** As it was called where it came from; null: nobody knows. */
  readonly name: string | null;
  /** The caller closes it. Throws StoreError `file_away`, `file_missing`, `file_damaged`. */
  fetch(): Promise<SpooledFile>;
}

/** Null: the run is none of the team's. Throws StoreError `file_not_kept`. */
export async function findImportedFile(db: DbPool, { teamId, runId }: OfRun): Promise<KeptFile | null> {
  const row = first(
    (
      await db.query<{ name: string | null; key: string | null; bytes: string; sha256: string }>(
        `SELECT r.source ->> 'file' AS name, o.key, o.bytes, o.sha256 FROM runs r
         LEFT JOIN run_objects o ON o.run_id = r.id AND o.team_id = r.team_id AND o.kind = 'import' AND o.kept_at IS NOT NULL
         WHERE r.id = $1 AND r.team_id = $2 ORDER BY o.kept_at LIMIT 1`,
        [runId, teamId],
      )
    ).rows,
  );
  if (!row) return null;
  const { name, key, bytes, sha256 } = row;
  const { objects } = db;
  if (key === null || !objects) throw new StoreError('file_not_kept', {});
  return { name, bytes: Number(bytes), fetch: () => fetchObject(objects, { key, sha256 }, 'file') };
}
