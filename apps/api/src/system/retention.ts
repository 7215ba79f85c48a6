/** Frees what teams no longer want of the samples of their runs: whole months where little of them is kept, then a run at a time. */
import type { Analysis } from '@plimsoll/analysis/open-analysis';
import type { RetentionFreed } from '@plimsoll/contracts/retention';
import type { DbPool } from '@plimsoll/store/db';
import { type DueRun, listDueRuns, listRetainingTeams } from '@plimsoll/store/due-runs';
import { addFreed, noneFreed } from '@plimsoll/store/measure-due';
import { dropSamples } from '@plimsoll/store/replace-samples';
import { dropMonth, listUnwantedMonths, makeSampleMonths } from '@plimsoll/store/sample-months';
import { noteFreed } from '@plimsoll/store/team-storage';

export interface RetentionOptions {
  readonly db: DbPool;
  readonly analysis: Pick<Analysis, 'thinRun'>;
  /** Told of a run or a month (`2026-03-01`) that cannot be freed; it is left as it is and tried again the next time. */
  readonly onHopeless: (what: string, error: unknown) => void;
  readonly signal: AbortSignal;
}

const batch = 100;

/** Frees storage of all teams, and tells how much by team. Several processes may be at it: each run is locked while it is changed. */
export async function applyRetention({ db, analysis, onHopeless, signal }: RetentionOptions): Promise<Map<string, RetentionFreed>> {
  const byTeam = new Map<string, RetentionFreed>();
  const add = (teamId: string, freed: RetentionFreed) => byTeam.set(teamId, addFreed(byTeam.get(teamId) ?? noneFreed, freed));
  const attempt = async (what: string, work: () => Promise<void>) => {
    try {
      await work();
    } catch (error) {
      onHopeless(what, error);
    }
  };
  await attempt('new months', () => makeSampleMonths(db, new Date()));
  const teams = await listRetainingTeams(db);
  if (teams.length === 0) return byTeam;
  for (const month of await listUnwantedMonths(db))
    await attempt(month, async () => {
      for (const [teamId, freed] of await dropMonth(db, month, signal)) add(teamId, freed);
    });
  for (const teamId of teams) {
    let last: DueRun | null = null;
    for (
      let due = await listDueRuns(db, teamId, batch, last);
      due.length > 0 && !signal.aborted;
      due = await listDueRuns(db, teamId, batch, last)
    )
      for (const run of due) {
        last = run;
        if (signal.aborted) break;
        await attempt(run.id, async () => {
          const freed = run.due === 'drop' ? await dropSamples(db, run) : await analysis.thinRun(run);
          if (freed) add(teamId, { ...noneFreed, [run.due === 'drop' ? 'dropped' : 'thinned']: { runs: 1, ...freed } });
        });
      }
  }
  for (const [teamId, freed] of byTeam) await noteFreed(db, teamId, freed);
  return byTeam;
}
