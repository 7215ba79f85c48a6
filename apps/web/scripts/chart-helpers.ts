/**
 * The few helpers of es-toolkit and D3 that Recharts calls for our charts, as short as their values are plain: numbers, and flat
 * records of numbers and words. `lean-libraries.ts` puts them in the place of the libraries' own, which know all values of JavaScript.
 */

type Key<T> = (item: T) => number | string;

export function sortBy<T>(items: readonly T[], keyOf: Key<T>): T[] {
  return items
    .map((item) => ({ item, key: keyOf(item) }))
    .sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
    .map(({ item }) => item);
}

/** The first of those with the same key. */
export function uniqBy<T>(items: readonly T[], keyOf: (item: T) => unknown): T[] {
  const known = new Map<unknown, T>();
  for (const item of items) if (!known.has(keyOf(item))) known.set(keyOf(item), item);
  return [...known.values()];
}

export const range = (from: number, to: number): number[] => Array.from({ length: Math.max(0, to - from) }, (_, at) => from + at);

export function isEqual(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  const [mine, theirs] = [Object.entries(a), b as Readonly<Record<string, unknown>>];
  return mine.length === Object.keys(b).length && mine.every(([key, value]) => key in b && isEqual(value, theirs[key]));
}

export function interpolateNumber(a: number, b: number): (part: number) => number {
  return (part) => a * (1 - part) + b * part;
}

export function interpolateRound(a: number, b: number): (part: number) => number {
  const between = interpolateNumber(a, b);
  return (part) => Math.round(between(part));
}
