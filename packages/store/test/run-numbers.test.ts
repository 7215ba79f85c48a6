/** Runs are counted per team: numbers of new runs, of runs of before the numbers, and of imports. */
import { copyFileSync, mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openPool } from '@plimsoll/store/database';
import type { Db, DbPool } from '@plimsoll/store/db';
import { listRuns } from '@plimsoll/store/list-runs';
import { migrate, migrationsDir } from '@plimsoll/store/migrate';
import { findRunByNumber, numberEarlierRuns } from '@plimsoll/store/run-numbers';
import { deleteRun, findRun, requestStop } from '@plimsoll/store/runs';
import { putTeam } from '@plimsoll/testbed/people';
import { throwawayDatabase } from '@plimsoll/testbed/postgres';
import { expect, test } from 'vitest';
import { makePlan, openDatabase, queueRun } from './support.ts';

const numberOf = async (db: Db, id: string) => (await findRun(db, 'red', id))?.number;

/** As they stood before the migration, in the order of their creation. */
async function insertUnnumbered(db: DbPool, teamId: string, runs: number): Promise<string[]> {
  await db.query('ALTER TABLE runs DISABLE TRIGGER runs_number');
  const { rows } = await db.query<{ id: string }>(
    `INSERT INTO runs (id, team_id, plan, name, state) SELECT gen_random_uuid(), $1, $3, 'of before', 'completed' FROM generate_series(1, $2)
     RETURNING id, ordinal`,
    [teamId, runs, JSON.stringify(makePlan())],
  );
  await db.query('ALTER TABLE runs ENABLE TRIGGER runs_number');
  return rows.map(({ id }) => id);
}

test('each team counts from 1, many at once get a number each, and no number comes twice', async () => {
  const { db, close } = await openDatabase();
  const runs = await Promise.all(Array.from({ length: 20 }, () => queueRun(db)));
  expect(runs.map(({ number }) => number).sort((a, b) => (a ?? 0) - (b ?? 0))).toEqual(Array.from({ length: 20 }, (_, at) => at + 1));
  expect((await queueRun(db, { teamId: 'blue' })).number).toBe(1);
  const last = runs.find(({ number }) => number === 20);
  await requestStop(db, 'red', last?.id ?? '');
  expect(await deleteRun(db, 'red', last?.id ?? '')).toBe('deleted');
  expect(await findRunByNumber(db, 'red', 20)).toBeNull();
  expect((await queueRun(db)).number).toBe(21);
  const seventh = runs.find(({ number }) => number === 7);
  expect(await findRunByNumber(db, 'red', 7)).toBe(seventh?.id);
  expect(await findRunByNumber(db, 'blue', 7)).toBeNull();
  const listed = await listRuns(db, 'red', { limit: 50 });
  expect(listed.items.map(({ number }) => number)).toContain(7);
  const found = async (search: string) => (await listRuns(db, 'red', { search, limit: 50 })).items.map(({ number }) => number);
  expect(await found('#7')).toEqual([7]);
  expect(await found('#22')).toEqual([]);
  await close();
});

test('a run that is not inserted in the end takes no number with it', async () => {
  const { db, close } = await openDatabase();
  const client = await db.connect();
  await client.query('BEGIN');
  expect((await queueRun(client)).number).toBe(1);
  await client.query('ROLLBACK');
  client.release();
  expect((await queueRun(db)).number).toBe(1);
  await close();
});

test('the runs of before get the first numbers in the order of their creation, while new ones get the next', async () => {
  const { db, url, close } = await openDatabase();
  const before = await insertUnnumbered(db, 'red', 4500);
  const blue = await insertUnnumbered(db, 'blue', 3);
  expect(await numberOf(db, before[0] ?? '')).toBeNull();
  // Asked for before anything else was numbered.
  expect((await queueRun(db)).number).toBe(4501);
  await deleteRun(db, 'red', before[1] ?? '');
  const other = openPool(url, { max: 2 });
  const launched: (number | null)[] = [];
  const launching = async () => {
    for (let n = 0; n < 10; n += 1) launched.push((await queueRun(db)).number);
  };
  await Promise.all([numberEarlierRuns(db), numberEarlierRuns(other), launching()]);
  await other.end();
  expect(launched).toEqual(Array.from({ length: 10 }, (_, at) => 4502 + at));
  expect([await numberOf(db, before[0] ?? ''), await numberOf(db, before[2] ?? ''), await numberOf(db, before[4499] ?? '')]).toEqual([
    1, 2, 4499,
  ]);
  const { rows } = await db.query<{ ordered: boolean; missing: number }>(
    `SELECT bool_and(number > coalesce(earlier, 0)) AS ordered, count(*) FILTER (WHERE number IS NULL)::int AS missing
     FROM (SELECT n.number, lag(n.number) OVER (ORDER BY r.ordinal) AS earlier FROM runs r LEFT JOIN run_numbers n ON n.run_id = r.id WHERE r.team_id = 'red') AS all_runs`,
  );
  expect(rows).toEqual([{ ordered: true, missing: 0 }]);
  expect((await db.query('SELECT FROM run_numbers WHERE run_id = ANY($1) AND number <= 3', [blue])).rowCount).toBe(3);
  // Nothing is left to do, and nobody who starts does it again.
  await numberEarlierRuns(db);
  expect((await queueRun(db, { teamId: 'blue' })).number).toBe(4);
  await close();
});

test('a short history is numbered by the migration itself', async () => {
  const before = mkdtempSync(join(tmpdir(), 'plimsoll-unnumbered-'));
  for (const file of readdirSync(migrationsDir)) if (file < '054') copyFileSync(join(migrationsDir, file), join(before, file));
  const { url, drop } = await throwawayDatabase();
  await migrate(url, before);
  const db = openPool(url, { max: 2 });
  await putTeam(db, 'red', 'Red');
  await db.query(
    `INSERT INTO runs (id, team_id, plan, name, state) SELECT gen_random_uuid(), 'red', $1, 'of before', 'completed' FROM generate_series(1, 5)`,
    [JSON.stringify(makePlan())],
  );
  await migrate(url);
  expect((await listRuns(db, 'red', { limit: 5 })).items.map(({ number }) => number)).toEqual([5, 4, 3, 2, 1]);
  await db.end();
  await drop();
});

test('an import that writes its samples holds nobody up, and has its number when it is whole', async () => {
  const { db, close } = await openDatabase();
  await queueRun(db);
  const client = await db.connect();
  await client.query('BEGIN');
  const { rows } = await client.query<{ id: string }>(
    `INSERT INTO runs (id, team_id, plan, name, state, source) VALUES (gen_random_uuid(), 'red', $1, 'k6', 'running', '{}') RETURNING id`,
    [JSON.stringify(makePlan())],
  );
  const id = rows[0]?.id ?? '';
  expect((await queueRun(db)).number).toBe(2);
  await client.query(`UPDATE runs SET state = 'completed', ended_at = now() WHERE id = $1`, [id]);
  await client.query('COMMIT');
  client.release();
  expect(await numberOf(db, id)).toBe(3);
  await close();
});
