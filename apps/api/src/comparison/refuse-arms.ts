/** Refuses arms that make no sense, at the field where the caller named them. */
import type { Arms } from '@plimsoll/analysis/compare-runs';
import { problemWords } from '@plimsoll/wording/en/problem';
import { invalid } from '../http/api-error.ts';

/** The most runs one comparison takes, all arms together. */
export const mostRuns = 50;

/** The number of runs named, and the number allowed. */
export function atMostRuns(got: number): { readonly got: string; readonly allowed: string } {
  return { got: String(got), allowed: problemWords.general.atMost({ most: mostRuns }) };
}

/** Throws ApiError 400 for arms that make no sense. `fieldOf`: where the caller names the candidate of this place, or all of them. */
export function refuseArms({ base, candidates }: Arms, fieldOf: (index: number | null) => string): void {
  const arms = [['/base', base], ...candidates.map((arm, index) => [fieldOf(index), arm] as const)] as const;
  const all = arms.flatMap(([, arm]) => arm);
  if (all.length > mostRuns) throw invalid(fieldOf(null), problemWords.comparison.tooManyRuns({ most: mostRuns }), atMostRuns(all.length));
  const seen = new Set<string>();
  for (const [field, arm] of arms) {
    if (new Set(arm).size < arm.length) throw invalid(field, problemWords.comparison.twiceInArm);
    if (field !== '/base' && arm.some((id) => base.includes(id))) throw invalid(field, problemWords.comparison.withItself);
    if (arm.some((id) => seen.has(id))) throw invalid(field, problemWords.comparison.inTwoArms);
    for (const id of arm) seen.add(id);
  }
}
