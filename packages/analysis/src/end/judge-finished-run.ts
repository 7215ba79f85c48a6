/** The figures of a run whose load is over, from the samples Postgres kept: summary, validity, thresholds, baseline verdict. */

import { regionsOfShards } from '@plimsoll/contracts/generators';
import type { MeasuredTarget } from '@plimsoll/contracts/measured-target';
import type { Plan } from '@plimsoll/contracts/plan';
import type { TerminalState } from '@plimsoll/contracts/run';
import type { Sample } from '@plimsoll/contracts/sample';
import type { RegionSummary } from '@plimsoll/contracts/summary';
import { unjudged, type Validity, validityStamps } from '@plimsoll/contracts/validity';
import type { ValidityFinding } from '@plimsoll/contracts/validity-finding';
import { replaceByMinutes } from '@plimsoll/statistics/merge-minutes';
import { summariseRegion } from '@plimsoll/statistics/region-summary';
import { summarise } from '@plimsoll/statistics/summary';
import { evaluateThresholds } from '@plimsoll/statistics/thresholds';
import { judgeValidity } from '@plimsoll/statistics/validity';
import type { Db } from '@plimsoll/store/db';
import { readSampleExtent } from '@plimsoll/store/measured-runs';
import { readResources } from '@plimsoll/store/resources';
import { type LostShard, lostShards } from '@plimsoll/store/run-shards';
import { findRun } from '@plimsoll/store/runs';
import { readSamples } from '@plimsoll/store/samples';
import { isOfArchive } from '@plimsoll/store/store-error';
import { sayValidity } from '@plimsoll/wording/validity-reason';
import { keepLongRun } from '../run/kept-measures.ts';
import { lineOf } from '../run/line-of.ts';
import { readRegions } from '../run/region-samples.ts';
import { type TargetOfSecond, targetOfSecond } from '../run/target-of-second.ts';
import { judgeAgainstBaseline } from './judge-against-baseline.ts';
import { noFigures, type RunFigures } from './run-figures.ts';

export interface LostRun {
  readonly teamId: string;
  readonly runId: string;
  readonly plan: Plan;
}

export interface FinishedRun extends LostRun {
  /** How it is about to end. */
  readonly state: TerminalState;
}

/** Null figures where nothing was measured. */
export async function judgeFinishedRun(db: Db, { teamId, runId, plan, state }: FinishedRun): Promise<RunFigures> {
  // Requests that some generators sent before another failed to start are no measurement of the plan.
  if (state === 'start_failed') return noFigures;
  const read = await readLongRun(db, { teamId, runId, plan });
  const { samples } = read;
  const measured =
    samples.length > 0
      ? await withRegions(db, { teamId, runId, plan }, figuresFrom(plan, read, await readLimitSources(db, teamId, runId)))
      : noFigures;
  const figures = state === 'worker_lost' && measured.summary ? stampLostGenerators(measured, plan, await lostShards(db, runId)) : measured;
  const end = { state, summary: figures.summary, validity: figures.validity };
  // The run ended well whatever the archive does: a baseline that lies there unread gives no verdict.
  const baseline = await judgeAgainstBaseline(db, { teamId, runId, end }, samples).catch((error: unknown) => {
    if (isOfArchive(error)) return null;
    throw error;
  });
  return { ...figures, baseline };
}

/** As {@link judgeFinishedRun}, for a run whose end nobody saw: its figures are invalid, and it is held against no baseline. */
export async function judgeLostRun(db: Db, { teamId, runId, plan }: LostRun): Promise<RunFigures> {
  const read = await readLongRun(db, { teamId, runId, plan });
  const figures = await withRegions(db, { teamId, runId, plan }, figuresFrom(plan, read, await readLimitSources(db, teamId, runId)));
  const ending = (await findRun(db, teamId, runId))?.ending;
  const regions = ending?.kind === 'workerLost' ? ending.regions : undefined;
  return stampAtLeast('invalid', figures, [{ kind: 'worker_lost', ...(regions && { regions }) }], regions ?? []);
}

/** A finding a region, where the plan has several. */
function findLost({ generators }: Plan, shards: readonly LostShard[]): LostShards[] {
  const labels = regionsOfShards(generators);
  const byRegion = Map.groupBy(shards, ({ shard }) => (labels.length < 2 ? undefined : labels[shard]));
  return [...byRegion].map(([region, { length }]) => ({ ...(region !== undefined && { region }), lost: length }));
}

interface LostShards {
  readonly region?: string;
  readonly lost: number;
}

/** One whose connections could not be closed had made its load before. */
function madeItsLoad({ ending }: LostShard): boolean {
  return (ending?.kind === 'ofGenerator' ? ending.ending : ending)?.kind === 'connectionsNotClosed';
}

