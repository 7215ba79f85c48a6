/**
 * Ends runs that lost their worker, with the figures of what they measured until then, and experiments that no worker is left to drive.
 * Workers and the API do it beside each other: each is ended once, whoever comes first.
 */
import { openClockWatch } from '@plimsoll/store/clock-watch';
import type { Db } from '@plimsoll/store/db';
import { reapLostExperiments } from '@plimsoll/store/reap-experiments';
import type { RunEnd } from '@plimsoll/store/run-events';
import { fillFigures, findRunWithoutFigures, type ReapedRun, reapLostRuns } from '@plimsoll/store/run-life';
import { readRunEnds } from './end/read-run-ends.ts';
import type { Analysis } from './thread/open-analysis.ts';

export interface ReaperOptions {
  readonly db: Db;
  readonly analysis: Pick<Analysis, 'judgeLostRun'>;
  /** Workers whose runs are left alone: those of the process that asks. */
  readonly except?: readonly string[];
  readonly onReaped: (run: ReapedRun) => void;
  readonly onExperimentReaped?: (experimentId: string) => void;
  /** The figures of this run could not be computed this time. */
  readonly onFailed: (end: RunEnd, error: unknown) => void;
}

/** A process that could not reach Postgres a moment ago does not judge others that could not. */
const doubtMs = 15_000;

/** The answer looks once; call it about once a second. Throws what Postgres throws while it is away, and looks at nothing for 15 s then. */
export function openReaper({ db, analysis, except = [], onReaped, onExperimentReaped, onFailed }: ReaperOptions): () => Promise<void> {
  const clock = openClockWatch();
  let failedAt = Number.NEGATIVE_INFINITY;

  async function fill({ runId, teamId, attempt }: RunEnd): Promise<void> {
    const lost = await findRunWithoutFigures(db, runId, attempt);
    if (lost) await fillFigures(db, runId, attempt, await analysis.judgeLostRun({ teamId, runId, plan: lost.plan }));
  }

  async function look(): Promise<void> {
    for (const run of await reapLostRuns(db, except, clock)) onReaped(run);
    await readRunEnds(db, { reader: 'lost_figures', tell: fill, onFailed });
    // After a step of the clock nobody is judged by a heartbeat for a while.
    const lost = clock.isSteady() ? await reapLostExperiments(db) : [];
    for (const id of lost) onExperimentReaped?.(id);
  }

  return async () => {
    if (performance.now() - failedAt < doubtMs) return;
    try {
      await look();
    } catch (error) {
      failedAt = performance.now();
      throw error;
    }
  };
}
