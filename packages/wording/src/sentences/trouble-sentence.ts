/** Troubles between the installation and its database or its queue, in a sentence. */
import type { TroubledPart, TroubleKind } from '@plimsoll/contracts/health';
import { troubleWords } from '../en/trouble.ts';

export function troubleSentence(part: TroubledPart, kind: TroubleKind): string {
  return troubleWords[part][kind];
}
