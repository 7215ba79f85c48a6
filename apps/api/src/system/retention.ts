/**
 * Frees what teams no longer want of the samples of their runs: whole months where little of them is kept, then a run at a time. With an archive every such run is
 * moved there whole, and months go once they are empty.
 */
import type { Analysis } from '@plimsoll/analysis/open-analysis';
import { ObjectStoreError } from '@plimsoll/artefacts/object-store-error';
import type { RetentionFreed } from '@plimsoll/contracts/retention';
import type { DbPool } from '@plimsoll/store/db';
import { type DueRun, listDueRuns, listRetainingTeams } from '@plimsoll/store/due-runs';
import { addFreed, noneFreed } from '@plimsoll/store/measure-due';
import { moveSamples } from '@plimsoll/store/move-samples';
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

/** Frees storage of all teams, and tells how much by team: of what was moved as of what was dropped. Several processes may be at it: each run is locked while it is changed. */
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
  const freeMonths = async () => {
    for (const month of await listUnwantedMonths(db))
      await attempt(month, async () => {
        for (const [teamId, freed] of await dropMonth(db, month, signal)) add(teamId, freed);
      });
  };
  const freeRun = async (run: DueRun): Promise<void> => {
    const moved = db.objects ? await moveSamples(db, run) : undefined;
    const freed = moved !== undefined ? moved : run.due === 'drop' ? await dropSamples(db, run) : await analysis.thinRun(run);
    const kind = moved !== undefined || run.due === 'drop' ? 'dropped' : 'thinned';
    if (freed) add(run.teamId, { ...noneFreed, [kind]: { runs: 1, ...freed } });
  };
  const pass = new AbortController();
  const over = AbortSignal.any([signal, pass.signal]);
  const freeRuns = async (teamId: string) => {
    let last: DueRun | null = null;
    for (let due = await listDueRuns(db, teamId, batch, last); due.length > 0; due = await listDueRuns(db, teamId, batch, last))
      for (const run of due) {
        last = run;
        if (over.aborted) return;
        await attempt(run.id, () =>
          freeRun(run).catch((error: unknown) => {
            // A store that is away now is away for the next run, too.
            if (error instanceof ObjectStoreError && error.code !== 'damaged') pass.abort();
            throw error;
          }),
        );
      }
  };
  if (!db.objects) await freeMonths();
  for (const teamId of teams) if (!over.aborted) await freeRuns(teamId);
  if (db.objects && !over.aborted) await freeMonths();
  for (const [teamId, freed] of byTeam) await noteFreed(db, teamId, freed);
  return byTeam;
}
