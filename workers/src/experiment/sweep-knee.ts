/** Finds the knee of a sweep: more load than that brings no more throughput. */
import type { Experiment, SweepLevel } from '@plimsoll/contracts/experiment';
import { searchLimits } from '@plimsoll/contracts/limit';
import { commonLimit } from '@plimsoll/statistics/common-limit';
import { findKnee } from '@plimsoll/statistics/sweep-knee';
import type { StepRow } from '@plimsoll/store/experiment-row';
import { limitOfEvery } from '@plimsoll/wording/level-words';
import { bestLine, type Variants } from './sweep-line.ts';

/**
 * The knee of the line that reaches the highest throughput, of output tokens where streams count them; null where that line has none.
 * `levels`: what held each variant back.
 */
export function sweepKnee(variants: Variants, steps: readonly StepRow[], levels: readonly SweepLevel[]): Experiment['knee'] {
  const best = bestLine(variants, steps);
  const knee = best && findKnee(best.points);
  const at = knee && best.points.find(({ setting }) => setting === knee.setting);
  if (!knee || !at) return null;
  // A ceiling that something else than the target makes says nothing of the target.
  const fromThere = best.points.flatMap(({ setting, variant }) =>
    setting >= knee.setting ? (levels.find((level) => level.variant === variant)?.limit ?? []) : [],
  );
  const found = searchLimits.find((one) => one === commonLimit(fromThere)) ?? null;
  // The sentence about all settings says it then.
  const limit = limitOfEvery(levels, variants.length) === null ? found : null;
  const code = { of: variants[at.variant]?.name ?? '', ...knee.code, limit, ...(best.tokens ? { tokens: true } : {}) };
  return { variant: at.variant, sentence: '', code };
}
