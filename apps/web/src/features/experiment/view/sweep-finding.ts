/** The finding of a sweep, in words. */
import type { Experiment } from '@plimsoll/contracts/experiment';
import { levelsSentence } from '@plimsoll/wording/level-words';

/** Its knee, and what held settings back that the target did not; null while neither is known. */
export function sweepFinding({ knee, levels, variants }: Experiment): string | null {
  const names = variants.map(({ name }) => name);
  return [knee?.sentence, levelsSentence(levels, names)].filter(Boolean).join(' ') || null;
}
