/** The samples of each region of a run: those of its own shards. */
import { listRegions, shardsOfRegion } from '@plimsoll/contracts/generators';
import { mostGenerators } from '@plimsoll/contracts/planned-generators';
import type { Run } from '@plimsoll/contracts/run';
import type { Sample } from '@plimsoll/contracts/sample';
import type { RegionSamples } from '@plimsoll/statistics/region-summary';
import type { Db } from '@plimsoll/store/db';
import { readSampleSeconds } from '@plimsoll/store/measured-runs';
import { findRun } from '@plimsoll/store/runs';
import type { SampleSelection, ShardRange } from '@plimsoll/store/sample-row';
import { readSamples } from '@plimsoll/store/samples';
import { AnalysisError } from '../analysis-error.ts';

export interface RegionsOfRun {
  readonly teamId: string;
  readonly runId: string;
  readonly plan: Pick<Run['plan'], 'generators'>;
}

/** One region at a time; none of a plan that has not several, whose only one would be the whole, nor where {@link areTogether}. */
export async function* readRegions(db: Db, run: RegionsOfRun, selection: SampleSelection = {}): AsyncGenerator<RegionSamples, void> {
  const { teamId, runId, plan } = run;
  const regions = listRegions(plan.generators);
  if (regions.length < 2 || (await areTogether(db, run))) return;
  for (const { label, n } of regions) {
    const samples = await readSamples(db, teamId, runId, { ...selection, shards: shardsOfRegion(plan.generators, label) });
    yield { label, generators: n, samples };
  }
}

export interface WithRegions {
  readonly samples: readonly Sample[];
  /** The same by region; none where {@link readRegions} finds none. */
  readonly regions: readonly RegionSamples[];
}

/** All samples of a run, each read once. */
export async function readWithRegions(db: Db, run: RegionsOfRun, selection: SampleSelection = {}): Promise<WithRegions> {
  const regions: RegionSamples[] = [];
  for await (const region of readRegions(db, run, selection)) regions.push(region);
  const samples = regions.length > 0 ? regions.flatMap((one) => one.samples) : await readSamples(db, run.teamId, run.runId, selection);
  return { samples, regions };
}

/** Did an older version thin the run? It left samples of all regions together, as those of shard 0. */
async function areTogether(db: Db, { teamId, runId, plan }: RegionsOfRun): Promise<boolean> {
  const [first, second] = listRegions(plan.generators);
  if (!first || !second || (await readSampleSeconds(db, runId)) === 1) return false;
  const shards = { first: first.n, end: mostGenerators };
  return (await readSamples(db, teamId, runId, { withoutRequests: true, histograms: [], shards })).length === 0;
}

/** The shards of a region of a run; null where {@link areTogether}. Throws AnalysisError `no_such_region`. */
export async function findShards(db: Db, teamId: string, runId: string, region: string): Promise<ShardRange | null> {
  const run = await findRun(db, teamId, runId);
  const shards = run && shardsOfRegion(run.plan.generators, region);
  if (!shards) throw new AnalysisError('no_such_region', { region }, { field: '/region', got: region });
  return (await areTogether(db, { teamId, runId, plan: run.plan })) ? null : shards;
}