function stampLostGenerators(figures: RunFigures, plan: Plan, shards: readonly LostShard[]): RunFigures {
  const [whole, lost] = [shards.filter(madeItsLoad), shards.filter((shard) => !madeItsLoad(shard))];
  const notClosed = findLost(plan, whole).map(({ region }) => ({ kind: 'connections_not_closed' as const, ...(region && { region }) }));
  const degraded = notClosed.length > 0 ? stampAtLeast('degraded', figures, notClosed, regionsOf(notClosed)) : figures;
  const ended = findLost(plan, lost).map(({ region, lost: count }) => ({
    kind: 'generator_lost' as const,
    ...(region && { region }),
    ...(count > 1 && { lost: count }),
  }));
  // A run that had been given up on keeps no ends of its shards.
  const found = shards.length > 0 ? ended : [{ kind: 'generator_lost' as const }];
  return found.length > 0 ? stampAtLeast('invalid', degraded, found, regionsOf(ended)) : degraded;
}

const regionsOf = (found: readonly { readonly region?: string }[]) => found.flatMap(({ region }) => region ?? []);

/** Something went wrong beside what the samples tell, with the run and with these regions of it. */
function stampAtLeast(
  least: Validity['stamp'],
  { summary, ...figures }: RunFigures,
  found: readonly ValidityFinding[],
  regions: readonly string[],
): RunFigures {
  const judged = figures.validity ?? { ...unjudged, stamp: least };
  const worse = (stamp: Validity['stamp']) => (validityStamps.indexOf(stamp) > validityStamps.indexOf(least) ? stamp : least);
  const byRegion = summary?.byRegion?.map((one) => (regions.includes(one.label) ? { ...one, stamp: worse(one.stamp) } : one));
  return {
    ...figures,
    summary: summary && byRegion ? { ...summary, byRegion } : summary,
    validity: sayValidity({ ...judged, stamp: worse(judged.stamp), findings: [...found, ...judged.findings] }),
  };
}

/** With the figures of each region, where the plan has several. */
async function withRegions(db: Db, run: LostRun, figures: RunFigures): Promise<RunFigures> {
  const { summary } = figures;
  const byRegion: RegionSummary[] = [];
  if (summary)
    for await (const region of readRegions(db, run, { withoutRequests: true })) byRegion.push(summariseRegion(region, run.plan, summary));
  return summary && byRegion.length > 0 ? { ...figures, summary: { ...summary, byRegion } } : figures;
}

interface ReadSamples {
  readonly samples: readonly Sample[];
  /** The same with whole minutes of a long run as one sample each. */
  readonly condensed: readonly Sample[];
}

/** All samples of the run, of which the first comparison finds kept what it reads of a long one. */
async function readLongRun(db: Db, { teamId, runId, plan }: LostRun): Promise<ReadSamples> {
  const extent = await readSampleExtent(db, teamId, runId);
  const samples = await readSamples(db, teamId, runId);
  const minutes = extent ? await keepLongRun(db, { teamId, runId, plan, extent, samples }) : [];
  return { samples, condensed: replaceByMinutes(samples, minutes) };
}

/** The target's use over the measured seconds. */
function measuredTarget(of: TargetOfSecond, samples: readonly Sample[]): MeasuredTarget {
  const told = [...new Set(samples.flatMap(({ warmup, second }) => (warmup ? [] : [second])))].flatMap((second) => of(second) ?? []);
  const mean = (values: readonly number[]) => (values.length > 0 ? values.reduce((sum, one) => sum + one, 0) / values.length : null);
  const most = (values: readonly number[]) => values.reduce<number | null>((high, one) => Math.max(high ?? one, one), null);
  return {
    cpu: mean(told.flatMap(({ cpu }) => cpu ?? [])),
    cores: mean(told.flatMap(({ cpu, cores }) => (cpu === null || cores === null ? [] : [cpu * cores]))),
    memoryBytes: most(told.flatMap(({ memoryBytes }) => memoryBytes ?? [])),
    openSockets: most(told.flatMap(({ openSockets }) => openSockets ?? [])),
    threads: most(told.flatMap(({ threads }) => threads ?? [])),
  };
}

/** Reads the sources that are known of the run beside its samples. */
async function readLimitSources(db: Db, teamId: string, runId: string): Promise<Sources> {
  const run = await findRun(db, teamId, runId);
  const targetOf = targetOfSecond(await readResources(db, teamId, runId, { most: Number.POSITIVE_INFINITY }));
  return { targetOf, lineBitsPerSecond: run && lineOf(run) };
}

interface Sources {
  readonly targetOf: TargetOfSecond;
  readonly lineBitsPerSecond: number | null;
}

function figuresFrom(plan: Plan, { samples, condensed }: ReadSamples, sources: Sources): RunFigures {
  return {
    summary: summarise(condensed, plan.errorStatuses, samples),
    validity: judgeValidity(plan, samples, sources),
    thresholds: evaluateThresholds(plan.thresholds, samples, measuredTarget(sources.targetOf, samples)),
    baseline: null,
  };
}
