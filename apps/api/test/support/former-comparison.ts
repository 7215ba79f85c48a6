/** Comparisons as version 0.2.0 kept them: the first pair was the result itself, further ones stood in `others`. */
import type { ComparisonResult } from '@plimsoll/contracts/comparison';
import type { Experiment } from '@plimsoll/contracts/experiment';
import type { SharedComparison, SharedContent } from '@plimsoll/contracts/share';
import { sayComparison } from '@plimsoll/wording/say-comparison';

const noCharts = { points: [], curve: { responseTime: [], serviceTime: [] } };

/** It kept sentences, and no codes that they are made of. */
function withoutCodes(result: ComparisonResult): ComparisonResult {
  return JSON.parse(JSON.stringify(result), (key, value: unknown) => (key === 'code' || key === 'findings' ? undefined : value));
}

/** One pair each. The base's charts stood in the first alone. */
function formerPairs(result: ComparisonResult) {
  const { base, candidates, noiseFloor, minimumEffect } = withoutCodes(sayComparison(result));
  return candidates.map(({ comparability, metrics, byRequest, errors, sentence, ...candidate }, at) => ({
    base: at === 0 ? base : { ...base, ...noCharts },
    candidate,
    comparability,
    noiseFloor,
    minimumEffect,
    metrics,
    byRequest,
    errors,
    sentence,
  }));
}

/** For a kept comparison and a shared one. */
function formerResult(result: ComparisonResult) {
  const [first, ...others] = formerPairs(result);
  return { ...first, others, window: result.window };
}

function formerShare({ basePlan, candidatePlans, comparison, kind, title }: SharedComparison) {
  const [candidatePlan, ...otherPlans] = candidatePlans;
  return { kind, title, basePlan, candidatePlan, otherPlans, comparison: formerResult(comparison) };
}

/** For an experiment, kept or shared: it knew neither `others` nor a window. */
function formerComparisons<Of extends { readonly result: ComparisonResult }>(comparisons: readonly Of[]) {
  return comparisons.map((one) => ({ ...one, result: formerPairs(one.result)[0] }));
}

/** A row of a table as version 0.2.0 wrote it, from `to_jsonb` of one of today. */
export function formerRow(table: string, row: Record<string, unknown>): Record<string, unknown> {
  if (table === 'comparisons') {
    const [candidate, ...others] = row.candidate_run_ids as string[][];
    return { ...row, candidate_run_ids: candidate, other_run_ids: others, result: formerResult(row.result as ComparisonResult) };
  }
  if (table === 'experiments') {
    const result = row.result as Partial<Pick<Experiment, 'comparisons'>>;
    return { ...row, result: { ...result, ...(result.comparisons ? { comparisons: formerComparisons(result.comparisons) } : {}) } };
  }
  const content = row.content as SharedContent | undefined;
  if (content?.kind === 'comparison') return { ...row, content: formerShare(content) };
  if (content?.kind !== 'experiment') return row;
  const { experiment } = content;
  return { ...row, content: { ...content, experiment: { ...experiment, comparisons: formerComparisons(experiment.comparisons) } } };
}
