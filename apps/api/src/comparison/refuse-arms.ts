/** Which arms make no sense, said at the field where the caller named them. */
import type { Arms } from '@plimsoll/analysis/compare-runs';
import { invalid } from '../http/api-error.ts';

/** The most runs one comparison takes, all arms together. */
export const mostRuns = 50;

/** Throws ApiError 400 for arms that make no sense. `fieldOf`: where the caller names the candidate of this place, or all of them. */
export function refuseArms({ base, candidates }: Arms, fieldOf: (index: number | null) => string): void {
  const arms = [['/base', base], ...candidates.map((arm, index) => [fieldOf(index), arm] as const)] as const;
  const all = arms.flatMap(([, arm]) => arm);
  if (all.length > mostRuns)
    throw invalid(fieldOf(null), `A comparison takes at most ${mostRuns} runs in all.`, {
      got: String(all.length),
      allowed: `at most ${mostRuns}`,
    });
  const seen = new Set<string>();
  for (const [field, arm] of arms) {
    if (new Set(arm).size < arm.length) throw invalid(field, 'A run is named twice in this arm.');
    if (field !== '/base' && arm.some((id) => base.includes(id))) throw invalid(field, 'A run cannot be compared with itself.');
    if (arm.some((id) => seen.has(id))) throw invalid(field, 'A run is part of two arms.');
    for (const id of arm) seen.add(id);
  }
}
