/** Badges of plans: an unguessable address of which only the hash is kept, and the figures it shows. */
import type { Run } from '@plimsoll/contracts/run';
import { streamsOnly } from '@plimsoll/contracts/streaming';
import type { Summary } from '@plimsoll/contracts/summary';
import type { Validity } from '@plimsoll/contracts/validity';
import type { Verdict } from '@plimsoll/contracts/verdict';
import type { Db } from '../db.ts';
import { type CutPlan, cutPlan, toListedPlan } from '../plans/listed-plan.ts';
import { first } from '../query.ts';
import { type EndedRow, readEnding } from '../runs/ended-row.ts';

/** Turns the plan's badge on; a badge it had before is gone. False: no such plan in this team. */
export async function setBadge(
  db: Db,
  teamId: string,
  { planId, userId, tokenHash }: { readonly planId: string; readonly userId: string | null; readonly tokenHash: string },
): Promise<boolean> {
  const { rowCount } = await db.query(
    `INSERT INTO badges (plan_id, team_id, token_hash, created_by) SELECT id, team_id, $3, $4 FROM plans WHERE team_id = $1 AND id = $2
     ON CONFLICT (plan_id) DO UPDATE SET token_hash = excluded.token_hash, created_by = excluded.created_by, created_at = now()`,
    [teamId, planId, tokenHash, userId],
  );
  return rowCount === 1;
}

/** The time since which the plan has a badge, or null. */
export async function badgeSince(db: Db, teamId: string, planId: string): Promise<Date | null> {
  const { rows } = await db.query<{ created_at: Date }>('SELECT created_at FROM badges WHERE team_id = $1 AND plan_id = $2', [
    teamId,
    planId,
  ]);
  return first(rows)?.created_at ?? null;
}

/** True where there was one. */
export async function removeBadge(db: Db, teamId: string, planId: string): Promise<boolean> {
  const { rowCount } = await db.query('DELETE FROM badges WHERE team_id = $1 AND plan_id = $2', [teamId, planId]);
  return rowCount === 1;
}

/** All that a badge may show: figures of the latest finished run, no names. They are null before the first run ended. */
export interface BadgeFigures {
  readonly state: Run['state'] | null;
  readonly ending: Run['ending'];
  readonly summary: Summary | null;
  readonly validity: Validity | null;
  /** Against the plan's baseline; null without one. */
  readonly verdict: Verdict | null;
  /** Is each of its requests a stream? Of its plan nothing else is told. */
  readonly plan: { readonly streamsOnly: boolean };
}

/** Null: no such badge. Not scoped by team: the token is the right to see it. */
export async function findBadge(db: Db, tokenHash: string): Promise<BadgeFigures | null> {
  const { rows } = await db.query<Omit<BadgeFigures, 'plan' | 'ending'> & EndedRow & { readonly plan: CutPlan }>(
    `SELECT r.state, r.state_reason, r.ending, r.summary, r.validity, r.vs_baseline ->> 'verdict' AS verdict, ${cutPlan('r.plan')} AS plan
     FROM badges b LEFT JOIN LATERAL (
       SELECT * FROM runs WHERE plan_id = b.plan_id AND team_id = b.team_id AND state NOT IN ('queued', 'starting', 'running', 'stopping')
         AND NOT tags ? 'pull_request'
       ORDER BY ordinal DESC LIMIT 1
     ) r ON true WHERE b.token_hash = $1`,
    [tokenHash],
  );
  const found = first(rows);
  if (!found) return null;
  const { state, summary, validity, verdict } = found;
  const { ending } = readEnding(found);
  return { state, ending, summary, validity, verdict, plan: { streamsOnly: state !== null && streamsOnly(toListedPlan(found.plan)) } };
}
