/** What keeps the archive from being used, as people are told it. */
import { ObjectStoreError, type ObjectStoreErrorCode } from '@plimsoll/artefacts/object-store-error';
import type { ArchiveTroubleKind } from '@plimsoll/contracts/health';
import { archiveTroubleSentence } from '@plimsoll/wording/trouble-sentence';

const kinds: Readonly<Record<ObjectStoreErrorCode, ArchiveTroubleKind>> = {
  unreachable: 'unreachable',
  silent: 'silent',
  untrusted_certificate: 'untrusted_certificate',
  denied: 'wrong_password',
  no_bucket: 'no_bucket',
  failing: 'refuses_connections',
  refused: 'other',
  missing: 'other',
  damaged: 'other',
};

/** Null: the error is not of the store. */
export function archiveTroubleOf(error: unknown): ArchiveTroubleKind | null {
  return error instanceof ObjectStoreError ? kinds[error.code] : null;
}

/** The error with what to do about it, where it is of the store; else the error itself. */
export function explainedArchiveError(error: unknown): unknown {
  const kind = archiveTroubleOf(error);
  if (kind === null) return error;
  return new Error(`${archiveTroubleSentence(kind)} (${(error as Error).message})`, { cause: error });
}
