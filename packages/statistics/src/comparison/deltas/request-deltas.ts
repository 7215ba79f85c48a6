/**
 * The requests of plans with several, and the regions of runs made in several, each compared by its name as the whole is. The verdicts on either are
 * a family of their own: how many parts a load is split into changes nothing about its headline.
 */
import type { ArmRefusal } from '@plimsoll/contracts/arm-refusal';
import type { RequestDelta } from '@plimsoll/contracts/comparison';
import { listRegions } from '@plimsoll/contracts/generators';
import { listRequests } from '../../bootstrap/comparison-grid.ts';
import { contrasts } from '../../bootstrap/contrast.ts';
import { type ArmSeries, armSeries, type Resampling } from '../../bootstrap/resampling.ts';
import type { RunSeries } from '../../bootstrap/run-series.ts';
import { regionKey } from '../measured/measured-run.ts';
import { inTurns, type ReadRun } from '../measured/read-run.ts';
import type { Judged, VerdictOptions } from './judged.ts';
import { metricDeltas } from './verdict.ts';

export interface RequestsArm {
  /** Each with the series of all its plan's requests. */
  readonly runs: readonly Pick<ReadRun, 'run' | 'measured' | 'summary'>[];
}

export interface RequestsCandidate extends RequestsArm {
  readonly resampling: Resampling;
  readonly refused: ArmRefusal | null;
  readonly unlikeTimes: boolean;
  readonly options: Omit<VerdictOptions, 'requests'>;
  /** 0 where an arm is too short to be drawn again. */
  readonly replicates: number;
}

/** Enough for intervals; the chances Holm's correction asks about are smaller and read off a normal tail. */
export const requestReplicates = 1000;

/** Requests that all runs of an arm have, in the plan's order. */
function listRequestNames({ runs }: RequestsArm): string[] {
  const [first = [], ...others] = runs.map(({ run }) => listRequests(run.plan));
  return first.filter((name) => others.every((names) => names.includes(name)));
}

/** Regions that all runs of an arm have series of, in the plan's order. */
function listRegionNames({ runs }: RequestsArm): string[] {
  const labels = listRegions(runs[0]?.run.plan.generators ?? 1).map(({ label }) => label);
  return labels.filter((label) => runs.every(({ measured }) => measured.requests.has(regionKey(label))));
}

/** Each candidate's requests against the base's. */
export function requestDeltas(base: RequestsArm, candidates: readonly RequestsCandidate[], looks = 1): RequestDelta[][] {
  return partDeltas(base, candidates, { looks, listNames: listRequestNames, keyOf: (name) => name });
}

/** Each candidate's regions against the base's. */
export function regionDeltas(base: RequestsArm, candidates: readonly RequestsCandidate[], looks = 1): RequestDelta[][] {
  return partDeltas(base, candidates, { looks, listNames: listRegionNames, keyOf: regionKey });
}

interface Parts {
  readonly looks: number;
  listNames(arm: RequestsArm): string[];
  /** Of its series. */
  keyOf(name: string): string;
}

function partDeltas(base: RequestsArm, candidates: readonly RequestsCandidate[], { looks, listNames, keyOf }: Parts): RequestDelta[][] {
  const baseNames = listNames(base);
  const seriesBy = ({ runs }: RequestsArm, name: string) =>
    armSeries(runs.map(({ run, measured }) => inTurns(run, measured.requests.get(keyOf(name)) as RunSeries)));
  const baseSeries = new Map<string, ArmSeries>();
  const judged: Judged[] = [];
  const rows = candidates.map((candidate) => {
    const names = listNames(candidate);
    const { resampling, refused, unlikeTimes, options, replicates } = candidate;
    const inBase = baseNames.map((name) => {
      if (!names.includes(name)) return { name, in: 'base' as const, judged: null };
      const b = baseSeries.get(name) ?? seriesBy(base, name);
      baseSeries.set(name, b);
      const c = seriesBy(candidate, name);
      const requests = { base: finishedIn(b), candidate: finishedIn(c) };
      const judgement = {
        // A dropped request was never one of these.
        contrasts: contrasts(b, c, resampling, replicates).filter(({ metric }) => metric !== 'droppedShare'),
        refused,
        unlikeTimes,
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
