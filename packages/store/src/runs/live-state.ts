/** The part of a run that changes while it goes on: a poller asks for it some times a second, so the plan with its files stays where it is. */
import type { LiveState } from '@plimsoll/contracts/live';
import type { Db } from '../db.ts';
import { first } from '../query.ts';
import { type EndedRow, readEnding } from './ended-row.ts';
import { activeRun } from './run-life.ts';

export interface LiveRow extends Pick<LiveState, 'state' | 'stateReason' | 'ending' | 'startedAt' | 'endedAt' | 'stopRequested'> {
  /** The number of generators that have told their environment. */
  readonly generators: number;
}

interface Row extends EndedRow {
  state: LiveRow['state'];
  started_at: Date | null;
  ended_at: Date | null;
  stop_requested: boolean;
  generators: number;
}

/** Does any team have a run that has begun and is not over? */
export async function isAnyRunUnderWay(db: Db): Promise<boolean> {
  const { rows } = await db.query<{ any: boolean }>(`SELECT EXISTS (SELECT FROM runs r WHERE ${activeRun('r')}) AS any`);
  return first(rows)?.any ?? false;
}

/** Null: no such run in this team. */
export async function findLiveState(db: Db, teamId: string, runId: string): Promise<LiveRow | null> {
  const { rows } = await db.query<Row>(
    `SELECT r.state, r.state_reason, r.ending, r.started_at, r.ended_at, r.stop_requested_at IS NOT NULL AS stop_requested,
       (SELECT count(*)::int FROM run_shards s WHERE s.run_id = r.id AND s.attempt = r.attempt AND s.environment IS NOT NULL) AS generators
     FROM runs r WHERE r.team_id = $1 AND r.id = $2`,
    [teamId, runId],
  );
  const row = first(rows);
  return (
    row && {
      state: row.state,
      ...readEnding(row),
      startedAt: row.started_at?.toISOString() ?? null,
      endedAt: row.ended_at?.toISOString() ?? null,
      stopRequested: row.stop_requested,
      generators: row.generators,
    }
  );
}
