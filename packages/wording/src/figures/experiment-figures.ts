/** An experiment's arms by name, and each variant's figures as they were merged. Pure. */

import type { ComparedMetric } from '@plimsoll/contracts/compared-metric';
import type { Experiment } from '@plimsoll/contracts/experiment';
import { judgeFailedShare } from '@plimsoll/contracts/failure';
import type { MetricDelta, Verdict } from '@plimsoll/contracts/verdict';
import { nameWords } from '../en/names.ts';
import { letter } from './letter.ts';

/** An A/A runs its one variant as two sides. */
export function armNames({ kind, variants }: Pick<Experiment, 'kind' | 'variants'>): string[] {
  if (kind === 'aa') return [0, 1].map((side) => nameWords.experimentSide({ letter: letter(side) }));
  return variants.map((variant) => variant.name);
}

export interface Figures {
  /** Good answers a second where many failed; null where every request did. */
  readonly throughput: number | null;
  readonly p99Us: number | null;
  readonly errorRate: number | null;
  /** Of streams that count tokens, as soon as the variant is compared: output tokens a second, p95 of TTFT and of ITL. */
  readonly tokensPerSecond: number | null;
  readonly ttftP95Us: number | null;
  readonly itlP95Us: number | null;
  /** Against the base; null for the base itself and before both have run. */
  readonly verdicts: Readonly<Record<'throughput' | 'p99', { readonly verdict: Verdict; readonly up: boolean } | null>>;
}

function findDelta({ comparisons }: Pick<Experiment, 'comparisons'>, variant: number, name: ComparedMetric): MetricDelta | undefined {
  const compared = variant === 0 ? comparisons[0] : comparisons.find((one) => one.variant === variant);
  return compared?.result.candidates[0]?.metrics.find((one) => one.metric === name);
}

/** A figure of a variant, merged over its runs; null before it was compared. */
export function variantFigure(experiment: Pick<Experiment, 'comparisons'>, variant: number, name: ComparedMetric): number | null {
  return findDelta(experiment, variant, name)?.[variant === 0 ? 'base' : 'candidate'] ?? null;
}

/** From the comparison, which merges all runs of the variant; before there is one, from its first finished run. */
export function listVariantFigures({ runs, comparisons }: Pick<Experiment, 'runs' | 'comparisons'>, variant: number): Figures {
  const run = runs.find((one) => one.variant === variant && one.state === 'completed');
  const value = (name: ComparedMetric) => variantFigure({ comparisons }, variant, name);
  const verdict = (name: ComparedMetric) => {
    const found = variant === 0 ? undefined : findDelta({ comparisons }, variant, name);
    return found ? { verdict: found.verdict, up: (found.deltaRelative ?? 0) > 0 } : null;
  };
  const errorRate = value('errorRate') ?? run?.errorRate ?? null;
  const failure = judgeFailedShare(errorRate);
  // Good answers lead; and how fast requests fail is no throughput.
  const rate = failure === null ? 'throughput' : 'goodput';
  const ofRun = failure === null ? run?.throughputPerSecond : run?.goodputPerSecond;
  return {
    throughput: failure === 'all_failed' ? null : (value(rate) ?? ofRun ?? null),
    p99Us: value('p99') ?? run?.p99Us ?? null,
    errorRate,
    tokensPerSecond: value('tokensPerSecond'),
    ttftP95Us: value('firstTokenTime.p95'),
    itlP95Us: value('interTokenTime.p95'),
    verdicts: { throughput: verdict(rate), p99: verdict('p99') },
  };
}
