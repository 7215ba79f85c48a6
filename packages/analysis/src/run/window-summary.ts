/** The figures of some seconds of a run. */
import type { Run } from '@plimsoll/contracts/run';
import { type RegionSummary, type Summary, summarySchema } from '@plimsoll/contracts/summary';
import { histogramsIn } from '@plimsoll/contracts/times';
import type { RunWindow } from '@plimsoll/contracts/window';
import { measureRegion } from '@plimsoll/statistics/region-summary';
import type { Db } from '@plimsoll/store/db';
import { findRun } from '@plimsoll/store/runs';
import { unknownRun } from '../analysis-error.ts';
import { summariseWindow } from './read-window.ts';
import { readRegions } from './region-samples.ts';
import type { RunQuestion } from './run-charts.ts';

export interface SummaryQuestion extends RunQuestion {
  readonly window: RunWindow;
}

/** As far as they were measured. Throws AnalysisError `unknown_run`. */
export async function windowSummary(db: Db, { teamId, runId, window }: SummaryQuestion): Promise<Summary> {
  const run = await findRun(db, teamId, runId);
  if (!run) throw unknownRun();
  const summary = await summariseWindow(db, { teamId, run, window });
  const byRegion = await summariseRegions(db, { teamId, run, window }, summary);
  return summarySchema.parse(byRegion.length > 0 ? { ...summary, byRegion } : summary);
}

const selection = { measuredOnly: true, withoutRequests: true, histograms: histogramsIn('requestSummary') } as const;

/** The figures of each region in the window; its stamp is that of the whole run, so there are none before that is judged. */
async function summariseRegions(
  db: Db,
  { teamId, run, window }: Pick<SummaryQuestion, 'teamId' | 'window'> & { readonly run: Run },
  of: Summary,
): Promise<RegionSummary[]> {
  const stamps = new Map(run.summary?.byRegion?.map(({ label, stamp }) => [label, stamp]));
  const regions: RegionSummary[] = [];
  if (stamps.size === 0) return regions;
  for await (const region of readRegions(db, { teamId, runId: run.id, plan: run.plan }, { ...selection, ...window })) {
    const stamp = stamps.get(region.label);
    if (stamp) regions.push({ ...measureRegion(region, of), stamp });
  }
  return regions;
}
