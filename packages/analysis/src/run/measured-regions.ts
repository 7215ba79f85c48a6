/** The series of a run's regions, beside those of the whole. */
import type { ComparedWindow } from '@plimsoll/contracts/comparison';
import { listRegions } from '@plimsoll/contracts/generators';
import type { RunGrid } from '@plimsoll/statistics/comparison-grid';
import { type MeasuredRun, regionKey, withRegions } from '@plimsoll/statistics/measured-run';
import { selectCompared } from '@plimsoll/statistics/read-run';
import type { Db } from '@plimsoll/store/db';
import { type RegionsOfRun, readRegions } from './region-samples.ts';

export interface RegionsToMeasure extends RegionsOfRun {
  readonly grid: RunGrid;
  readonly window: ComparedWindow | null;
}

/** The run with the series of its regions; as it is where it has none, or has theirs already. */
export async function measureRegions(db: Db, run: RegionsToMeasure, measured: MeasuredRun): Promise<MeasuredRun> {
  const { grid, window } = run;
  const [first] = listRegions(run.plan.generators);
  if (!first || measured.requests.has(regionKey(first.label))) return measured;
  let whole = measured;
  const selection = { measuredOnly: true, withoutRequests: true, histograms: ['responseTime'], ...window } as const;
  for await (const { label, samples } of readRegions(db, run, selection))
    whole = withRegions(whole, grid, [{ label, measured: selectCompared(samples, window) }]);
  return whole;
}
