/**
 * Good answers for each second that one core of the target was busy, compared. A family of its own for Holm's correction: who brings the
 * target's CPU after a run must not change what was said of its other metrics.
 */
import type { MetricDelta } from '@plimsoll/contracts/verdict';
import { leastVerdictSeconds } from '@plimsoll/contracts/verdict';
import { leastRecordMs } from '@plimsoll/contracts/whole-seconds';
import { type Contrast, contrasts, replicatesFor } from '../../bootstrap/contrast.ts';
import { armSeries, type Resampling } from '../../bootstrap/resampling.ts';
import type { RunSeries } from '../../bootstrap/run-series.ts';
import { sortByBucket } from '../../bootstrap/unit-buckets.ts';
import type { ReadRun } from '../measured/read-run.ts';
import { cpuSecondsOf, type TargetUse } from '../measured/target-use.ts';
import type { Judged } from './judged.ts';
import { metricDeltas } from './verdict.ts';

type Runs = readonly Pick<ReadRun, 'target'>[];

export interface TargetCandidate extends Pick<Judged, 'options' | 'refused'> {
  readonly runs: Runs;
  readonly resampling: Resampling;
}

/** More units make no interval better. */
const mostUnits = 2000;

/** Per candidate one delta, none where an arm has a run without CPU, of another kind of source, or of unknown cores. */
export function targetDeltas(base: Runs, candidates: readonly TargetCandidate[], looks = 1): MetricDelta[][] {
  const replicates = replicatesFor(candidates.length * looks);
  const judged = candidates.map(({ runs, resampling, refused, options }) => {
    const arms = comparableUses(base, runs, resampling);
    return { contrasts: arms === null ? [] : contrastOf(arms, resampling, replicates), refused, options };
  });
  return metricDeltas(judged, looks);
}

type Uses = readonly (TargetUse & { readonly cores: number })[];

function comparableUses(base: Runs, candidate: Runs, resampling: Resampling): readonly [Uses, Uses] | null {
  const [b, c] = [usesOf(base), usesOf(candidate)];
  const kinds = new Set([...b, ...c].map(({ kind }) => kind));
  if (b.length < base.length || c.length < candidate.length || kinds.size !== 1) return null;
  // The same seconds of both.
  return resampling === 'aligned' ? [b.map((use, at) => sharedWith(use, c[at])), c.map((use, at) => sharedWith(use, b[at]))] : [b, c];
}

function usesOf(runs: Runs): Uses {
  return runs.flatMap(({ target }) => {
    if (!target || target.cores === null) return [];
    const seconds = target.seconds.filter(({ lengthMs }) => lengthMs >= leastRecordMs);
    return seconds.length === 0 ? [] : [{ ...target, cores: target.cores, seconds }];
  });
}

function sharedWith(use: Uses[number], other: TargetUse | undefined): Uses[number] {
  const known = new Set(other?.seconds.map(({ second }) => second));
  return { ...use, seconds: use.seconds.filter(({ second }) => known.has(second)) };
}

/** Good answers over seconds of processor, block by block, as a throughput is answers over seconds. */
function contrastOf(arms: readonly [Uses, Uses], resampling: Resampling, replicates: number): Contrast[] {
  const longest = arms.flat().reduce((most, { seconds }) => Math.max(most, seconds.length), 1);
  const shortest = arms.flat().reduce((least, { seconds }) => Math.min(least, seconds.length), longest);
  const unitSeconds = Math.ceil(longest / mostUnits);
  const [base, candidate] = arms.map((uses) => armSeries(uses.map((use) => seriesOf(use, unitSeconds)))) as [
    ReturnType<typeof armSeries>,
    ReturnType<typeof armSeries>,
  ];
  const all = contrasts(base, candidate, resampling, shortest < leastVerdictSeconds ? 0 : replicates);
  return all.flatMap((contrast): Contrast[] => (contrast.metric === 'throughput' ? [{ ...contrast, metric: 'requestsPerCpuSecond' }] : []));
}

function seriesOf({ seconds, cores }: Uses[number], unitSeconds: number): RunSeries {
  const units = Math.ceil(seconds.length / unitSeconds);
  const [good, cpuSeconds, coveredSeconds] = [new Float64Array(units), new Float64Array(units), new Float64Array(units)];
  const fromSecond = Float64Array.from({ length: units }, (_, unit) => seconds[unit * unitSeconds]?.second ?? 0);
  for (const [at, second] of seconds.entries()) {
    const unit = Math.floor(at / unitSeconds);
    good[unit] = (good[unit] as number) + second.good;
    coveredSeconds[unit] = (coveredSeconds[unit] as number) + second.lengthMs / 1000;
    cpuSeconds[unit] = (cpuSeconds[unit] as number) + cpuSecondsOf(second, cores);
  }
  const none = new Float64Array(units);
  return {
    seconds: seconds.length,
    unitSeconds,
    units,
    fromSecond,
    finished: good,
    failed: none,
    planned: none,
    dropped: none,
    lengthSeconds: cpuSeconds,
    coveredSeconds,
    times: sortByBucket(units, [], [], []),
  };
}
