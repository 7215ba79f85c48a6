/** What a comparison may say of runs that were imported: sums as they were reported, and nothing of what the file does not tell. */
import { type ComparedMetric, isAbsolute, rowOfMetric, timesField } from '@plimsoll/contracts/compared-metric';
import type { ErrorDelta } from '@plimsoll/contracts/comparison';
import type { Summary } from '@plimsoll/contracts/run';
import type { RunSource } from '@plimsoll/contracts/run-source';
import { findTimes } from '@plimsoll/contracts/sample';
import type { MetricDelta } from '@plimsoll/contracts/verdict';
import { metricReason } from '@plimsoll/wording/metric-reason';
import type { ReadRun } from './read-run.ts';

type Runs = readonly Pick<ReadRun, 'run' | 'summary'>[];

/** Of runs of which none was imported the deltas stay as they are. */
export function tellImported(deltas: readonly MetricDelta[], base: Runs, candidate: Runs): MetricDelta[] {
  if (![...base, ...candidate].some(({ run }) => run.source)) return [...deltas];
  return deltas.map((delta) => {
    const { metric } = delta;
    const [left, right] = [figureOf(metric, base, delta.base), figureOf(metric, candidate, delta.candidate)];
    if (left !== null && right !== null && left === delta.base && right === delta.candidate) return delta;
    const difference = left === null || right === null ? null : right - left;
    const relative = difference === null || !left ? null : difference / left;
    return {
      ...delta,
      base: left,
      candidate: right,
      delta: difference,
      deltaRelative: isAbsolute(metric) ? difference : relative,
      interval: null,
      verdict: 'not_enough_evidence',
      reason: metricReason(metric, { kind: difference === null ? 'notInFile' : 'sumOnly' }),
    };
  });
}

/** Where one of them does not tell statuses, no status is new or gone. */
export function tellImportedErrors(errors: readonly ErrorDelta[], ...arms: readonly Runs[]): ErrorDelta[] {
  const isTold = arms.flat().every(({ run }) => !run.source?.missing.includes('statuses'));
  return isTold ? [...errors] : errors.filter(({ kind }) => !/^\d+$/.test(kind));
}

/** `measured`: from the seconds of the arm. */
function figureOf(metric: ComparedMetric, runs: Runs, measured: number | null): number | null {
  if (runs.some(({ run }) => run.source && isUntold(metric, run.source))) return null;
  const [only, ...others] = runs;
  return only && others.length === 0 && only.run.source?.data === 'summary' ? figureOfSummary(metric, only.summary) : measured;
}

function isUntold(metric: ComparedMetric, { missing }: RunSource): boolean {
  if (metric === 'droppedShare' || rowOfMetric(metric).times === 'timeToFirstByte') return true;
  if (metric === 'errorRate') return missing.includes('failed') || missing.includes('unanswered');
  return metric === 'goodput' && missing.includes('failed');
}

function figureOfSummary(metric: ComparedMetric, summary: Summary): number | null {
  const field = timesField(metric);
  const { times } = rowOfMetric(metric);
  if (field !== null && times !== null) return findTimes(summary, times)?.[field] ?? null;
  if (metric === 'throughput') return summary.throughputPerSecond;
  if (metric === 'goodput') return summary.goodputPerSecond;
  return metric === 'errorRate' ? summary.errorRate : null;
}
