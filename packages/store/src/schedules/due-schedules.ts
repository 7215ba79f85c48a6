/**
 * Schedules whose time has come. Several API processes look at once: the row's lock lets one of them take a due time, and the key of its outcome
 * keeps it from being taken twice. The load, the outcome and the next due time are one transaction, so a process that is killed leaves either all
 * or nothing, and another takes it up.
 */
import { countMissed, nextTimes } from '@plimsoll/contracts/cron';
import { activeStates } from '@plimsoll/contracts/run';
import { longestWaitMs, mostMissed, mostOutcomes, type PlantedDrill, type ScheduleReason } from '@plimsoll/contracts/schedule';
import type { Db, DbPool } from '../db.ts';
import { first, inTransaction, jsonText } from '../query.ts';
import { giveUpWaiting } from './schedules.ts';

export interface DueSchedule {
  readonly id: string;
  readonly teamId: string;
  readonly name: string;
  readonly planId: string | null;
  readonly experimentId: string | null;
  readonly cron: string;
  readonly timeZone: string;
  readonly tags: Readonly<Record<string, string>>;
  readonly drill: number | null;
  readonly authorId: string | null;
  /** The token that its author made it with; null: a person did. */
  readonly tokenId: string | null;
  readonly dueAt: Date;
  /** When this due time was first taken up. */
  readonly at: Date;
  /** Does it wait since then? */
  readonly waits: boolean;
  /** Of a drill by way of a relay: the run with nothing planted, once there is one. */
  readonly referenceRunId: string | null;
}

/** What became of a due time. */
export type Settled =
  | {
      readonly state: 'started';
      readonly runId: string | null;
      readonly experimentId: string | null;
      readonly targets: readonly string[];
      readonly drill: PlantedDrill | null;
    }
  /** `pauses`: the schedule starts nothing more, for this reason. */
  | {
      readonly state: 'waiting' | 'skipped';
      readonly reason: ScheduleReason;
      readonly pauses?: true;
      /** A drill's run with nothing planted that was started now. */
      readonly referenceRunId?: string;
    };

export interface Starter {
  /** Starts the load on the client of the transaction, or says why not. */
  start(client: Db, due: DueSchedule): Promise<Settled>;
  /** What an error of `start` says; all that it did is undone. Throws what is to be tried again. */
  refused(error: unknown, due: DueSchedule): Settled;
  /** Inside the transaction, after the outcome is written. */
  settled(client: Db, due: DueSchedule, settled: Settled, missed: number): Promise<void>;
}

const dueColumns = `s.id, s.team_id AS "teamId", s.name, s.plan_id AS "planId", s.experiment_id AS "experimentId", s.cron, s.time_zone AS "timeZone", s.tags, s.drill,
  s.author_id AS "authorId", s.token_id AS "tokenId"`;

async function attempt(client: Db, due: DueSchedule, starter: Starter): Promise<Settled> {
  await client.query('SAVEPOINT start_of_load');
  try {
    return await starter.start(client, due);
  } catch (error) {
    await client.query('ROLLBACK TO SAVEPOINT start_of_load');
    return starter.refused(error, due);
  }
}

const unreadable: ScheduleReason = { kind: 'refused', problem: 'unreadable' };

/** Null: its times cannot be read, as where this version knows its time zone no more. Others must not wait for it. */
function readTimes(due: DueSchedule, now: Date): { readonly next: Date | null; readonly missed: number } | null {
  try {
    const next = nextTimes(due, now > due.dueAt ? now : due.dueAt, 1)[0] ?? null;
    return { next, missed: countMissed(due, due.dueAt, now, mostMissed) };
  } catch {
    return null;
  }
}

/**
 * Takes one schedule that is due at `now` and starts its load once, however many times were missed. False: none is due, or another process has
 * it. A last load under way, or one that still waits, is not joined by another.
 */
