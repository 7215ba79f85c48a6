/**
 * The requests of plans with several, each compared by its name as the whole is. Their verdicts are a family of their own: how
 * many requests a plan is split into changes nothing about its headline.
 */
import type { RequestDelta } from '@plimsoll/contracts/comparison';
import type { Plan } from '@plimsoll/contracts/plan';
import type { Sample } from '@plimsoll/contracts/sample';
import { contrasts } from '../bootstrap/contrast.ts';
import { type ArmSeries, armSeries, type Resampling } from '../bootstrap/resampling.ts';
import { coarseUnitSeconds, seriesOfRequest } from '../bootstrap/run-series.ts';
import { groupForPoints, type PointGroup } from '../second/point.ts';
import { type Judged, metricDeltas, type VerdictOptions } from './verdict.ts';

export interface RequestsArm {
  readonly plans: readonly Plan[];
  /** Measured samples of each run. */
  readonly measured: readonly (readonly Sample[])[];
}

export interface RequestsCandidate extends RequestsArm {
  readonly resampling: Resampling;
  readonly refused: string | null;
  readonly options: Omit<VerdictOptions, 'requests'>;
  /** 0 where an arm is too short to be drawn again. */
  readonly replicates: number;
}

/** Enough for intervals; the chances Holm's correction asks about are smaller and read off a normal tail. */
export const requestReplicates = 1000;
/** More blocks make an interval no better and each request's replicates slower. */
const mostUnits = 100;

/** Requests that all runs of an arm have, in the plan's order. */
function listRequestNames({ plans }: RequestsArm): string[] {
  const [first = [], ...others] = plans.map(({ requests }) => (requests ?? []).map(({ name }) => name));
  return first.filter((name) => others.every((names) => names.includes(name)));
}

function chooseUnitSeconds(arms: readonly RequestsArm[], unitSeconds: number): number {
  const runs = arms.flatMap(({ measured }) => measured);
  const longest = runs.reduce((most, samples) => Math.max(most, new Set(samples.map(({ second }) => second)).size), 1);
  const perArm = arms.map(({ measured }) => coarseUnitSeconds(measured, unitSeconds));
  return Math.max(Math.ceil(longest / mostUnits), ...perArm);
}

/** Each candidate's requests against the base's. `unitSeconds`: the least seconds a unit. */
export function requestDeltas(
  base: RequestsArm,
  candidates: readonly RequestsCandidate[],
  unitSeconds: number,
  looks = 1,
): RequestDelta[][] {
  const baseNames = listRequestNames(base);
  const units = chooseUnitSeconds([base, ...candidates], unitSeconds);
  const groupsIn = ({ measured }: RequestsArm) => measured.map((samples) => groupForPoints(samples, units));
  const seriesBy = (runs: readonly PointGroup[][], name: string) => armSeries(runs.map((groups) => seriesOfRequest(groups, units, name)));
  const baseGroups = groupsIn(base);
  const baseSeries = new Map<string, ArmSeries>();
  const judged: Judged[] = [];
  const rows = candidates.map((candidate) => {
    const names = listRequestNames(candidate);
    const groups = groupsIn(candidate);
    const { resampling, refused, options, replicates } = candidate;
    const inBase = baseNames.map((name) => {
      if (!names.includes(name)) return { name, in: 'base' as const, judged: null };
      const b = baseSeries.get(name) ?? seriesBy(baseGroups, name);
      baseSeries.set(name, b);
      const c = seriesBy(groups, name);
      const requests = { base: finishedIn(b), candidate: finishedIn(c) };
      const judgement = {
        contrasts: contrasts(b, c, resampling, replicates),
        refused,
        options: { ...options, requests, normalTail: true },
      };
      judged.push(judgement);
      return { name, in: 'both' as const, judged: judgement };
    });
    const only = names.filter((name) => !baseNames.includes(name)).map((name) => ({ name, in: 'candidate' as const, judged: null }));
    return [...inBase, ...only];
  });
  const deltas = new Map(metricDeltas(judged, looks).map((metrics, index) => [judged[index], metrics]));
  return rows.map((row) =>
    row.map(({ judged: of, ...request }) => ({ ...request, metrics: (of === null ? undefined : deltas.get(of)) ?? [] })),
  );
}

function finishedIn({ series }: ArmSeries): number {
  return series.reduce((sum, { finished }) => finished.reduce((total, count) => total + count, sum), 0);
}
