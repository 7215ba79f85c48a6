/** The sources of the figures of finished runs, as a short text: while it is the same, so are they. Names, tags and notes are no part of it. */
import { terminalStates } from '@plimsoll/contracts/run';
import { sampleSecondsOf } from '../archive/run-objects.ts';
import type { Db } from '../db.ts';
import { first } from '../query.ts';

export interface FigureState {
  /** Null: one of them is not over. */
  readonly state: string | null;
  /** The plan of all of them; null where they have several, or none. */
  readonly planId: string | null;
}

/** Every write of a source of the target's resources makes a new version of its row, whose number is `xmin`. */
const resources = `(SELECT string_agg(s.name || s.xmin, ',' ORDER BY s.name) FROM resource_sources s WHERE s.run_id = r.id)`;

/** Null: one of them is none of the team's. */
export async function findFigureState(db: Db, teamId: string, runIds: readonly string[]): Promise<FigureState | null> {
  const { rows } = await db.query<{ found: number; state: string | null; plans: (string | null)[] | null }>(
    `SELECT count(*)::int AS found, array_agg(DISTINCT r.plan_id) AS plans,
       CASE WHEN bool_and(r.state = ANY($3)) THEN
         md5(string_agg(concat_ws(' ', r.id, r.state, r.attempt, r.last_sequence, ${sampleSecondsOf}, ${resources}), ';' ORDER BY r.id)) END AS state
     FROM runs r WHERE r.team_id = $1 AND r.id = ANY($2)`,
    [teamId, runIds, terminalStates],
  );
  const row = first(rows);
  if (row?.found !== runIds.length) return null;
  const [planId = null, ...others] = row.plans ?? [];
  return { state: row.state, planId: others.length > 0 ? null : planId };
}

/** The sources of a plan's noise floor: the measure of an A/A, and the runs it would be learned from. */
export async function findFloorState(db: Db, teamId: string, planId: string): Promise<string> {
  const { rows } = await db.query<{ state: string }>(
    `SELECT md5(concat_ws(' ', p.noise_floor, p.noise_floors, (SELECT string_agg(latest.id::text, ',') FROM (
       SELECT id FROM runs WHERE team_id = $1 AND plan_id = $2 AND state = 'completed' AND summary IS NOT NULL ORDER BY ordinal DESC LIMIT 200
     ) latest))) AS state FROM plans p WHERE p.team_id = $1 AND p.id = $2`,
    [teamId, planId],
  );
  return first(rows)?.state ?? '';
}
