/** The samples of each region of a run: those of its own shards. */
import { listRegions, shardsOfRegion } from '@plimsoll/contracts/generators';
import type { Run } from '@plimsoll/contracts/run';
import type { RegionSamples } from '@plimsoll/statistics/region-summary';
import type { Db } from '@plimsoll/store/db';
import { findRun } from '@plimsoll/store/runs';
import type { SampleSelection, ShardRange } from '@plimsoll/store/sample-row';
import { readSamples } from '@plimsoll/store/samples';
import { AnalysisError } from '../analysis-error.ts';

export interface RegionsOfRun {
  readonly teamId: string;
  readonly runId: string;
  readonly plan: Pick<Run['plan'], 'generators'>;
}

/** One region at a time; none of a plan that has not several, whose only one would be the whole. */
export async function* readRegions(
  db: Db,
  { teamId, runId, plan }: RegionsOfRun,
  selection: SampleSelection = {},
): AsyncGenerator<RegionSamples, void> {
  const regions = listRegions(plan.generators);
  if (regions.length < 2) return;
  for (const { label, n } of regions) {
    const samples = await readSamples(db, teamId, runId, { ...selection, shards: shardsOfRegion(plan.generators, label) });
    yield { label, generators: n, samples };
  }
}

/** The shards of a region of a run. Throws AnalysisError `no_such_region`. */
export async function findShards(db: Db, teamId: string, runId: string, region: string): Promise<ShardRange> {
  const run = await findRun(db, teamId, runId);
  const shards = run && shardsOfRegion(run.plan.generators, region);
  if (!shards) throw new AnalysisError('no_such_region', { region }, { field: '/region', got: region });
  return shards;
}
