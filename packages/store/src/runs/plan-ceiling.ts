/** The rate that a plan's target is known to carry: what its capacity searches found, else the most it answered of runs that it held back. */
import type { Ceiling } from '@plimsoll/contracts/design';
import type { Db } from '../db.ts';
import { first } from '../query.ts';

/** Of so many runs, the newest. */
const mostRuns = 50;

/** Null where the history does not tell it, or the team has no such plan. */
export async function ceilingOfPlan(db: Db, teamId: string, planId: string): Promise<Ceiling | null> {
  const { rows } = await db.query<{ searched: number | null; answered: number | null }>(
    `SELECT (
       SELECT (result #>> '{capacity,rate}')::float8 FROM experiments
       WHERE team_id = $1 AND plan_id = $2 AND kind = 'capacity' AND state = 'completed' AND result #>> '{capacity,code,finding,kind}' = 'found'
       ORDER BY ordinal DESC LIMIT 1
     ) AS searched, (
       SELECT max((summary ->> 'goodputPerSecond')::float8) FROM (
         SELECT summary, validity FROM runs WHERE team_id = $1 AND plan_id = $2 AND state = 'completed' ORDER BY ordinal DESC LIMIT $3
       ) newest WHERE validity ->> 'limit' = 'target' AND validity ->> 'stamp' <> 'invalid'
     ) AS answered`,
    [teamId, planId, mostRuns],
  );
  const { searched = null, answered = null } = first(rows) ?? {};
  if (searched) return { perSecond: searched, from: 'capacity' };
  return answered ? { perSecond: answered, from: 'runs' } : null;
}
