import type { Validity } from './run.ts';

const severity: Readonly<Record<Validity['stamp'], number>> = { valid: 0, unwatched: 1, degraded: 2, invalid: 3 };

/** The worst of the runs that were judged; null where none was. */
export function worstValidity(runs: readonly (Validity | null)[]): Validity | null {
  const judged = runs.filter((validity) => validity !== null);
  return judged.sort((a, b) => severity[b.stamp] - severity[a.stamp])[0] ?? null;
}
