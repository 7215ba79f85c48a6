import type { HistogramName } from '@plimsoll/contracts/times';
import { timeWords } from '@plimsoll/wording/en/names';
import { isSaid } from '@plimsoll/wording/words';

/** The name people use for a time. A time that the catalogue does not name yet is called by its field: `renderTime` → `Render time`. */
export function timeName(name: HistogramName): string {
  return isSaid(timeWords, name) ? timeWords[name] : spellOut(name);
}

function spellOut(name: string): string {
  const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}
