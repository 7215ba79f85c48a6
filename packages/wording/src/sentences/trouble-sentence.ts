/** Troubles between the installation and its database, its queue or its archive, in a sentence. */
import type { ArchiveTroubleKind, TroubledPart, TroubleKind } from '@plimsoll/contracts/health';
import { troubleWords } from '../en/trouble.ts';

export function troubleSentence(part: TroubledPart, kind: TroubleKind): string {
  return troubleWords[part][kind];
}

export function archiveTroubleSentence(kind: ArchiveTroubleKind): string {
  return troubleWords.archive[kind];
}
