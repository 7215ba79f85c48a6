/** Frees what teams no longer want of the samples of their runs, a run at a time, and whole months where nobody wants any. */
import type { Analysis } from '@plimsoll/analysis/open-analysis';
import type { RetentionFreed } from '@plimsoll/contracts/retention';
import type { DbPool } from '@plimsoll/store/db';
import { listDueRuns } from '@plimsoll/store/due-runs';
import { dropSamples } from '@plimsoll/store/replace-samples';
import { dropUnwantedMonths, makeSampleMonths } from '@plimsoll/store/sample-months';

export interface RetentionOptions {
  readonly db: DbPool;
  readonly analysis: Pick<Analysis, 'thinRun'>;
  /** Told of a run that cannot be thinned; it is left as it is and tried again the next time. */
  readonly onHopeless: (runId: string, error: unknown) => void;
  readonly signal: AbortSignal;
}

const batch = 100;

const noneFreed = () => ({ runs: 0, samples: 0, bytes: 0 });

/** What became free, of all teams, by team. Several processes may be at it: each run is locked while it is changed. */
export async function applyRetention({ db, analysis, onHopeless, signal }: RetentionOptions): Promise<Map<string, RetentionFreed>> {
  await makeSampleMonths(db);
  const byTeam = new Map<string, RetentionFreed>();
  const add = (teamId: string, kind: keyof RetentionFreed, more: RetentionFreed['dropped']) => {
    const freed = byTeam.get(teamId) ?? { thinned: noneFreed(), dropped: noneFreed() };
    const { runs, samples, bytes } = freed[kind];
    byTeam.set(teamId, { ...freed, [kind]: { runs: runs + more.runs, samples: samples + more.samples, bytes: bytes + more.bytes } });
  };
  for (const { teamId, ...freed } of await dropUnwantedMonths(db)) add(teamId, 'dropped', freed);
  const hopeless: string[] = [];
  for (let due = await listDueRuns(db, batch); due.length > 0 && !signal.aborted; due = await listDueRuns(db, batch, hopeless))
    for (const run of due) {
      if (signal.aborted) break;
      try {
        const freed = run.due === 'drop' ? await dropSamples(db, run) : await analysis.thinRun(run);
        if (freed) add(run.teamId, run.due === 'drop' ? 'dropped' : 'thinned', { runs: 1, ...freed });
      } catch (error) {
        hopeless.push(run.id);
        onHopeless(run.id, error);
      }
    }
  return byTeam;
}