export async function takeDueSchedule(db: DbPool, now: Date, starter: Starter): Promise<boolean> {
  return inTransaction(db, async (client) => {
    const { rows } = await client.query<Omit<DueSchedule, 'at' | 'waits' | 'referenceRunId'>>(
      `SELECT ${dueColumns}, s.next_due_at AS "dueAt" FROM schedules s WHERE s.paused_at IS NULL AND s.next_due_at <= $1
       ORDER BY s.next_due_at LIMIT 1 FOR UPDATE OF s SKIP LOCKED`,
      [now],
    );
    const taken = first(rows);
    if (!taken) return false;
    const due: DueSchedule = { ...taken, at: now, waits: false, referenceRunId: null };
    const times = readTimes(due, now);
    await client.query(
      `UPDATE schedules SET next_due_at = $2, paused_at = CASE WHEN $3 THEN now() END, pause_reason = CASE WHEN $3 THEN $4::jsonb END WHERE id = $1`,
      [due.id, times?.next ?? null, times === null, jsonText(unreadable)],
    );
    if (!times) return true;
    const { missed } = times;
    const last = await lastLoad(client, due.id);
    const { rowCount } = await client.query(
      `INSERT INTO schedule_outcomes (schedule_id, due_at, at, state, missed) VALUES ($1, $2, $3, 'waiting', $4) ON CONFLICT DO NOTHING`,
      [due.id, due.dueAt, now, missed],
    );
    // A clock was set back, and this time was taken before.
    if (rowCount === 0) return true;
    const settled: Settled = last ? { state: 'skipped', reason: { kind: last } } : await attempt(client, due, starter);
    await keepOutcome(client, due, settled, now);
    await forgetOldOutcomes(client, due.id);
    await starter.settled(client, due, settled, missed);
    return true;
  });
}

/** Due times that wait for their turn, those that wait longest first. */
export async function listWaiting(db: Db): Promise<{ scheduleId: string; dueAt: Date }[]> {
  const { rows } = await db.query<{ scheduleId: string; dueAt: Date }>(
    `SELECT schedule_id AS "scheduleId", due_at AS "dueAt" FROM schedule_outcomes WHERE state = 'waiting' ORDER BY at, due_at LIMIT 1000`,
  );
  return rows;
}

/** Tries one that waits again; it is given up after an hour. Does nothing where another process has it, or it waits no more. */
export async function takeWaiting(
  db: DbPool,
  { scheduleId, dueAt }: { readonly scheduleId: string; readonly dueAt: Date },
  now: Date,
  starter: Starter,
): Promise<void> {
  await inTransaction(db, async (client) => {
    const { rows } = await client.query<Omit<DueSchedule, 'waits'>>(
      `SELECT ${dueColumns}, o.due_at AS "dueAt", o.at, o.reference_run_id AS "referenceRunId" FROM schedule_outcomes o JOIN schedules s ON s.id = o.schedule_id
       WHERE o.schedule_id = $1 AND o.due_at = $2 AND o.state = 'waiting' FOR UPDATE SKIP LOCKED`,
      [scheduleId, dueAt],
    );
    const taken = first(rows);
    if (!taken) return;
    const due: DueSchedule = { ...taken, waits: true };
    const tried = await attempt(client, due, starter);
    // What runs for it is no waiting.
    const tooLong =
      tried.state === 'waiting' && tried.reason.kind !== 'drillReference' && now.getTime() - due.at.getTime() >= longestWaitMs;
    const settled: Settled = tooLong ? { ...tried, state: 'skipped' } : tried;
    await keepOutcome(client, due, settled, now);
    if (settled.state !== 'waiting') await starter.settled(client, due, settled, 0);
  });
}

async function keepOutcome(client: Db, due: DueSchedule, settled: Settled, now: Date): Promise<void> {
  const started = settled.state === 'started' ? settled : null;
  const reason = settled.state === 'started' ? null : settled.reason;
  await client.query(
    `UPDATE schedule_outcomes SET state = $3, reason = $4, run_id = $5, experiment_id = $6, targets = $7, drill = $8,
       reference_run_id = coalesce($9, reference_run_id)
     WHERE schedule_id = $1 AND due_at = $2`,
    [
      due.id,
      due.dueAt,
      settled.state,
      reason && jsonText(reason),
      started?.runId ?? null,
      started?.experimentId ?? null,
      started?.targets ?? [],
      started?.drill ? jsonText(started.drill) : null,
      (settled.state !== 'started' && settled.referenceRunId) || null,
    ],
  );
  if (settled.state === 'started' || !settled.pauses) return;
  await client.query('UPDATE schedules SET paused_at = $2, pause_reason = $3 WHERE id = $1', [due.id, now, jsonText(reason)]);
  await giveUpWaiting(client, due.id, settled.reason);
}

