/** Behind a real PgBouncer in transaction mode: no connection is a session. */
import { once } from 'node:events';
import { api } from '@plimsoll/contracts/paths';
import { isTerminal, type Run } from '@plimsoll/contracts/run';
import { openPool } from '@plimsoll/store/database';
import { migrate } from '@plimsoll/store/migrate';
import { startApiProcess } from '@plimsoll/testbed/api-process';
import { putTeam, putToken } from '@plimsoll/testbed/people';
import { throwawayDatabase } from '@plimsoll/testbed/postgres';
import { startRedis } from '@plimsoll/testbed/redis';
import { hasPgBouncer, startPgBouncer } from '@plimsoll/testbed/servers/pgbouncer';
import { until } from '@plimsoll/testbed/until';
import { startWitness } from '@plimsoll/testbed/witness';
import { expect, onTestFinished, test } from 'vitest';
import { secretKey, startWorkerProcess } from './support.ts';

const sessions = 6;

async function openPooled(kept = sessions): Promise<{ url: string; direct: string }> {
  const database = await throwawayDatabase();
  const bouncer = await startPgBouncer(database.url, kept);
  onTestFinished(async () => {
    await bouncer.stop();
    await database.drop();
  });
  return { url: bouncer.url, direct: database.url };
}

test.runIf(hasPgBouncer())('several APIs and a worker start at once on an empty database, and a run completes', async () => {
  const { url, direct } = await openPooled();
  const redis = await startRedis();
  onTestFinished(() => redis.stop());
  const witness = await startWitness();
  onTestFinished(() => witness.close());
  const environment = { DATABASE_URL: url, REDIS_URL: redis.url, PLIMSOLL_SECRET_KEY: secretKey };
  const worker = startWorkerProcess(url, { REDIS_URL: redis.url });
  onTestFinished(() => void worker.kill('SIGKILL'));
  const apis = await Promise.all(Array.from({ length: 4 }, () => startApiProcess(environment)));
  onTestFinished(() => {
    for (const { child } of apis) child.kill('SIGKILL');
  });
  const db = openPool(direct);
  onTestFinished(() => db.end());
  await putTeam(db, 'team-1');
  const token = await putToken(db, { teamId: 'team-1', userId: 'owner-1', role: 'owner', scope: 'write' });
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const ask = async <Answer>(nth: number, path: string, init: RequestInit = {}): Promise<Answer> => {
    const answer = await fetch(`${apis[nth % apis.length]?.origin}${path}`, { headers, ...init });
    expect(answer.status, path).toBeLessThan(300);
    return answer.json() as Promise<Answer>;
  };
  const plan = {
    version: 1,
    name: 'pooled',
    target: { url: witness.url },
    load: { model: 'open', rate: 50, duration: '3s', maxConnections: 10 },
  };
  const { id } = await ask<Run>(0, api.runs, { method: 'POST', body: JSON.stringify({ plan }) });
  let asked = 0;
  const run = await until(
    'the run is over',
    60_000,
    () => ask<Run>(++asked, `${api.runs}/${id}`),
    ({ state }) => isTerminal(state),
  );
  expect(run).toMatchObject({ state: 'completed', summary: { done: 150 } });
  expect(await witness.counts()).toMatchObject({ answered: 150 });

  // Nobody left a time-out of its own, or a lock, in a session that others are given.
  const pooled = openPool(url, { max: sessions });
  onTestFinished(() => pooled.end());
  const held = await Promise.all(
    Array.from({ length: sessions }, () => pooled.query(`SELECT current_setting('statement_timeout') AS ms, pg_sleep(0.3)`)),
  );
  expect(new Set(held.map(({ rows }) => rows[0].ms))).toEqual(new Set(['0']));
  const locked = async () =>
    (
      await db.query(
        `SELECT FROM pg_locks WHERE locktype = 'advisory' AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
      )
    ).rowCount;
  await until('no lock of a session is left', 10_000, locked, (count) => count === 0);
});

test.runIf(hasPgBouncer())('a start that gets no connection from the pooler says that it waits, and then goes on', async () => {
  const { url } = await openPooled(1);
  const db = openPool(url, { max: 1 });
  onTestFinished(() => db.end());
  const holder = await db.connect();
  await holder.query('BEGIN');
  const said: string[] = [];
  const migrated = migrate(url, undefined, { onWait: (sentence) => said.push(sentence) });
  await until(
    'it says so',
    20_000,
    () => said.length,
    (count) => count > 0,
  );
  expect(said[0]).toBe('The database, or the pooler in front of it, does not answer. Waiting for it.');
  await holder.query('COMMIT');
  holder.release();
  expect((await migrated).applied.length).toBeGreaterThan(30);
});

test.runIf(hasPgBouncer())('without Redis the API and the worker say in a sentence that it is needed', async () => {
  const { url } = await openPooled();
  const refused = async (start: string) => {
    const { spawn } = await import('node:child_process');
    const child = spawn(process.execPath, [start], {
      cwd: new URL('../..', import.meta.url),
      env: { PATH: process.env.PATH, DATABASE_URL: url, PLIMSOLL_SECRET_KEY: secretKey, PLIMSOLL_LOG: 'silent', PORT: '0' },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let said = '';
    child.stderr.on('data', (text) => (said += text));
    const [code] = await once(child, 'exit');
    return { code, said };
  };
  const words = 'Redis is needed: DATABASE_URL leads through a connection pooler';
  expect(await refused('apps/api/src/main.ts')).toEqual({ code: 1, said: expect.stringContaining(`The API cannot start: ${words}`) });
  expect(await refused('workers/src/main.ts')).toEqual({ code: 1, said: expect.stringContaining(`The worker cannot start: ${words}`) });
});
