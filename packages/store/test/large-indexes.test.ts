/** Indexes that are made beside the migrations. */
import { makeLargeIndexes } from '@plimsoll/store/large-indexes';
import { expect, test } from 'vitest';
import { queueRun, useDatabase } from './support.ts';

const scene = useDatabase();
const names = ['runs_completed_idx'];

async function listValid(): Promise<string[]> {
  const { rows } = await scene.db.query<{ name: string }>(
    'SELECT w.name FROM unnest($1::text[]) AS w(name) JOIN pg_index i ON i.indexrelid = to_regclass(w.name) WHERE i.indisvalid ORDER BY 1',
    [names],
  );
  return rows.map(({ name }) => name);
}

test('a new database has them from its migrations, and nothing is made again', async () => {
  expect(await listValid()).toEqual(names);
  expect(await makeLargeIndexes(scene.db)).toEqual([]);
});

test('missing and half-made ones are made', async () => {
  const damages = [
    'DROP INDEX runs_completed_idx',
    `UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'runs_completed_idx'::regclass`,
  ];
  for (const damage of damages) {
    await scene.db.query(damage);
    expect(await makeLargeIndexes(scene.db)).toEqual(names);
    expect(await listValid()).toEqual(names);
  }
});

test('nobody who writes runs waits while one is made', async () => {
  await scene.db.query('DROP INDEX runs_completed_idx');
  const slow = await scene.db.connect();
  await slow.query('BEGIN');
  await queueRun(slow);
  // Waits for the transaction that has not ended.
  const making = makeLargeIndexes(scene.db);
  const waits = async () =>
    (
      await scene.db.query(
        `SELECT FROM pg_stat_activity WHERE query LIKE 'CREATE INDEX CONCURRENTLY%' AND wait_event_type = 'Lock' AND datname = current_database()`,
      )
    ).rowCount;
  await expect.poll(waits, { timeout: 10_000 }).toBe(1);
  // Runs are inserted one at a time, which the slow one holds; a heartbeat is a write of this table, too.
  await scene.db.query('UPDATE runs SET heartbeat_at = now()');
  await slow.query('COMMIT');
  slow.release();
  expect(await making).toEqual(names);
});
