/** Repeated comparisons of simulated runs whose true difference is known: how often is the interval, and the verdict, right? */
import type { ComparedMetric, MainMetric } from '@plimsoll/contracts/compared-metric';
import type { MetricDelta } from '@plimsoll/contracts/verdict';
import { contrasts } from '../../src/bootstrap/contrast.ts';
import { findQuantile } from '../../src/bootstrap/quantile.ts';
import { armSeries, type Resampling } from '../../src/bootstrap/resampling.ts';
import { metricDeltas } from '../../src/comparison/deltas/verdict.ts';
import { type SimulatedLoad, type SimulatedSecond, simulatedSeries, simulateSeconds } from './simulated-run.ts';

export interface Trials {
  readonly load: SimulatedLoad;
  readonly runs: number;
  /** Truth: times of the candidate are longer by this share, its throughput lower accordingly. */
  readonly slower: number;
  /** Truth: so much higher is the candidate's error rate. 0 where absent. */
  readonly moreErrors?: number;
  readonly trials: number;
  readonly replicates: number;
  /** Runs taken in turns while the target slowed down by this share from pair to pair, for both arms alike. */
  readonly sharedDrift?: number;
  /** A load that climbs from nothing to its rate while times triple, the same in both arms. */
  readonly climbing?: boolean;
}

export interface TrialFigures {
  /** Share of trials whose interval held the truth, per metric. */
  readonly coverage: Readonly<Partial<Record<ComparedMetric, number>>>;
  readonly verdicts: readonly MetricDelta[][];
}

export function runTrials({ load, runs, slower, moreErrors = 0, trials, replicates, sharedDrift, climbing }: Trials): TrialFigures {
  const resampling: Resampling = climbing ? 'aligned' : sharedDrift !== undefined ? 'paired' : runs >= 3 ? 'runs' : 'blocks';
  const arm = (seed: number, factor: number, errorRate = load.errorRate ?? 0) =>
    armSeries(
      Array.from({ length: runs }, (_, run) => {
        const slow = factor * (1 + (sharedDrift ?? 0) * run);
        const seconds = simulateSeconds({ ...load, medianUs: load.medianUs * slow, rate: load.rate / slow, errorRate }, seed + run);
        return simulatedSeries(climbing ? climb(seconds) : seconds);
      }),
    );
  const hits: Partial<Record<ComparedMetric, number>> = {};
  const verdicts: MetricDelta[][] = [];
  for (let trial = 0; trial < trials; trial++) {
    const seed = 1_000_003 * (trial + 1);
    const all = contrasts(arm(seed, 1), arm(seed + 500, 1 + slower, (load.errorRate ?? 0) + moreErrors), resampling, replicates);
    for (const { metric, spread, resolution } of all) {
      const truth = truthOf(metric as MainMetric, slower, moreErrors, load.errorRate ?? 0);
      const held = findQuantile(spread, 0.025) - resolution <= truth && truth <= findQuantile(spread, 0.975) + resolution;
      hits[metric] = (hits[metric] ?? 0) + (held ? 1 / trials : 0);
    }
    const requests = { base: 1e6, candidate: 1e6 };
    verdicts.push(metricDeltas([{ contrasts: all, options: { minimumEffect: 0.03, theseRuns: false, requests }, refused: null }])[0] ?? []);
  }
  return { coverage: hits, verdicts };
}

/** Nothing is ever dropped in these loads. */
function truthOf(metric: MainMetric, slower: number, moreErrors: number, errorRate: number): number {
  if (metric === 'errorRate') return moreErrors;
  if (metric === 'droppedShare') return 0;
  if (metric === 'throughput') return -Math.log1p(slower);
  if (metric === 'goodput') return Math.log((1 - errorRate - moreErrors) / (1 - errorRate)) - Math.log1p(slower);
  return Math.log1p(slower);
}

function climb(seconds: readonly SimulatedSecond[]): SimulatedSecond[] {
  return seconds.map(({ times, failed }, second) => {
    const share = second / seconds.length;
    return { times: times.slice(0, 3 + Math.floor(times.length * share)).map((time) => Math.round(time * (1 + 2 * share))), failed };
  });
}

export interface LookedAt extends Pick<Trials, 'load' | 'trials' | 'replicates'> {
  readonly looks: number;
  readonly repeatsOfLook: number;
}

/** Share of experiments on equal arms in which a look called a change, where the next look is taken only if nothing was called. */
export function shareCalledInLooks({ load, trials, replicates, looks, repeatsOfLook }: LookedAt): number {
  const arm = (seed: number, runs: number) =>
    armSeries(Array.from({ length: runs }, (_, run) => simulatedSeries(simulateSeconds(load, seed + run))));
  const isFooled = (seed: number) =>
    Array.from({ length: looks }, (_, at) => at + 1).some((look) => {
      const runs = look * repeatsOfLook;
      const all = contrasts(arm(seed, runs), arm(seed + 500, runs), 'paired', replicates);
      const requests = { base: 1e6, candidate: 1e6 };
      const judged = [{ contrasts: all, options: { minimumEffect: 0.03, theseRuns: false, requests }, refused: null }];
      return metricDeltas(judged, look)[0]?.some(isChange) ?? false;
    });
  return Array.from({ length: trials }, (_, trial) => 1_000_003 * (trial + 1)).filter(isFooled).length / trials;
}

/** Share of trials in which any metric was called as given. */
export function shareCalled(verdicts: readonly MetricDelta[][], called: (delta: MetricDelta) => boolean): number {
  return verdicts.filter((deltas) => deltas.some(called)).length / verdicts.length;
}

export const isChange = ({ verdict }: MetricDelta) => verdict === 'better' || verdict === 'worse';
