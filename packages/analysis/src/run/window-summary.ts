/** The figures of some seconds of a run. */
import { type Summary, summarySchema } from '@plimsoll/contracts/summary';
import type { RunWindow } from '@plimsoll/contracts/window';
import type { Db } from '@plimsoll/store/db';
import { findRun } from '@plimsoll/store/runs';
import { unknownRun } from '../analysis-error.ts';
import { summariseWindow } from './read-window.ts';
import type { RunQuestion } from './run-charts.ts';

export interface SummaryQuestion extends RunQuestion {
  readonly window: RunWindow;
}

/** As far as they were measured. Throws AnalysisError `unknown_run`. */
export async function windowSummary(db: Db, { teamId, runId, window }: SummaryQuestion): Promise<Summary> {
  const run = await findRun(db, teamId, runId);
  if (!run) throw unknownRun();
  return summarySchema.parse(await summariseWindow(db, { teamId, run, window }));
}