/** The newest load stays whatever its age: a start asks whether it is still under way. */
async function forgetOldOutcomes(client: Db, scheduleId: string): Promise<void> {
  await client.query(
    `DELETE FROM schedule_outcomes WHERE schedule_id = $1
       AND due_at < (SELECT due_at FROM schedule_outcomes WHERE schedule_id = $1 ORDER BY due_at DESC OFFSET $2 LIMIT 1)
       AND due_at <> (SELECT coalesce(max(due_at), '-infinity') FROM schedule_outcomes WHERE schedule_id = $1 AND state = 'started')`,
    [scheduleId, mostOutcomes - 1],
  );
}

const underWay = `(EXISTS (SELECT FROM runs r WHERE r.id = o.run_id AND r.state = ANY($2))
  OR EXISTS (SELECT FROM experiments x WHERE x.id = o.experiment_id AND x.state IN ('queued', 'running', 'stopping')))`;

/** Is what the schedule started last still under way, or does it still wait? */
async function lastLoad(client: Db, scheduleId: string): Promise<'lastRuns' | 'lastWaits' | null> {
  const { rows } = await client.query<{ state: 'started' | 'waiting' }>(
    `SELECT o.state FROM schedule_outcomes o WHERE o.schedule_id = $1 AND (o.state = 'waiting' OR (o.state = 'started' AND ${underWay})) LIMIT 1`,
    [scheduleId, activeStates],
  );
  const found = first(rows);
  return found && (found.state === 'waiting' ? 'lastWaits' : 'lastRuns');
}

/**
 * Locks these targets (host and port) against other schedules until the end of the transaction. False: something that a schedule started loads
 * one of them now, of whichever team: the target is one.
 */
export async function lockTargets(client: Db, targets: readonly string[]): Promise<boolean> {
  for (const target of [...targets].sort())
    await client.query(`SELECT pg_advisory_xact_lock(hashtextextended($1, 7))`, [`scheduled load of ${target}`]);
  const { rows } = await client.query(
    `SELECT FROM runs r WHERE r.state = ANY($2) AND r.target_host = ANY($1) AND EXISTS (SELECT FROM schedule_outcomes o WHERE r.id IN (o.run_id, o.reference_run_id))
     UNION ALL
     SELECT FROM experiments x JOIN schedule_outcomes o ON o.experiment_id = x.id WHERE x.state IN ('queued', 'running', 'stopping') AND o.targets && $1
     LIMIT 1`,
    [targets, activeStates],
  );
  return rows.length === 0;
}

/** The moment by the database's clock, by which all processes tell due times. */
export async function databaseTime(db: Db): Promise<Date> {
  const { rows } = await db.query<{ now: Date }>('SELECT now()');
  return first(rows)?.now ?? new Date();
}

export interface DrillOfRun {
  readonly scheduleId: string;
  readonly name: string;
  readonly planId: string | null;
  readonly dueAt: Date;
  /** The run by way of the same relay with nothing planted; null: the drill is held against its plan's baseline. */
  readonly referenceRunId: string | null;
}

/** The drill that this run is a part of, with its plan; null: it is none. */
export async function drillOfRun(db: Db, runId: string): Promise<DrillOfRun | null> {
  const { rows } = await db.query<DrillOfRun>(
    `SELECT s.id AS "scheduleId", s.name, s.plan_id AS "planId", o.due_at AS "dueAt", o.reference_run_id AS "referenceRunId"
     FROM schedule_outcomes o JOIN schedules s ON s.id = o.schedule_id WHERE (o.run_id = $1 AND o.drill IS NOT NULL) OR o.reference_run_id = $1`,
    [runId],
  );
  return first(rows);
}

/** Was the time before this one skipped, too? */
export async function wasSkippedBefore(client: Db, { id, dueAt }: Pick<DueSchedule, 'id' | 'dueAt'>): Promise<boolean> {
  const { rows } = await client.query<{ state: string }>(
    'SELECT state FROM schedule_outcomes WHERE schedule_id = $1 AND due_at < $2 ORDER BY due_at DESC LIMIT 1',
    [id, dueAt],
  );
  return first(rows)?.state === 'skipped';
}
