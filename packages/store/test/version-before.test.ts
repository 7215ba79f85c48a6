/**
 * A rolling upgrade: processes of the version before go on with this version's schema. That version's statements
 * to Postgres are kept as its own tests made it send them (`scripts/record-statements.ts`).
 */
import { openPool } from '@plimsoll/store/database';
import { expect, test } from 'vitest';
import { goesOn } from '../src/schema/migration-kind.ts';
import { listKnownMigrations } from '../src/schema/schema-state.ts';
import before from './fixtures/version-before.json' with { type: 'json' };
import { openDatabase } from './support.ts';

/** The error of Postgres for each statement that it no longer understands. */
async function listRefused(url: string): Promise<string[]> {
  const pool = openPool(url, { max: 1 });
  const refused: string[] = [];
  for (const text of before.statements) {
    const said = await pool.query(`PREPARE one AS ${text}`).then(
      () => pool.query('DEALLOCATE one').then(() => null),
      (error: Error) => error.message,
    );
    if (said !== null) refused.push(`${said}: ${text.slice(0, 200)}`);
  }
  await pool.end();
  return refused;
}

/** Columns that a row needs and an INSERT of before does not name. */
async function listMissing(url: string): Promise<string[]> {
  const pool = openPool(url, { max: 1 });
  const { rows } = await pool.query<{ table: string; name: string }>(
    `SELECT table_name AS table, column_name AS name FROM information_schema.columns
     WHERE table_schema = 'public' AND is_nullable = 'NO' AND column_default IS NULL AND is_generated = 'NEVER' AND is_identity = 'NO'`,
  );
  await pool.end();
  const inserts = before.statements.flatMap((text) => [...text.matchAll(/insert into "?(\w+)"? ?\(([^)]*)\)/gi)]);
  return inserts.flatMap(([, table, columns = '']) => {
    const named = new Set(columns.split(',').map((column) => column.replaceAll('"', '').trim()));
    return rows.filter((row) => row.table === table && !named.has(row.name)).map(({ name }) => `${table}.${name}`);
  });
}

test('every statement of the version before is understood, and every row it inserts is taken', async () => {
  const { url, close } = await openDatabase();
  expect(before.statements.length).toBeGreaterThan(250);
  expect(await listRefused(url)).toEqual([]);
  expect(await listMissing(url)).toEqual([]);
  await close();
});

test('a schema that takes something away from it, or asks for more, is noticed', async () => {
  const { db, url, close } = await openDatabase();
  await db.query('ALTER TABLE runs RENAME COLUMN note TO remark; ALTER TABLE plans ADD COLUMN colour text NOT NULL');
  expect((await listRefused(url)).join()).toContain('column "note"');
  expect(await listMissing(url)).toContain('plans.colour');
  await close();
});

test('every migration since then is one that it goes on with', async () => {
  const since = (await listKnownMigrations()).filter(({ name }) => name > before.migration);
  expect(since.length).toBeGreaterThan(0);
  const stops = since.filter(({ kind }) => !goesOn(kind, (name) => name <= before.migration)).map(({ name, kind }) => `${name}: ${kind}`);
  expect(stops).toEqual([]);
});
