/** The variants of a sweep on one line: alike in all but how much load they make. */
import { judgeFailure } from '@plimsoll/contracts/failure';
import { type Plan, peakConnections, peakRate } from '@plimsoll/contracts/plan';
import { readStream } from '@plimsoll/contracts/sample';
import type { Summary } from '@plimsoll/contracts/summary';
import type { StepRow } from '@plimsoll/store/experiment-row';

export type Variants = readonly { readonly name: string; readonly plan: Plan }[];

export interface LinePoint {
  readonly variant: number;
  readonly setting: number;
  /** Means of its runs. */
  readonly throughputPerSecond: number;
}

export interface SweepLine {
  /** By rising setting. */
  readonly points: readonly LinePoint[];
  /** Is its throughput that of output tokens? */
  readonly tokens: boolean;
}

/** How much load a plan makes, as a number to sweep over: connections of a closed load, the rate of an open one. */
function loadSize({ load }: Plan): number {
  return peakRate(load) ?? peakConnections(load);
}

/** Everything about a plan but how it is called and these fields of its load: equal for plans that are alike in it. */
export function likeBut(plan: Plan, fields: readonly string[]): string {
  const load = Object.entries(plan.load).filter(([field]) => !fields.includes(field));
  return JSON.stringify({ ...plan, name: '', note: '', tags: {}, load });
}

/** How much load is made: variants alike in all else lie on one line of the sweep. */
const amounts = ['connections', 'rate', 'stages', 'startConnections', 'startRate'];

/** Of the runs of a variant that count: how fast requests fail is no throughput. */
export function summariesOf(steps: readonly StepRow[], variant: number): Summary[] {
  return steps.flatMap(({ variant: of, state, summary }) => {
    const failure = judgeFailure(summary);
    return of === variant && state === 'completed' && failure !== 'unanswered' && failure !== 'all_failed' && summary ? [summary] : [];
  });
}

/** Null where there is none, or one that is not known. */
export function meanOf(values: readonly (number | null | undefined)[]): number | null {
  const known = values.filter((value) => typeof value === 'number');
  return known.length === 0 || known.length < values.length ? null : known.reduce((sum, value) => sum + value, 0) / known.length;
}

const tokensOf = (summary: Summary) => readStream(summary)?.tokens?.outputPerSecond;

/** The line that reaches the highest throughput; null where there is none, or nothing but the load is the same in two of its settings. */
export function bestLine(variants: Variants, steps: readonly StepRow[]): SweepLine | null {
  const measured = variants.map((_, variant) => summariesOf(steps, variant));
  const tokens = measured.flat().length > 0 && measured.flat().every((summary) => typeof tokensOf(summary) === 'number');
  const lines = new Map<string, LinePoint[]>();
  for (const [variant, { plan }] of variants.entries()) {
    const rates = (measured[variant] ?? []).map((summary) => (tokens ? tokensOf(summary) : summary.throughputPerSecond));
    const throughputPerSecond = meanOf(rates);
    if (throughputPerSecond === null) continue;
    const line = likeBut(plan, amounts);
    lines.set(line, [...(lines.get(line) ?? []), { variant, setting: loadSize(plan), throughputPerSecond }]);
  }
  const peak = (line: readonly LinePoint[]) => Math.max(...line.map((point) => point.throughputPerSecond));
  const best = [...lines.values()].sort((a, b) => peak(b) - peak(a))[0];
  if (!best || new Set(best.map(({ setting }) => setting)).size < best.length) return null;
  return { points: best.toSorted((a, b) => a.setting - b.setting), tokens };
}
