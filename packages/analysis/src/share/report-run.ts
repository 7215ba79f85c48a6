/** The content of a run's report: the team's own, redacted as a share that hides nothing more, with its regions named. */
import type { Db } from '@plimsoll/store/db';
import { findRun } from '@plimsoll/store/runs';
import { unknownRun } from '../analysis-error.ts';
import type { RunQuestion } from '../run/run-charts.ts';
import { sharedRun } from './freeze-share.ts';
import type { SharedRun } from './share-content.ts';

/** As far as known while the run goes on. Throws AnalysisError `unknown_run`. */
export async function reportRun(db: Db, { teamId, runId }: RunQuestion): Promise<SharedRun> {
  const run = await findRun(db, teamId, runId);
  if (!run) throw unknownRun();
  return sharedRun(db, teamId, run, [], { regionsNamed: true });
}
