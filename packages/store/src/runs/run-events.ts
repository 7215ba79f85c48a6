/**
 * The end of each run, for every reader that acts on it. A trigger writes it in the transaction that ends the run (migration 048),
 * with a mark for each reader. A reader that is killed between its deed and its mark is told again, so its deeds are idempotent.
 */
import type { TerminalState } from '@plimsoll/contracts/run';
import type { Db } from '../db.ts';
import { first } from '../query.ts';

/** Rows of `run_event_readers`. */
export type RunEventReader = 'lost_figures' | 'tellings';

/** The run as it stands now: an end may have been corrected since. */
export interface RunEnd {
  readonly eventId: string;
  readonly runId: string;
  readonly teamId: string;
  readonly attempt: number;
  readonly state: TerminalState;
  /** The id of the request that asked for it, where one did. */
  readonly requestId: string | null;
  /** The span in which it was asked for. */
  readonly traceParent: string | null;
}

/** A reader that says nothing for so long is taken for dead, and another is told. It waits longer after each try. */
const leaseSeconds = 30;
/** The most tries, half an hour altogether. An end that cannot be read is not tried for ever. */
const mostTries = 10;

/** The next end that the reader is to be told of; nobody else is told of it for half a minute. Null: there is none. */
export async function takeRunEnd(db: Db, reader: RunEventReader): Promise<RunEnd | null> {
  const { rows } = await db.query<RunEnd>(
    `WITH taken AS (
       UPDATE run_event_marks m SET tries = tries + 1, due_at = now() + (tries + 1) * ${leaseSeconds} * interval '1 s'
       FROM (SELECT event_id FROM run_event_marks WHERE reader = $1 AND told_at IS NULL AND due_at <= now() AND tries < ${mostTries}
             ORDER BY due_at LIMIT 1 FOR UPDATE SKIP LOCKED) next
       WHERE m.reader = $1 AND m.event_id = next.event_id RETURNING m.event_id
     )
     SELECT e.id AS "eventId", r.id AS "runId", r.team_id AS "teamId", e.attempt, r.state, r.request_id AS "requestId",
       r.trace_parent AS "traceParent"
     FROM taken JOIN run_events e ON e.id = taken.event_id JOIN runs r ON r.id = e.run_id`,
    [reader],
  );
  return first(rows);
}

export async function markRunEndTold(db: Db, reader: RunEventReader, { eventId }: Pick<RunEnd, 'eventId'>): Promise<void> {
  await db.query('UPDATE run_event_marks SET told_at = now() WHERE reader = $1 AND event_id = $2 AND told_at IS NULL', [reader, eventId]);
}
