/** Samples stand in one part a month: parts are made ahead of time, and one that is no longer wanted goes at once, after what is kept was moved. */
import type { RetentionFreed } from '@plimsoll/contracts/retention';
import { terminalStates } from '@plimsoll/contracts/run';
import type { Db, DbPool } from '../db.ts';
import { first, inTransaction } from '../query.ts';
import { dueOfRun } from './due-runs.ts';
import { measureDropped } from './measure-due.ts';

/** The part that is never dropped: of what was there before samples stood by month, and of kept runs whose month went. */
const lastingMonth = '1970-01-01';
/** The largest share of a month's samples that is moved so that the rest can go at once. Where more are kept, runs are freed one by one. */
const mostMoved = 0.1;
const batch = 1000;

/** Whoever waits for a table longer than this gives way, and tries again next time: others wait behind it. */
const patience = `SET LOCAL lock_timeout = '2s'`;

/** This month and the next two, as of `today`. A run finds a place without them, too: in the newest month that has parts. */
export async function makeSampleMonths(db: DbPool, today: Date): Promise<void> {
  const missing = `SELECT month::date FROM generate_series(date_trunc('month', $1::timestamp), $1::timestamp + interval '2 months', '1 month') AS month
    WHERE month::date NOT IN (SELECT month FROM sample_months)`;
  const values = [today.toISOString().slice(0, 10)];
  if ((await db.query(missing, values)).rowCount === 0) return;
  await inTransaction(db, async (client) => {
    await client.query(patience);
    await client.query(`INSERT INTO sample_months ${missing} ON CONFLICT DO NOTHING`, values);
  });
}

/** Months that are over, and of which nobody wants more than a little. */
export async function listUnwantedMonths(db: Db): Promise<string[]> {
  const { rows } = await db.query<{ month: string }>(
    `SELECT m.month::text FROM sample_months m
     LEFT JOIN runs r ON r.sample_month = m.month AND r.sample_seconds > 0 LEFT JOIN teams t ON t.id = r.team_id
     WHERE m.month > '${lastingMonth}' AND m.month < current_sample_month() GROUP BY m.month
     HAVING coalesce(sum(r.last_sequence) FILTER (WHERE (${dueOfRun}) IS DISTINCT FROM 'drop'), 0) <= ${mostMoved} * coalesce(sum(r.last_sequence), 0)
       AND coalesce(bool_and(r.state = ANY($1)), true) ORDER BY 1`,
    [terminalStates],
  );
  return rows.map(({ month }) => month);
}

/** Runs of the month that have samples and of which that is due, or anything else. */
async function listRuns(db: Db, month: string, which: '=' | 'IS DISTINCT FROM'): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    `SELECT r.id FROM runs r JOIN teams t ON t.id = r.team_id
     WHERE r.sample_month = $1 AND r.sample_seconds > 0 AND (${dueOfRun}) ${which} 'drop' LIMIT ${batch}`,
    [month],
  );
  return rows.map(({ id }) => id);
}

/** The run and all its samples, to the part that stays. */
async function moveRun(db: Db, id: string, month: string): Promise<void> {
  await inTransaction(db, async (client) => {
    await client.query('SELECT FROM runs WHERE id = $1 FOR UPDATE', [id]);
    const move = (table: string) =>
      client.query(`UPDATE ${table} SET month = '${lastingMonth}' WHERE run_id = $1 AND month = $2`, [id, month]);
    await move('samples');
    await move('sample_requests');
    await client.query(`UPDATE runs SET sample_month = '${lastingMonth}' WHERE id = $1 AND sample_month = $2`, [id, month]);
  });
}

/** Says of runs that their samples are gone, if that is still due of them. */
async function giveUp(db: Db, ids: readonly string[]): Promise<void> {
  await inTransaction(db, async (client) => {
    await client.query('SELECT FROM runs WHERE id = ANY($1) ORDER BY id FOR UPDATE', [ids]);
    const { rows } = await client.query<{ id: string }>(
      `SELECT r.id FROM runs r JOIN teams t ON t.id = r.team_id WHERE r.id = ANY($1) AND (${dueOfRun}) = 'drop'`,
      [ids],
    );
    const due = rows.map(({ id }) => id);
    await client.query('DELETE FROM measured_runs WHERE run_id = ANY($1)', [due]);
    await client.query('UPDATE runs SET sample_seconds = 0 WHERE id = ANY($1)', [due]);
  });
}

/** Takes the month's tables away, unless a run has samples in them. False: one has, and the month stays. */
export async function dropEmptyMonth(db: Db, month: string): Promise<boolean> {
  return inTransaction(db, async (client) => {
    await client.query(patience);
    const { rows } = await client.query<{ wanted: boolean }>(
      'SELECT EXISTS (SELECT FROM runs WHERE sample_month = $1 AND sample_seconds > 0) AS wanted',
      [month],
    );
    if (first(rows)?.wanted !== false) return false;
    await client.query('DELETE FROM sample_months WHERE month = $1', [month]);
    return true;
  });
}

/**
 * Frees a month that `listUnwantedMonths` named, in pieces: what is kept moves to the part that stays, the other runs keep their figures alone, and
 * the tables go at once. With an archive no run gives up its samples here: a month in which one has yet to be moved stays. Answers what became free, by team. Throws where another holds the tables: the next pass goes on from there.
 */
export async function dropMonth(db: DbPool, month: string, signal: AbortSignal): Promise<Map<string, RetentionFreed>> {
  const moves = db.objects !== undefined;
  if (moves && (await listRuns(db, month, '=')).length > 0) return new Map();
  const freed = await measureDropped(db, month);
  const eachBatch = async (which: '=' | 'IS DISTINCT FROM', work: (ids: readonly string[]) => Promise<void>) => {
    for (let ids = await listRuns(db, month, which); ids.length > 0 && !signal.aborted; ids = await listRuns(db, month, which))
      await work(ids);
  };
  await eachBatch('IS DISTINCT FROM', async (ids) => {
    for (const id of ids) if (!signal.aborted) await moveRun(db, id, month);
  });
  if (!moves) await eachBatch('=', (ids) => giveUp(db, ids));
  if (!signal.aborted) await dropEmptyMonth(db, month);
  return signal.aborted ? new Map() : freed;
}
