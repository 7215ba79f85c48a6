/** Stretches of seconds in which something lasts. */

/** Places in a list, `to` being the first one after it. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** Where `holds` is true for at least `least` places running, by rising place. */
export function findSpans<Item>(items: readonly Item[], least: number, holds: (item: Item, at: number) => boolean): Span[] {
  const spans: Span[] = [];
  let from = 0;
  for (let at = 0; at <= items.length; at++) {
    if (at < items.length && holds(items[at] as Item, at)) continue;
    if (at - from >= least) spans.push({ from, to: at });
    from = at + 1;
  }
  return spans;
}

/** The first place of the stretch before `at` in which `holds` is true: where something began that was only sure at `at`. */
export function findOnset<Item>(items: readonly Item[], at: number, holds: (item: Item) => boolean): number {
  let from = at;
  while (from > 0 && holds(items[from - 1] as Item)) from--;
  return from;
}

export function meanOf<Item>(items: readonly Item[], of: (item: Item) => number): number {
  return items.length > 0 ? items.reduce((sum, item) => sum + of(item), 0) / items.length : 0;
}

/** Null of none. */
export function medianOf(values: readonly number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? null;
}

/** The highest, or −∞ of none. A spread over the seconds of a day is too long for a call. */
export function highestOf<Item>(items: readonly Item[], of: (item: Item) => number): number {
  return items.reduce((most, item) => Math.max(most, of(item)), Number.NEGATIVE_INFINITY);
}

/** The lowest, or ∞ of none. */
export function lowestOf<Item>(items: readonly Item[], of: (item: Item) => number): number {
  return items.reduce((least, item) => Math.min(least, of(item)), Number.POSITIVE_INFINITY);
}
