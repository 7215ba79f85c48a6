/** An object of the archive in a file of this process, held against its checksum. */
import type { ObjectStore } from '@plimsoll/artefacts/object-store';
import { ObjectStoreError } from '@plimsoll/artefacts/object-store-error';
import { type SpooledFile, spool } from '@plimsoll/artefacts/spooled-file';
import { StoreError } from '../store-error.ts';
import type { RunObject } from './run-objects.ts';

/**
 * The caller closes it. Throws StoreError `…_away`, `…_missing` where the object is gone, and `…_damaged` where it is another: `archive_…` of series, `file_…` of files.
 */
export async function fetchObject(
  objects: ObjectStore,
  { key, sha256 }: Pick<RunObject, 'key' | 'sha256'>,
  of: 'archive' | 'file',
): Promise<SpooledFile> {
  let file: SpooledFile;
  try {
    file = await spool(await objects.get(key));
  } catch (error) {
    if (!(error instanceof ObjectStoreError)) throw error;
    throw new StoreError(error.code === 'missing' ? `${of}_missing` : `${of}_away`, {});
  }
  if (file.sha256 === sha256) return file;
  await file.close();
  throw new StoreError(`${of}_damaged`, {});
}
