/** The finding of a sweep, in words. */

import type { Experiment } from '@plimsoll/contracts/experiment';
import { laterSentence } from '@plimsoll/wording/capacity-sentence';
import { levelsSentence } from '@plimsoll/wording/level-words';
import { paragraph } from '@plimsoll/wording/list';

/** Its knee, from where on first tokens come later, and what held settings back that the target did not; null while none is known. */
export function sweepFinding({ knee, levels, remarks, variants }: Experiment): string | null {
  const names = variants.map(({ name }) => name);
  const later = remarks.flatMap((remark) => (remark.kind === 'firstLater' ? [laterSentence(remark.later)] : []));
  return paragraph([knee?.sentence, ...later, levelsSentence(levels, names)]) || null;
}
