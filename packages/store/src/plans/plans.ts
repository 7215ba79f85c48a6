/** Plans kept by the team, to run again. */
import { randomUUID } from 'node:crypto';
import { waitingTime } from '@plimsoll/contracts/leading-time';
import type { Plan } from '@plimsoll/contracts/plan';
import type { WithStreams } from '@plimsoll/contracts/sample';
import { mostCountedOfPlan, type SavedPlan, type savedPlanListSchema } from '@plimsoll/contracts/saved-plan';
import type { z } from 'zod';
import { type Measured, readCiStatus } from '../ci-status.ts';
import { readCursor, writeCursor } from '../cursor.ts';
import type { Db } from '../db.ts';
import { first, jsonText } from '../query.ts';
import { maskPlan, openPlan, sealPlan } from '../secrets.ts';
import { StoreError } from '../store-error.ts';
import { type CutPlan, cutPlan, toListedPlan } from './listed-plan.ts';

interface PlanRow {
  id: string;
  ordinal: string;
  revision: number;
  plan: Plan;
  created_at: Date;
  updated_at: Date;
  baseline_run_id: string | null;
  noise_floor: number | null;
}

function toSavedPlan(row: PlanRow): SavedPlan {
  return { ...withoutPlan(row), plan: maskPlan(row.plan) };
}

function withoutPlan(row: Omit<PlanRow, 'plan'>): Omit<SavedPlan, 'plan'> {
  return {
    id: row.id,
    revision: row.revision,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    baselineRunId: row.baseline_run_id,
    noiseFloor: row.noise_floor,
  };
}

export interface PlanToSave {
  readonly teamId: string;
  readonly userId: string | null;
  /** With its secrets in the open; they are sealed before they are written. */
  readonly plan: Plan;
  readonly secretKey: string;
}

export async function savePlan(db: Db, { teamId, userId, plan, secretKey }: PlanToSave): Promise<SavedPlan> {
  const id = randomUUID();
  const { rows } = await db.query<PlanRow>(
    'INSERT INTO plans (id, team_id, name, plan, created_by) VALUES ($1, $2, $3, $4, $5) RETURNING *',
    [id, teamId, plan.name, jsonText(sealPlan(secretKey, { teamId, rowId: id }, plan)), userId],
  );
  return toSavedPlan(rows[0] as PlanRow);
}

export async function findPlan(db: Db, teamId: string, id: string): Promise<SavedPlan | null> {
  const { rows } = await db.query<PlanRow>('SELECT * FROM plans WHERE team_id = $1 AND id = $2', [teamId, id]);
  const row = first(rows);
  return row && toSavedPlan(row);
}

/** The plan with its secrets in the open, to run it. Never show it. */
export async function openPlanOfSaved(db: Db, teamId: string, id: string, secretKey: string): Promise<Plan | null> {
  const { rows } = await db.query<{ plan: Plan }>('SELECT plan FROM plans WHERE team_id = $1 AND id = $2', [teamId, id]);
  const row = first(rows);
  return row && openPlan(secretKey, { teamId, rowId: id }, row.plan);
}

type Recent = z.infer<typeof savedPlanListSchema>['items'][number]['recent'];
/** As it is read, with the figures of its streams in place of the time that leads. */
type ReadRecent = (Omit<Recent[number], 'waiting'> & Measured & { readonly streams: WithStreams | null })[];
/** The plan's last 20 completed runs, oldest first, as {@link ReadRecent}. Of a summary all is taken at once: it lies on pages of its own. */
const recentRuns = `(SELECT coalesce(json_agg(json_build_object('runId', r.id,
     'at', to_char(coalesce(r.started_at, r.created_at) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
     'p99Us', s."responseTime" -> 'p99Us', 'throughputPerSecond', s."throughputPerSecond",
     'streams', CASE WHEN jsonb_typeof(s.stream) = 'object' THEN jsonb_build_object('stream', s.stream, 'grpc', NULL)
       WHEN jsonb_typeof(s.grpc) = 'object' THEN jsonb_build_object('stream', NULL, 'grpc', s.grpc) END,
     'verdict', r.vs_baseline ->> 'verdict', 'ciStatus', r.ci_status, 'stamp', r.validity ->> 'stamp',
     'summary', CASE WHEN s.sent IS NOT NULL AND s.outcomes IS NOT NULL THEN json_build_object('sent', s.sent, 'outcomes', s.outcomes, 'errorRate', s."errorRate") END) ORDER BY r.ordinal), '[]')
   FROM (SELECT * FROM runs WHERE plan_id = p.id AND state = 'completed' AND summary IS NOT NULL ORDER BY ordinal DESC LIMIT 20) r,
     jsonb_to_record(r.summary) AS s("responseTime" jsonb, "throughputPerSecond" jsonb, sent bigint, outcomes jsonb, "errorRate" jsonb, stream jsonb, grpc jsonb))`;

