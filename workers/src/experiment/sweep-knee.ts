/** Finds the knee of a sweep: more load than that brings no more throughput. */
import type { Experiment, SweepLevel } from '@plimsoll/contracts/experiment';
import { kneeTolerance } from '@plimsoll/contracts/experiment-remark';
import { searchLimits } from '@plimsoll/contracts/limit';
import { peakConnections } from '@plimsoll/contracts/plan';
import { commonLimit } from '@plimsoll/statistics/common-limit';
import { findKnee } from '@plimsoll/statistics/sweep-knee';
import type { StepRow } from '@plimsoll/store/experiment-row';
import { limitOfEvery } from '@plimsoll/wording/level-words';
import { bestLine, likeBut, summariesOf, type Variants } from './sweep-line.ts';

/** Limits under which more connections may still be what was missing. */
const disproved = ['connections', 'target', 'none', 'unknown'];

/**
 * The limit of each variant, as its own runs tell it, but where the sweep knows better. Where they do not tell and more connections carried
 * more, connections were missing. A closed load has all of its connections busy whatever the target does, and from the knee on more of them
 * bring no more, so that the target is what holds it back. Not where anything else does.
 */
export function sweepLevels(variants: Variants, steps: readonly StepRow[], judged: readonly SweepLevel[]): SweepLevel[] {
  const levels = judged.map((level) => (needsConnections(level, variants, steps) ? { ...level, limit: 'connections' as const } : level));
  const points = bestLine(variants, steps)?.points ?? [];
  const knee = findKnee(points);
  const beyond = points.filter(({ setting }) => knee && setting >= knee.setting).map(({ variant }) => variant);
  const ofLine = levels.filter(({ variant }) => beyond.includes(variant));
  if (!ofLine.every(({ limit }) => disproved.includes(limit))) return [...levels];
  const isBusy = (level: SweepLevel) => level.limit === 'connections' && variants[level.variant]?.plan.load.model === 'closed';
  return levels.map((level) => (ofLine.includes(level) && isBusy(level) ? { ...level, limit: 'target' } : level));
}

const connectionFields = ['connections', 'maxConnections'];

/**
 * Nothing tells what held the variant back, and one that is alike in all but its connections carried more with more of them: in each run
 * more than in any with fewer, by more than a knee tolerates.
 */
function needsConnections({ variant, limit, disturbed }: SweepLevel, variants: Variants, steps: readonly StepRow[]): boolean {
  const own = variants[variant]?.plan;
  if (limit !== 'unknown' || disturbed !== null || !own) return false;
  const like = likeBut(own, connectionFields);
  const rates = (of: number) => summariesOf(steps, of).map(({ throughputPerSecond }) => throughputPerSecond);
  const least = (1 + kneeTolerance) * Math.max(...rates(variant));
  return variants.some(
    ({ plan }, other) =>
      peakConnections(plan.load) > peakConnections(own.load) &&
      likeBut(plan, connectionFields) === like &&
      rates(other).length > 0 &&
      rates(other).every((rate) => rate >= least),
  );
}

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
