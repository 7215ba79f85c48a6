/**
 * Ends runs that lost their worker, with the figures of what they measured until then, and experiments that no worker is left to drive.
 * Workers and the API do it beside each other: each is ended once, whoever comes first.
 */
import { openClockWatch } from '@plimsoll/store/clock-watch';
import { isDatabaseAway } from '@plimsoll/store/database-outage';
import type { Db } from '@plimsoll/store/db';
import { reapLostExperiments } from '@plimsoll/store/reap-experiments';
import { fillFigures, type ReapedRun, reapedWithoutFigures, reapLostRuns } from '@plimsoll/store/run-life';
import type { Analysis } from '../thread/open-analysis.ts';

export interface ReaperOptions {
  readonly db: Db;
  readonly analysis: Pick<Analysis, 'judgeLostRun'>;
  /** Workers whose runs are left alone: those of the process that asks. */
  readonly except?: readonly string[];
  readonly onReaped: (run: ReapedRun) => void;
  readonly onExperimentReaped?: (experimentId: string) => void;
  /** The figures of this run cannot be computed, for a reason that asking again does not mend. */
  readonly onHopeless: (run: ReapedRun, error: unknown) => void;
}

/** Who could not reach Postgres a moment ago does not judge who else could not. */
const doubtMs = 15_000;

/** The answer looks once; call it about once a second. Throws what Postgres throws while it is away, and looks at nothing for 15 s then. */
export function openReaper({ db, analysis, except = [], onReaped, onExperimentReaped, onHopeless }: ReaperOptions): () => Promise<void> {
  const clock = openClockWatch();
  let failedAt = Number.NEGATIVE_INFINITY;
  /** Runs whose figures cannot be computed must not keep the others from being reaped. */
  const hopeless = new Set<string>();

  async function judge(run: ReapedRun): Promise<void> {
    onReaped(run);
    await fillFigures(db, run.id, run.attempt, await analysis.judgeLostRun({ teamId: run.teamId, runId: run.id, plan: run.plan }));
  }

  async function look(): Promise<void> {
    for (const run of [...(await reapLostRuns(db, except, clock)), ...(await reapedWithoutFigures(db))]) {
      if (hopeless.has(run.id)) continue;
      await judge(run).catch((error: unknown) => {
        if (isDatabaseAway(error)) throw error;
        hopeless.add(run.id);
        onHopeless(run, error);
      });
    }
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
