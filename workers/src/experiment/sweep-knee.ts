/** Finds the knee of a sweep: more load than that brings no more throughput. */
import type { Experiment, SweepLevel } from '@plimsoll/contracts/experiment';
import { judgeFailure } from '@plimsoll/contracts/failure';
import { searchLimits } from '@plimsoll/contracts/limit';
import { type Plan, peakConnections, peakRate } from '@plimsoll/contracts/plan';
import { commonLimit } from '@plimsoll/statistics/common-limit';
import { findKnee } from '@plimsoll/statistics/sweep-knee';
import type { StepRow } from '@plimsoll/store/experiment-row';
import { limitOfEvery } from '@plimsoll/wording/level-words';

type Variants = readonly { readonly name: string; readonly plan: Plan }[];

/** How much load a plan makes, as a number to sweep over: connections of a closed load, the rate of an open one. */
function loadSize({ load }: Plan): number {
  return peakRate(load) ?? peakConnections(load);
}

/** Everything else about a plan: variants alike in it lie on one line of the sweep. */
function lineKey(plan: Plan): string {
  const { connections: _, rate: __, stages: ___, startConnections: ____, startRate: _____, ...load } = plan.load as Record<string, unknown>;
  return JSON.stringify({ ...plan, name: '', note: '', tags: {}, load });
}

function meanThroughput(steps: readonly StepRow[], variant: number): number | null {
  const rates = steps.flatMap(({ variant: of, state, summary }) => {
    const failure = judgeFailure(summary);
    // How fast requests fail is no throughput.
    const counts = of === variant && state === 'completed' && failure !== 'unanswered' && failure !== 'all_failed';
    return counts && summary ? [summary.throughputPerSecond] : [];
  });
  return rates.length === 0 ? null : rates.reduce((sum, rate) => sum + rate, 0) / rates.length;
}

/** The knee of the line that reaches the highest throughput; null where that line has none. `levels`: what held each variant back. */
export function sweepKnee(variants: Variants, steps: readonly StepRow[], levels: readonly SweepLevel[]): Experiment['knee'] {
  const lines = new Map<string, { variant: number; setting: number; throughputPerSecond: number }[]>();
  for (const [variant, { plan }] of variants.entries()) {
    const throughputPerSecond = meanThroughput(steps, variant);
    if (throughputPerSecond === null) continue;
    const line = lineKey(plan);
    lines.set(line, [...(lines.get(line) ?? []), { variant, setting: loadSize(plan), throughputPerSecond }]);
  }
  const peak = (line: readonly { throughputPerSecond: number }[]) => Math.max(...line.map((point) => point.throughputPerSecond));
  const best = [...lines.values()].sort((a, b) => peak(b) - peak(a))[0];
  if (!best || new Set(best.map(({ setting }) => setting)).size < best.length) return null;
  const knee = findKnee(best);
  const at = knee && best.find(({ setting }) => setting === knee.setting);
  if (!knee || !at) return null;
  // A ceiling that something else than the target makes says nothing of the target.
  const fromThere = best.flatMap(({ setting, variant }) =>
    setting >= knee.setting ? (levels.find((level) => level.variant === variant)?.limit ?? []) : [],
  );
  const found = searchLimits.find((one) => one === commonLimit(fromThere)) ?? null;
  // The sentence about all settings says it then.
  const limit = limitOfEvery(levels, variants.length) === null ? found : null;
  return { variant: at.variant, sentence: '', code: { of: variants[at.variant]?.name ?? '', ...knee.code, limit } };
}
