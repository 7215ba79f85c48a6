/**
 * All that a team has as lines of JSON, format 1 (docs/archive.md): a head, plans, experiments, kept comparisons, runs, and an end that counts them. Each is what the API answers
 * about it, so that secrets are masked; a run is the JSON that its page exports.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { AnalysisError } from '@plimsoll/analysis/analysis-error';
import type { Analysis } from '@plimsoll/analysis/open-analysis';
import { findComparison, listComparisonIds } from '@plimsoll/store/comparisons';
import type { DbPool } from '@plimsoll/store/db';
import { findExperiment } from '@plimsoll/store/experiments';
import { findPlan } from '@plimsoll/store/plans';
import { findRun } from '@plimsoll/store/runs';
import { StoreError } from '@plimsoll/store/store-error';
import { idsOfTeam } from '@plimsoll/store/team-exports';

export interface TeamToExport {
  readonly db: DbPool;
  readonly analysis: Pick<Analysis, 'exportRun'>;
  readonly teamId: string;
  readonly signal: AbortSignal;
  /** Told of each run that is written. */
  onRun(): void;
}

const exportFormat = 1;
const busyPauseMs = 2000;
const kinds = [
  { kind: 'plan', ids: (db: DbPool, teamId: string) => idsOfTeam(db, teamId, 'plans'), find: findPlan },
  { kind: 'experiment', ids: (db: DbPool, teamId: string) => idsOfTeam(db, teamId, 'experiments'), find: findExperiment },
  { kind: 'comparison', ids: listComparisonIds, find: findComparison },
] as const;

/** Throws what keeps it from being whole: as `signal` says, as the database and Analysis.exportRun do, but for series that nobody can read any more. */
export async function* linesOfTeam(team: TeamToExport): AsyncGenerator<string, void> {
  const { db, teamId, signal } = team;
  const counts: Record<string, number> = { run: 0 };
  yield `${JSON.stringify({ export: 'plimsoll', format: exportFormat, teamId, at: new Date().toISOString() })}\n`;
  for (const { kind, ids, find } of kinds) {
    counts[kind] = 0;
    for await (const id of await ids(db, teamId)) {
      signal.throwIfAborted();
      const found = await find(db, teamId, id);
      // Deleted meanwhile.
      if (!found) continue;
      counts[kind] += 1;
      yield `["${kind}",${JSON.stringify(found)}]\n`;
    }
  }
  for await (const id of idsOfTeam(db, teamId, 'runs')) {
    signal.throwIfAborted();
    let isWritten = false;
    for await (const piece of piecesOfRun(team, id)) {
      yield isWritten ? piece : `["run",${piece}`;
      isWritten = true;
    }
    if (!isWritten) continue;
    counts.run = (counts.run ?? 0) + 1;
    yield ']\n';
    team.onRun();
  }
  yield `${JSON.stringify({ counts })}\n`;
}

/** JSON of one run; nothing where it was deleted meanwhile. */
async function* piecesOfRun(team: TeamToExport, runId: string): AsyncGenerator<string, void> {
  const { db, teamId, signal } = team;
  let pieces: AsyncIterable<string>;
  try {
    pieces = await openRun(team, runId);
  } catch (error) {
    if (error instanceof AnalysisError && error.code === 'unknown_run') return;
    if (!(error instanceof StoreError && lost.includes(error.code))) throw error;
    const run = await findRun(db, teamId, runId);
    if (run) yield JSON.stringify({ run, problem: error.code });
    return;
  }
  for await (const piece of pieces) {
    signal.throwIfAborted();
    yield piece;
  }
}

/** Series that waiting does not bring back. */
const lost: readonly string[] = ['archive_missing', 'archive_damaged', 'archive_newer'];

/** It takes its turn as a person of the team does, and waits while the team asks too much. */
async function openRun({ analysis, teamId, signal }: TeamToExport, runId: string): Promise<AsyncIterable<string>> {
  const asker = { group: teamId, person: `export of ${teamId}` };
  for (;;)
    try {
      return await analysis.exportRun({ teamId, runId, format: 'json', header: 'fields', histogram: 'responseTime' }, asker);
    } catch (error) {
      if (!(error instanceof AnalysisError && error.code === 'too_many_questions')) throw error;
      await sleep(busyPauseMs, undefined, { signal });
    }
}
