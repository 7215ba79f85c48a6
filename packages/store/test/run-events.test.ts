/** The end of each run is written once, in the transaction that ends it, and each reader is told of it. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { defaultImportCaps } from '@plimsoll/contracts/import-caps';
import { type TerminalState, terminalStates } from '@plimsoll/contracts/run';
import { unjudged } from '@plimsoll/contracts/validity';
import { openClockWatch } from '@plimsoll/store/clock-watch';
import { beginImport } from '@plimsoll/store/import-usage';
import { insertImportedRun } from '@plimsoll/store/imported-run';
import { purgeExpired } from '@plimsoll/store/purge';
import { claimRun } from '@plimsoll/store/run-claim';
import { markRunEndTold, type RunEnd, type RunEventReader, takeRunEnd } from '@plimsoll/store/run-events';
import { correctLostRun, type Finish, finishRun, reapLostRuns } from '@plimsoll/store/run-life';
import { readyShard } from '@plimsoll/store/run-shards';
import { deleteRun, requestStop } from '@plimsoll/store/runs';
import { stopAllLoad } from '@plimsoll/store/stop-all-load';
import { beforeEach, expect, test } from 'vitest';
import { environment, makePlan, queueRun, secretKey, useDatabase } from './support.ts';

const scene = useDatabase();
const reader: RunEventReader = 'lost_figures';
/** One that the product does not have: a later version brings it. */
const other = 'other' as RunEventReader;

const finish = (state: TerminalState): Finish => ({
  state,
  ending: { kind: 'timeOver', duration: '10s', requests: null },
  endReason: 'duration',
  summary: null,
  validity: { stamp: 'valid', reasons: [], ...unjudged },
  thresholds: [],
});

async function begun(): Promise<string> {
  const { id } = await queueRun(scene.db);
  await claimRun(scene.db, id, 1, 'w', secretKey);
  await readyShard(scene.db, { runId: id, attempt: 1, shard: 0 }, environment, 0);
  return id;
}

async function lost(): Promise<string> {
  const id = await begun();
  await scene.db.query(`UPDATE run_shards SET heartbeat_at = now() - interval '13 s' WHERE run_id = $1`, [id]);
  const clock = { ...openClockWatch(), isSteady: () => true, steadyMs: () => Number.POSITIVE_INFINITY };
  // A server that has just started gives up on nobody for 15 s.
  await expect.poll(async () => (await reapLostRuns(scene.db, [], clock)).map((run) => run.id), { timeout: 30_000 }).toContain(id);
  return id;
}

/** Runs of the ends that were written. */
async function listEnds(): Promise<string[]> {
  return (await scene.db.query<{ id: string }>('SELECT run_id AS id FROM run_events e ORDER BY e.id')).rows.map(({ id }) => id);
}

async function readAll(who: RunEventReader): Promise<RunEnd[]> {
  const told: RunEnd[] = [];
  for (let end = await takeRunEnd(scene.db, who); end; end = await takeRunEnd(scene.db, who)) {
    told.push(end);
    await markRunEndTold(scene.db, who, end);
  }
  return told;
}

/** As if the time for which an end is one reader's had gone by. */
const letGo = () => scene.db.query('UPDATE run_event_marks SET due_at = now() WHERE told_at IS NULL');

beforeEach(async () => {
  await scene.db.query('DELETE FROM runs');
  await scene.db.query(`INSERT INTO run_event_readers VALUES ($1) ON CONFLICT DO NOTHING`, [other]);
});

test.each(terminalStates)('a run that its worker ends as %s has one end', async (state) => {
  const id = await begun();
  expect(await listEnds()).toEqual([]);
  await Promise.all([1, 2, 3].map(() => finishRun(scene.db, id, 1, finish(state))));
  await requestStop(scene.db, 'red', id);
  expect(await listEnds()).toEqual([id]);
  expect(await takeRunEnd(scene.db, reader)).toMatchObject({ runId: id, teamId: 'red', attempt: 1, state });
});

test('so has one that is stopped while it waits, by itself or with all others', async () => {
  const stopped = (await queueRun(scene.db)).id;
  await requestStop(scene.db, 'red', stopped);
  await requestStop(scene.db, 'red', stopped);
  const [all, asked] = [(await queueRun(scene.db)).id, await begun()];
  await stopAllLoad(scene.db, { teamId: 'red' });
  expect(await listEnds()).toEqual([stopped, all]);
  await finishRun(scene.db, asked, 1, finish('stopped'));
  expect(await listEnds()).toEqual([stopped, all, asked]);
});

