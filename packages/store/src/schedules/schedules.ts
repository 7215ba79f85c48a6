/** Schedules as people see them: made, changed, paused, deleted. Every function is scoped by team. */
import { randomUUID } from 'node:crypto';
import { nextTimes } from '@plimsoll/contracts/cron';
import {
  type ChangeSchedule,
  type CreateSchedule,
  listedOutcomes,
  mostOutcomes,
  mostSchedules,
  type Schedule,
  type ScheduleReason,
} from '@plimsoll/contracts/schedule';
import type { Db } from '../db.ts';
import { first, inTransaction, jsonText } from '../query.ts';
import { type ScheduleRow, selectSchedules, toSchedule } from './schedule-row.ts';

/** The person, and the token that acted for this person: what a schedule starts needs the rights of both at that moment. */
export interface ScheduleAuthor {
  readonly userId: string;
  readonly tokenId: string | null;
}

const nextDue = (cron: string, timeZone: string) => nextTimes({ cron, timeZone }, new Date(), 1)[0] ?? null;

/** Null: the team has as many as it may. */
export async function insertSchedule(
  db: Db,
  teamId: string,
  { userId, tokenId }: ScheduleAuthor,
  { name, planId, experimentId, cron, timeZone, tags, drill, paused }: CreateSchedule,
): Promise<Schedule | null> {
  const id = randomUUID();
  return inTransaction(db, async (client) => {
    const { rowCount } = await client.query(
      `INSERT INTO schedules (id, team_id, name, plan_id, experiment_id, cron, time_zone, tags, drill, author_id, token_id, next_due_at, paused_at)
       SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, CASE WHEN $13 THEN now() END
       WHERE (SELECT count(*) FROM schedules WHERE team_id = $2) < $14`,
      [
        id,
        teamId,
        name,
        planId ?? null,
        experimentId ?? null,
        cron,
        timeZone,
        jsonText(tags),
        drill,
        userId,
        tokenId,
        nextDue(cron, timeZone),
        paused,
        mostSchedules,
      ],
    );
    return rowCount ? findSchedule(client, teamId, id) : null;
  });
}

export async function findSchedule(db: Db, teamId: string, id: string): Promise<Schedule | null> {
  const { rows } = await db.query<ScheduleRow>(`${selectSchedules(mostOutcomes)} WHERE s.team_id = $1 AND s.id = $2`, [teamId, id]);
  const row = first(rows);
  return row && toSchedule(row, new Date());
}

/** By name, each with its latest outcomes. */
export async function listSchedules(db: Db, teamId: string): Promise<Schedule[]> {
  const { rows } = await db.query<ScheduleRow>(`${selectSchedules(listedOutcomes)} WHERE s.team_id = $1 ORDER BY lower(s.name), s.id`, [
    teamId,
  ]);
  const now = new Date();
  return rows.map((row) => toSchedule(row, now));
}

/**
 * Whoever changes it is its author from now on, and its times are counted from now. What waits for its turn goes on waiting, but is given up by a
 * pause. Null: no such schedule in this team.
 */
export async function changeSchedule(
  db: Db,
  teamId: string,
  id: string,
  { userId, tokenId }: ScheduleAuthor,
  change: ChangeSchedule,
): Promise<Schedule | null> {
  return inTransaction(db, async (client) => {
    const { rows } = await client.query<{ cron: string; time_zone: string }>(
      'SELECT cron, time_zone FROM schedules WHERE team_id = $1 AND id = $2 FOR UPDATE',
      [teamId, id],
    );
    const before = first(rows);
    if (!before) return null;
    const [cron, timeZone] = [change.cron ?? before.cron, change.timeZone ?? before.time_zone];
    await client.query(
      `UPDATE schedules SET name = coalesce($2, name), cron = $3, time_zone = $4, tags = coalesce($5, tags),
         drill = CASE WHEN $6 THEN $7 ELSE drill END, author_id = $8, token_id = $9, next_due_at = $10, updated_at = now(),
         paused_at = CASE WHEN $11 THEN coalesce(paused_at, now()) WHEN NOT $11 THEN NULL ELSE paused_at END,
         pause_reason = CASE WHEN $11 IS NULL THEN pause_reason END
       WHERE id = $1`,
      [
        id,
        change.name ?? null,
        cron,
        timeZone,
        change.tags ? jsonText(change.tags) : null,
        change.drill !== undefined,
        change.drill ?? null,
        userId,
        tokenId,
        nextDue(cron, timeZone),
        change.paused ?? null,
      ],
    );
    if (change.paused) await giveUpWaiting(client, id, { kind: 'paused' });
    return findSchedule(client, teamId, id);
  });
}

/** What waits for its turn is not started any more. */
export async function giveUpWaiting(client: Db, scheduleId: string, reason: ScheduleReason): Promise<void> {
  await client.query(`UPDATE schedule_outcomes SET state = 'skipped', reason = $2 WHERE schedule_id = $1 AND state = 'waiting'`, [
    scheduleId,
    jsonText(reason),
  ]);
}

/** False: no such schedule in this team. Loads that it started stay. */
export async function deleteSchedule(db: Db, teamId: string, id: string): Promise<boolean> {
  const { rowCount } = await db.query('DELETE FROM schedules WHERE team_id = $1 AND id = $2', [teamId, id]);
  return rowCount === 1;
}
