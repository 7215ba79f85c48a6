/** Later is so many times the time that the least load had, and a time that people notice. */
const later = 2;
const leastUs = 50_000;

/** The place from which on all of these p95, by rising load, are later than the first one; null: none is, to the last. */
export function laterFrom(p95Us: readonly number[]): number | null {
  const [usualUs] = p95Us;
  if (usualUs === undefined) return null;
  const from = p95Us.findLastIndex((us) => us < later * usualUs || us - usualUs < leastUs) + 1;
  return from < p95Us.length ? from : null;
}
