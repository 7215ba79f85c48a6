/** Experiments on made-up worlds, each judged as an experiment of two services at once is: at up to five planned looks. */
import { type ComparedMetric, decidingOf } from '@plimsoll/contracts/compared-metric';
import { leastCalled } from '@plimsoll/contracts/design';
import type { Claim, MetricDelta } from '@plimsoll/contracts/verdict';
import { contrasts } from '../../src/bootstrap/contrast.ts';
import { createRandom } from '../../src/bootstrap/random.ts';
import { armSeries } from '../../src/bootstrap/resampling.ts';
import type { RunSeries } from '../../src/bootstrap/run-series.ts';
import type { StartSpread } from '../../src/comparison/deltas/judged.ts';
import { metricDeltas } from '../../src/comparison/deltas/verdict.ts';
import { type Measured, measureWorld, type World } from './duet-world.ts';
import { makeNormalSource } from './simulated-run.ts';

export interface Judgement {
  /** At so many seconds, or rounds where there are several, of all. */
  readonly looks: readonly number[];
  /** Starts of one build that were seen before; none: nothing is known of them. */
  readonly startsSeen?: number;
}

/** The first part of what was measured: whole rounds, or seconds of the one there is. */
function upTo({ base, candidate }: Measured, share: number): Measured {
  if (share >= 1) return { base, candidate };
  const cut = (runs: readonly RunSeries[]) =>
    runs.length > 1 ? runs.slice(0, Math.round(share * runs.length)) : runs.map((run) => firstUnits(run, Math.round(share * run.units)));
  return { base: cut(base), candidate: cut(candidate) };
}

/** Blocks of seconds that do not cover their time are left out. */
function firstUnits(run: RunSeries, units: number): RunSeries {
  return { ...run, seconds: units, coveredSeconds: run.lengthSeconds.map((length, unit) => (unit < units ? length : 0)) };
}

/** The deltas at the look that decides all headline metrics, or at the last. */
export function runExperiment(world: World, { looks, startsSeen }: Judgement, seed: number): MetricDelta[] {
  const measured = measureWorld(world, seed);
  const all = looks.at(-1) ?? 1;
  const lookShares = looks.map((look) => look / all);
  const normal = makeNormalSource(createRandom(seed + 1));
  const starts = startsSeen === undefined ? {} : learnStarts(world.bias, startsSeen, normal);
  const together = { lookShares, restarted: world.restarts, starts };
  const options = { minimumEffect: leastCalled(0.03), theseRuns: false, requests: { base: 1e6, candidate: 1e6 }, together };
  let deltas: MetricDelta[] = [];
  for (const [at, share] of lookShares.entries()) {
    const { base, candidate } = upTo(measured, share);
    const found = contrasts(armSeries(base), armSeries(candidate), 'together');
    deltas = metricDeltas([{ contrasts: found, options, refused: null }], at + 1)[0] ?? [];
    if (decidingOf(deltas).every(({ metric }) => isDecided(claimOf(deltas, metric, world.restarts ? 'builds' : 'services')))) break;
  }
  return deltas;
}

const isDecided = (claim: Claim | null) => claim !== null && claim.verdict !== 'not_enough_evidence';

function learnStarts(bias: number, seen: number, normal: () => number): Partial<Record<ComparedMetric, StartSpread>> {
  const logs = Array.from({ length: seen }, () => bias * normal());
  const mean = logs.reduce((sum, log) => sum + log, 0) / seen;
  const deviation = Math.sqrt(logs.reduce((sum, log) => sum + (log - mean) ** 2, 0) / (seen - 1));
  return Object.fromEntries((['p50', 'p90', 'p95', 'p99', 'p999'] as const).map((metric) => [metric, { deviation, df: seen - 1 }]));
}

export function claimOf(deltas: readonly MetricDelta[], metric: ComparedMetric, on: 'services' | 'builds'): Claim | null {
  return deltas.find((delta) => delta.metric === metric)?.claims?.[on] ?? null;
}

export function isCalled(deltas: readonly MetricDelta[], on: 'services' | 'builds'): boolean {
  return deltas.some(({ claims }) => claims?.[on]?.verdict === 'better' || claims?.[on]?.verdict === 'worse');
}
