/** The processes that may go on while a database is brought to a newer schema. */
import { cpSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate, migrationsDir } from '@plimsoll/store/migrate';
import { readUpgrade, refuseWorkersOfBefore, requireSchema } from '@plimsoll/store/upgrade';
import { workerSeen } from '@plimsoll/store/workers-online';
import { throwawayDatabase } from '@plimsoll/testbed/postgres';
import { expect, test } from 'vitest';
import { openDatabase } from './support.ts';

const worker = { hostname: 'here', version: '0.3.0', pid: 1, concurrency: 1, cores: 2, threads: 1, labels: [], startedAt: new Date() };

/** The migrations of a version to come, which brings this one too. */
function laterVersion(file: string, sql: string): string {
  const dir = mkdtempSync(join(tmpdir(), 'plimsoll-later-'));
  cpSync(migrationsDir, dir, { recursive: true });
  writeFileSync(join(dir, file), sql);
  return dir;
}

test('an empty database asks for nobody to be stopped', async () => {
  const { url, drop } = await throwawayDatabase();
  const { pending, workers } = await readUpgrade(url);
  expect({ first: pending[0], workers }).toEqual({ first: { name: '001_accounts', kind: 'expand' }, workers: [] });
  await refuseWorkersOfBefore(url);
  await drop();
});

test('after a step that only adds, this version goes on with the schema of the next; after one that takes away, only where it was made for it', async () => {
  const steps = [
    ['999_more.sql', 'alter table runs add column colour text;', true],
    ['999_less.sql', '-- contract after 045_upgrades: nobody uses it any more\ndrop table badges;', true],
    ['999_else.sql', 'drop table badges;', false],
  ] as const;
  for (const [file, sql, goesOn] of steps) {
    const { url, close } = await openDatabase();
    expect((await migrate(url, laterVersion(file, sql))).applied).toEqual([file.slice(0, -4)]);
    const start = Promise.all([migrate(url), requireSchema(url)]);
    if (goesOn) await start;
    else await expect(start, file).rejects.toMatchObject({ code: 'newer_schema', values: { migration: '999_else' } });
    await close();
  }
});

test('a worker that could not go on is named, and stands in the way until it is gone', async () => {
  const { db, url, close } = await openDatabase();
  await workerSeen(db, { ...worker, id: 'present' });
  await workerSeen(db, { ...worker, id: 'former' });
  await db.query(`UPDATE workers_online SET migration = NULL WHERE id = 'former'`);
  // As if the last steps of this version, one of which takes away, were still to come.
  const contract = laterVersion('999_less.sql', '-- contract after 045_upgrades\ndrop table badges;');
  const more = laterVersion('999_more.sql', 'alter table runs add column colour text;');
  expect((await readUpgrade(url, more)).workers.map(({ id, goesOn }) => [id, goesOn])).toEqual([
    ['former', true],
    ['present', true],
  ]);
  await refuseWorkersOfBefore(url, more);
  expect((await readUpgrade(url, contract)).workers.map(({ id, goesOn }) => [id, goesOn])).toEqual([
    ['former', false],
    ['present', true],
  ]);
  await expect(refuseWorkersOfBefore(url, contract)).rejects.toMatchObject({
    code: 'workers_of_before',
    message: 'The migration "999_less" removes something that workers of an older version still use. Stop these first: former (0.3.0).',
  });
  await db.query(`UPDATE workers_online SET seen_at = now() - interval '13 s' WHERE id = 'former'`);
  await refuseWorkersOfBefore(url, contract);
  await close();
});
