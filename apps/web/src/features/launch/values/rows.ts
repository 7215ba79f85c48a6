/** Rows of a form that may stay empty: an empty one is no part of the plan, so a row's place there can differ from the one on the page. */

import { formWords } from '@plimsoll/wording/en/form';
export interface Pair {
  readonly name: string;
  readonly value: string;
}

export const isBlank = {
  pair: (row: Pair) => row.name === '' && row.value === '',
  threshold: (text: string) => text.trim() === '',
};

/** For each row its index in the plan; null for a row that is no part of it. */
export function planIndexes<T>(rows: readonly T[], blank: (row: T) => boolean): (number | null)[] {
  let next = 0;
  return rows.map((row) => (blank(row) ? null : next++));
}

/** Rows of a mapping; a name given twice would silently keep the last one, so it is refused. */
export function readRecord(rows: readonly Pair[], pointer: string, refuse: (pointer: string, message: string) => void) {
  const written = rows.filter((row) => !isBlank.pair(row));
  refuseTwins(
    written.map((row) => row.name),
    pointer,
    refuse,
  );
  return Object.fromEntries(written.map((row) => [row.name, row.value]));
}

export function refuseTwins(names: readonly string[], pointer: string, refuse: (pointer: string, message: string) => void): void {
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) refuse(`${pointer}/${pointerPart(twice)}`, formWords.twice({ typed: twice }));
}

/** One step of a JSON pointer (RFC 6901). */
export function pointerPart(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}

export const listPairs = (record: Readonly<Record<string, string>>): Pair[] =>
  Object.entries(record).map(([name, value]) => ({ name, value }));
