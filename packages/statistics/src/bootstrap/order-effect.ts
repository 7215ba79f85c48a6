/** Does it matter which of two loads had its turn first? Then the turns of one reach into those of the other. */
import { orderAt } from '@plimsoll/contracts/turns';
import { blockPercentiles, cutBlockPairs, pairedArms } from './block-pairs.ts';
import type { RunSeries } from './run-series.ts';
import { studentQuantile } from './small-sample.ts';

/** Fewer pairs of an order tell nothing. */
const fewest = 5;
/** Chance makes a difference of this size in so many of comparisons. */
const chance = 0.01;

/** Log ratios of the median, the mean of the pairs in which the base went first, and of the others. */
export interface OrderEffect {
  readonly baseFirst: number;
  readonly candidateFirst: number;
  readonly differs: boolean;
}

/** By Welch's test, over the runs that took turns with the longest burn-in: earlier ones speak of one that was given up. Null: too few pairs. */
export function orderEffect(base: readonly RunSeries[], candidate: readonly RunSeries[]): OrderEffect | null {
  const burnInOf = (run: RunSeries | undefined) => run?.turns?.burnInSeconds ?? 0;
  const longest = Math.max(0, ...base.map(burnInOf));
  const rounds = base.flatMap((run, at) => {
    const other = candidate[at];
    return longest > 0 && other && burnInOf(run) === longest && burnInOf(other) === longest ? [[run, other] as const] : [];
  });
  const [first, second] = [true, false].map((baseFirst) =>
    logRatios(
      rounds.map(([run, other]) => ofOrder(run, other, baseFirst)),
      rounds.map(([run, other]) => ofOrder(other, run, !baseFirst)),
    ),
  ) as [Spread, Spread];
  if (first.n < fewest || second.n < fewest) return null;
  const [a, b] = [first.variance / first.n, second.variance / second.n];
  const df = (a + b) ** 2 / (a ** 2 / (first.n - 1) + b ** 2 / (second.n - 1));
  const differs = Math.abs(first.mean - second.mean) > studentQuantile(chance, df) * Math.sqrt(a + b);
  return { baseFirst: first.mean, candidateFirst: second.mean, differs };
}

/** The run with those of its blocks alone before, or after, which the other had its turn. */
function ofOrder(run: RunSeries, other: RunSeries, wentFirst: boolean): RunSeries {
  const { turns, fromSecond, lengthSeconds } = run;
  if (!turns || !other.turns) return run;
  const { side } = other.turns;
  const isFirst = (second: number) => {
    const order = orderAt(turns, second);
    return order.indexOf(turns.side) < order.indexOf(side);
  };
  return { ...run, coveredSeconds: lengthSeconds.map((length, unit) => (isFirst(fromSecond[unit] as number) === wentFirst ? length : 0)) };
}

interface Spread {
  readonly n: number;
  readonly mean: number;
  readonly variance: number;
}

function logRatios(base: readonly RunSeries[], candidate: readonly RunSeries[]): Spread {
  const arms = pairedArms(cutBlockPairs(base, candidate, 1));
  const of = blockPercentiles(arms.candidate, 50);
  const logs = blockPercentiles(arms.base, 50).map((value, block) => Math.log((of[block] as number) / value));
  const values = logs.filter(Number.isFinite);
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return { n: values.length, mean, variance: values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1) };
}