export async function listPlans(
  db: Db,
  teamId: string,
  query: { cursor?: string | undefined; limit?: number | undefined } = {},
): Promise<z.infer<typeof savedPlanListSchema>> {
  const scope = JSON.stringify(['plans', teamId]);
  const limit = query.limit ?? 100;
  const after = query.cursor === undefined ? null : await readCursor(db, scope, query.cursor);
  const { rows } = await db.query<
    Omit<PlanRow, 'plan'> & { plan: CutPlan; run_count: number; last_run_at: Date | null; recent: ReadRecent }
  >(
    `SELECT p.id, p.ordinal, p.revision, p.created_at, p.updated_at, p.baseline_run_id, p.noise_floor, ${cutPlan('p.plan')} AS plan,
       ${recentRuns} AS recent, (SELECT count(*)::int FROM (SELECT FROM runs r WHERE r.plan_id = p.id LIMIT ${mostCountedOfPlan + 1}) AS counted) AS run_count,
       (SELECT r.created_at FROM runs r WHERE r.plan_id = p.id ORDER BY r.ordinal DESC LIMIT 1) AS last_run_at
     FROM plans p WHERE p.team_id = $1 AND ($2::bigint IS NULL OR p.ordinal < $2) ORDER BY p.ordinal DESC LIMIT $3`,
    [teamId, after, limit + 1],
  );
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    items: page.map((row) => {
      const plan = toListedPlan(row.plan);
      return {
        ...withoutPlan(row),
        plan,
        runCount: row.run_count,
        lastRunAt: row.last_run_at?.toISOString() ?? null,
        recent: row.recent.map(({ streams, summary, stamp, ...run }) => ({
          ...run,
          ciStatus: readCiStatus(run.ciStatus, { summary, stamp }),
          waiting: streams && waitingTime(streams, plan),
        })),
      };
    }),
    nextCursor: rows.length > limit && last ? await writeCursor(db, scope, last.ordinal) : null,
  };
}

export interface PlanChange extends Omit<PlanToSave, 'userId'> {
  /** The revision that is changed; null: whichever there is. */
  readonly revision?: number | null;
}

/**
 * Null: no such plan in this team. Runs made before keep their own snapshot. Throws StoreError `plan_changed` where there is another
 * revision by now.
 */
export async function updatePlan(db: Db, id: string, { teamId, plan, secretKey, revision = null }: PlanChange): Promise<SavedPlan | null> {
  const { rows } = await db.query<PlanRow>(
    `UPDATE plans SET plan = $3, name = $4, revision = revision + 1, updated_at = now()
     WHERE team_id = $1 AND id = $2 AND revision = coalesce($5, revision) RETURNING *`,
    [teamId, id, jsonText(sealPlan(secretKey, { teamId, rowId: id }, plan)), plan.name, revision],
  );
  const row = first(rows);
  if (!row) await refuseNewer(db, teamId, id, revision);
  return row && toSavedPlan(row);
}

/** False: no such plan in this team. Throws `plan_changed` as {@link updatePlan} does. */
export async function deletePlan(db: Db, teamId: string, id: string, revision: number | null = null): Promise<boolean> {
  const ofRevision = 'DELETE FROM plans WHERE team_id = $1 AND id = $2 AND revision = coalesce($3, revision)';
  const { rowCount } = await db.query(ofRevision, [teamId, id, revision]);
  if (rowCount === 0) await refuseNewer(db, teamId, id, revision);
  return rowCount === 1;
}

async function refuseNewer(db: Db, teamId: string, id: string, revision: number | null): Promise<void> {
  const newer = revision === null ? null : await findPlan(db, teamId, id);
  if (newer) throw new StoreError('plan_changed', { asked: revision ?? 0, kept: newer.revision });
}
