/** An experiment's arms by name, and each variant's figures as they were merged. Pure. */

import {
  type ComparedMetric,
  comparedPercentile,
  decidingOf,
  type PercentileMetric,
  rowOfMetric,
} from '@plimsoll/contracts/compared-metric';
import type { Experiment } from '@plimsoll/contracts/experiment';
import { judgeFailedShare } from '@plimsoll/contracts/failure';
import { comparedTimes } from '@plimsoll/contracts/times';
import type { MetricDelta, Verdict } from '@plimsoll/contracts/verdict';
import { nameWords } from '../en/names.ts';
import { letter } from './letter.ts';

/** An A/A runs its one variant as two sides. */
export function armNames({ kind, variants }: Pick<Experiment, 'kind' | 'variants'>): string[] {
  if (kind === 'aa') return [0, 1].map((side) => nameWords.experimentSide({ letter: letter(side) }));
  return variants.map((variant) => variant.name);
}

/** A verdict against the base. */
interface Against {
  readonly verdict: Verdict;
  readonly up: boolean;
}

/** A time that a table tells the variants apart by. */
export interface VariantTime {
  readonly metric: PercentileMetric;
  /** Null before it was measured. */
  readonly us: number | null;
  /** Null for the base itself and before both have run. */
  readonly against: Against | null;
}

export interface Figures {
  /** Good answers a second where many failed; null where every request did. */
  readonly throughput: number | null;
  readonly p99Us: number | null;
  /** The same times for each variant: p99 of the response time; of streams the medians of the times that decide, in the table's order. */
  readonly times: readonly VariantTime[];
  readonly errorRate: number | null;
  /** Of streams that count tokens, as soon as the variant is compared: output tokens a second, p95 of TTFT and of ITL. */
  readonly tokensPerSecond: number | null;
  readonly ttftP95Us: number | null;
  readonly itlP95Us: number | null;
  /** Of its throughput; null for the base itself and before both have run. */
  readonly against: Against | null;
}

type Compared = Pick<Experiment, 'comparisons'>;

function findDelta({ comparisons }: Compared, variant: number, name: ComparedMetric): MetricDelta | undefined {
  const compared = variant === 0 ? comparisons[0] : comparisons.find((one) => one.variant === variant);
  return compared?.result.candidates[0]?.metrics.find((one) => one.metric === name);
}

/** A figure of a variant, merged over its runs; null before it was compared. */
export function variantFigure(experiment: Compared, variant: number, name: ComparedMetric): number | null {
  return findDelta(experiment, variant, name)?.[variant === 0 ? 'base' : 'candidate'] ?? null;
}

function findAgainst(experiment: Compared, variant: number, name: ComparedMetric): Against | null {
  const found = variant === 0 ? undefined : findDelta(experiment, variant, name);
  return found ? { verdict: found.verdict, up: (found.deltaRelative ?? 0) > 0 } : null;
}

/** The times of {@link Figures} of a variant. `p99Us`: of its whole answers, where no comparison tells it yet. */
export function listVariantTimes({ comparisons }: Compared, variant: number, p99Us: number | null): VariantTime[] {
  const metrics = comparisons.flatMap(({ result }) => result.candidates.flatMap((candidate) => decidingOf(candidate.metrics)));
  const deciding = new Set(metrics.map(({ metric }) => rowOfMetric(metric).times));
  const [first, ...others] = comparedTimes.filter((name) => deciding.has(name));
  return [first ?? 'responseTime', ...others].map((name) => {
    const metric = comparedPercentile(name === 'responseTime' ? 'p99' : 'p50', name);
    const us = variantFigure({ comparisons }, variant, metric) ?? (metric === 'p99' ? p99Us : null);
    return { metric, us, against: findAgainst({ comparisons }, variant, metric) };
  });
}

/** From the comparison, which merges all runs of the variant; before there is one, from its first finished run. */
export function listVariantFigures({ runs, comparisons }: Pick<Experiment, 'runs' | 'comparisons'>, variant: number): Figures {
  const run = runs.find((one) => one.variant === variant && one.state === 'completed');
  const value = (name: ComparedMetric) => variantFigure({ comparisons }, variant, name);
  const errorRate = value('errorRate') ?? run?.errorRate ?? null;
  const failure = judgeFailedShare(errorRate);
  // Good answers lead; and how fast requests fail is no throughput.
  const rate = failure === null ? 'throughput' : 'goodput';
  const ofRun = failure === null ? run?.throughputPerSecond : run?.goodputPerSecond;
  const p99Us = value('p99') ?? run?.p99Us ?? null;
  return {
    throughput: failure === 'all_failed' ? null : (value(rate) ?? ofRun ?? null),
    p99Us,
    times: listVariantTimes({ comparisons }, variant, p99Us),
    errorRate,
    tokensPerSecond: value('tokensPerSecond'),
    ttftP95Us: value('firstTokenTime.p95'),
    itlP95Us: value('interTokenTime.p95'),
    against: findAgainst({ comparisons }, variant, rate),
  };
}
