/** A disk that is full, told by Postgres itself: a trigger and an event trigger raise what it raises then. */
import { api } from '@plimsoll/contracts/paths';
import { tryToWrite } from '@plimsoll/store/storage-watch';
import { expect, test } from 'vitest';
import { makeAsk } from '../support/asking.ts';
import { useApi } from '../support/scene.ts';

const { test: scene, boss } = useApi();
const plan = { version: 1, name: 'p', target: { url: 'http://127.0.0.1:1/' }, load: { model: 'closed', connections: 1, requests: 1 } };
const health = async () => (await makeAsk(scene.app, {})<{ storage: string; status: string }>('GET', api.health)).body;
const run = (sql: string) => scene.context.db.query(sql);

test('health names a full disk from the write that failed for it until one succeeds', async () => {
  expect(await health()).toMatchObject({ storage: 'ok' });
  await run(
    `CREATE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'could not extend file' USING ERRCODE = '53100'; END $$`,
  );
  await run('CREATE TRIGGER no_room BEFORE INSERT ON plans FOR EACH ROW EXECUTE FUNCTION no_room()');
  expect((await boss('POST', api.plans, { plan })).status).toBe(503);
  expect(await health()).toMatchObject({ storage: 'full', status: 'degraded' });
  // Reading goes on, and says nothing about room.
  expect((await boss('GET', api.plans)).status).toBe(200);
  expect(await health()).toMatchObject({ storage: 'full' });
  await run('DROP TRIGGER no_room ON plans');
  expect((await boss('POST', api.plans, { plan })).status).toBe(201);
  expect(await health()).toMatchObject({ storage: 'ok' });
});

test('where nobody writes, a trial does, and leaves nothing', async () => {
  await run(
    `CREATE FUNCTION no_table() RETURNS event_trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'could not extend file' USING ERRCODE = '53100'; END $$`,
  );
  await run(`CREATE EVENT TRIGGER no_table ON ddl_command_start WHEN TAG IN ('CREATE TABLE') EXECUTE FUNCTION no_table()`);
  await expect(tryToWrite(scene.context.db)).rejects.toThrow('could not extend');
  expect(await health()).toMatchObject({ storage: 'full' });
  await run('DROP EVENT TRIGGER no_table');
  await tryToWrite(scene.context.db);
  expect(await health()).toMatchObject({ storage: 'ok' });
  const { rows } = await run(`SELECT relname FROM pg_class WHERE relname = 'storage_trial'`);
  expect(rows).toEqual([]);
});
