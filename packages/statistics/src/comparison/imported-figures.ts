/** The figures that a comparison may show of imported runs: sums as they were reported, and none that the file lacks. */
import { type ComparedMetric, isAbsolute, rowOfMetric } from '@plimsoll/contracts/compared-metric';
import type { ErrorDelta } from '@plimsoll/contracts/comparison';
import { readFigure } from '@plimsoll/contracts/read-figure';
import type { RunSource } from '@plimsoll/contracts/run-source';
import type { MetricDelta } from '@plimsoll/contracts/verdict';
import type { ReadRun } from './measured/read-run.ts';

type Runs = readonly Pick<ReadRun, 'run' | 'summary'>[];

/** The deltas stay as they are where no run was imported. */
export function tellImported(deltas: readonly MetricDelta[], base: Runs, candidate: Runs): MetricDelta[] {
  if (![...base, ...candidate].some(({ run }) => run.source)) return [...deltas];
  return deltas.map((delta) => {
    const { metric } = delta;
    const [left, right] = [figureOf(metric, base, delta.base), figureOf(metric, candidate, delta.candidate)];
    if (left !== null && right !== null && left === delta.base && right === delta.candidate) return delta;
    if (delta.code?.kind === 'mixedTimes') return { ...delta, base: left, candidate: right };
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
      reason: '',
      code: { kind: difference === null ? 'notInFile' : 'sumOnly' },
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
  return only && others.length === 0 && only.run.source?.data === 'summary' ? readFigure(only.summary, metric) : measured;
}

function isUntold(metric: ComparedMetric, { missing }: RunSource): boolean {
  const { times } = rowOfMetric(metric);
  if (metric === 'droppedShare' || times === 'timeToFirstByte' || times === 'serviceTime') return true;
  if (metric === 'errorRate') return missing.includes('failed') || missing.includes('unanswered');
  return metric === 'goodput' && missing.includes('failed');
}
