/** What keeps the installation from its database or its queue, in a sentence. */
import type { TroubledPart, TroubleKind } from '@plimsoll/contracts/system';
import { troubleText } from '../en/trouble.ts';
import { speakerOf } from '../speaker.ts';

const say = speakerOf(troubleText);

export function troubleSentence(part: TroubledPart, kind: TroubleKind): string {
  return say(`trouble.${part}.${kind}`);
}
