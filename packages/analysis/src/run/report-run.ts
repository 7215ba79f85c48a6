/** What the report of a run shows: the team's own, redacted as a share that hides nothing more. */
import type { Db } from '@plimsoll/store/db';
import { findRun } from '@plimsoll/store/runs';
import { sharedRun } from '../share/freeze-share.ts';
import type { SharedRun } from '../share/share-content.ts';
import { unknownRun } from '../thread/analysis-error.ts';
import type { RunQuestion } from './run-charts.ts';

/** As far as known while the run goes on. Throws AnalysisError `unknown_run`. */
export async function reportRun(db: Db, { teamId, runId }: RunQuestion): Promise<SharedRun> {
  const run = await findRun(db, teamId, runId);
  if (!run) throw unknownRun();
  return sharedRun(db, teamId, run, []);
}
