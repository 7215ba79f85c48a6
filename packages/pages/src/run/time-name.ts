import { type TimesFigure, timesFigures } from '@plimsoll/contracts/percentiles';
import type { HistogramName } from '@plimsoll/contracts/times';
import { timeWords } from '@plimsoll/wording/en/names';
import { isSaid } from '@plimsoll/wording/words';

/** The name people use for a time. A time that the catalogue does not name yet is called by its field: `renderTime` → `Render time`. */
export function timeName(name: HistogramName): string {
  return isSaid(timeWords, name) ? timeWords[name] : spellOut(name);
}

/** The head of a column: a bare figure is of response time. */
export function timesColumnName(times: HistogramName, field: TimesFigure): string {
  const { name } = timesFigures[field];
  return times === 'responseTime' ? name : `${timeName(times)} ${name}`;
}

function spellOut(name: string): string {
  const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}