test('so has one that is given up on, also when its worker tells later how it ended', async () => {
  const id = await lost();
  expect(await listEnds()).toEqual([id]);
  expect(await correctLostRun(scene.db, { runId: id, attempt: 1, shard: 0 }, finish('control_lost'))).toBe(true);
  expect(await listEnds()).toEqual([id]);
  expect((await readAll(reader)).map(({ state }) => state)).toEqual(['control_lost']);
});

test('so has one that another tool made', async () => {
  const begunImport = await beginImport(scene.db, { teamId: 'red', caps: defaultImportCaps, bytes: 1 });
  const run = await insertImportedRun(scene.db, {
    teamId: 'red',
    userId: 'ann',
    plan: makePlan(),
    source: { tool: 'hey', perSecond: false, percentiles: 'exact' } as never,
    startedAt: null,
    durationMs: 1000,
    summary: {} as never,
    validity: { stamp: 'unwatched', reasons: [], ...unjudged },
    samples: [],
    importId: begunImport.id,
    caps: defaultImportCaps,
    secretKey,
  });
  expect(await listEnds()).toEqual([run.id]);
});

test('an end that is rolled back was never there', async () => {
  const id = await begun();
  const client = await scene.db.connect();
  await client.query('BEGIN');
  await finishRun(client, id, 1, finish('completed'));
  expect(await takeRunEnd(scene.db, reader)).toBeNull();
  await client.query('ROLLBACK');
  client.release();
  expect(await listEnds()).toEqual([]);
  expect(await takeRunEnd(scene.db, reader)).toBeNull();
});

test('each reader is told of each end once, however many processes read', async () => {
  const ids: string[] = [];
  for (let n = 0; n < 12; n++) {
    const id = (await queueRun(scene.db)).id;
    await requestStop(scene.db, 'red', id);
    ids.push(id);
  }
  const told = (await Promise.all([reader, reader, reader, reader].map(readAll))).flat();
  expect(told.map(({ runId }) => runId).toSorted()).toEqual(ids.toSorted());
  expect((await readAll(other)).map(({ runId }) => runId)).toEqual(ids);
  await letGo();
  expect([...(await readAll(reader)), ...(await readAll(other))]).toEqual([]);
});

test('a reader that is killed between its deed and its mark leaves the end to the next, after its time', async () => {
  const id = (await queueRun(scene.db)).id;
  await requestStop(scene.db, 'red', id);
  const killed = spawn(process.execPath, [join(import.meta.dirname, 'fixtures/killed-reader-main.ts'), scene.url], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [said] = (await once(killed.stdout, 'data')) as [Buffer];
  expect(said.toString().trim()).toBe(id);
  killed.kill('SIGKILL');
  await once(killed, 'exit');
  const { rows } = await scene.db.query('SELECT note FROM runs WHERE id = $1', [id]);
  expect(rows).toEqual([{ note: 'told ' }]);
  expect(await takeRunEnd(scene.db, reader)).toBeNull();
  await letGo();
  expect((await readAll(reader)).map(({ runId }) => runId)).toEqual([id]);
  await letGo();
  expect(await takeRunEnd(scene.db, reader)).toBeNull();
});

test('an end that no reader survives is given up on, and keeps no other from being told', async () => {
  const bad = (await queueRun(scene.db)).id;
  await requestStop(scene.db, 'red', bad);
  for (let tries = 0; tries < 10; tries++) {
    expect(await takeRunEnd(scene.db, reader)).toMatchObject({ runId: bad });
    await letGo();
  }
  const good = (await queueRun(scene.db)).id;
  await requestStop(scene.db, 'red', good);
  expect((await readAll(reader)).map(({ runId }) => runId)).toEqual([good]);
});

test('ends go with their runs, and 30 days later', async () => {
  const [kept, old, deleted] = [(await queueRun(scene.db)).id, (await queueRun(scene.db)).id, (await queueRun(scene.db)).id];
  for (const id of [kept, old, deleted]) await requestStop(scene.db, 'red', id);
  await scene.db.query(`UPDATE run_events SET at = now() - interval '31 days' WHERE run_id = $1`, [old]);
  expect(await deleteRun(scene.db, 'red', deleted)).toBe('deleted');
  expect((await purgeExpired(scene.db))?.runEvents).toBe(1);
  expect(await listEnds()).toEqual([kept]);
  expect((await readAll(reader)).map(({ runId }) => runId)).toEqual([kept]);
});
