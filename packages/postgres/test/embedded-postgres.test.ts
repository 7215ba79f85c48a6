/** Our own Postgres when things go wrong. Most of it is waiting: the tests wait side by side, each with a data directory of its own. */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { expect, test as plainTest } from 'vitest';
import { type EmbeddedPostgres, type EmbeddedPostgresOptions, startEmbeddedPostgres } from '../src/embedded-postgres.ts';

const start = (dir: string, options: EmbeddedPostgresOptions = {}) => startEmbeddedPostgres(dir, { settings: ['fsync=off'], ...options });

const test = plainTest.extend<{ dir: string; servers: EmbeddedPostgres[] }>({
  // biome-ignore lint/correctness/noEmptyPattern: the fixture needs no other
  dir: async ({}, use) => {
    const dir = mkdtempSync(join(tmpdir(), 'plimsoll-embedded-'));
    await use(dir);
    rmSync(dir, { recursive: true, force: true });
  },
  // Stopped before the directory goes: it depends on it.
  servers: async ({ dir: _ }, use) => {
    const servers: EmbeddedPostgres[] = [];
    await use(servers);
    for (const server of servers) await server.stop();
  },
}).concurrent;

async function ask<Row extends pg.QueryResultRow>(url: string, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

async function within<T>(ms: number, look: () => Promise<T>): Promise<T> {
  for (const end = Date.now() + ms; ; await sleep(50))
    try {
      return await look();
    } catch (error) {
      if (Date.now() > end) throw error;
    }
}

test('a server that is killed comes back at the same address with what was committed, and is still owned', async ({ dir, servers }) => {
  const said: string[] = [];
  const server = await start(dir, { say: (sentence) => said.push(sentence) });
  servers.push(server);
  await ask(server.url, 'CREATE TABLE kept AS SELECT 7 AS figure');
  const before = server.pid();
  process.kill(before, 'SIGKILL');
  expect(await within(20_000, () => ask(server.url, 'SELECT figure FROM kept'))).toEqual([{ figure: 7 }]);
  expect(server.pid()).not.toBe(before);
  expect(said).toEqual(['Postgres ended (SIGKILL) and is started again.']);
  await within(20_000, async () => expect(await isOwned(server.url)).toBe(true));
  await expect(start(dir)).rejects.toMatchObject({ code: 'in_use' });
  expect(readFileSync(join(dir, 'postgres.log'), 'utf8')).toContain('database system was interrupted');
});

test('a server that somebody else tells to stop comes back, though sessions are open', async ({ dir, servers }) => {
  const said: string[] = [];
  const server = await start(dir, { say: (sentence) => said.push(sentence), stoppingMs: 1000 });
  servers.push(server);
  const before = server.pid();
  process.kill(before, 'SIGTERM');
  await within(20_000, async () => expect(server.pid()).not.toBe(before));
  expect(await within(20_000, () => ask(server.url, 'SELECT 7 AS figure'))).toEqual([{ figure: 7 }]);
  expect(said).toEqual(['Postgres ended (exit 0) and is started again.']);
});

/** Does a session hold the lock of the owner? */
async function isOwned(url: string): Promise<boolean> {
  const rows = await ask(url.replace(/\/plimsoll$/, '/postgres'), "SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND granted");
  return rows.length > 0;
}

test('the lock of the owner outlives the session that held it', async ({ dir, servers }) => {
  const server = await start(dir);
  servers.push(server);
  await ask(server.url, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'plimsoll launcher'");
  await within(10_000, async () => expect(await isOwned(server.url)).toBe(true));
});

test('a server that cannot start again is lost, with the reason from its log', async ({ dir, servers }) => {
  const server = await start(dir, { mostStarts: 3 });
  servers.push(server);
  renameSync(join(dir, 'postgres', 'global', 'pg_control'), join(dir, 'taken-away'));
  process.kill(server.pid(), 'SIGKILL');
  const lost = await server.lost;
  expect(lost.code).toBe('did_not_start');
  expect(lost.message).toMatch(/could not .*pg_control|could not find the database system/);
  expect(lost.message).toContain(join(dir, 'postgres.log'));
});

test('a first start that is killed while it makes the directory leaves nothing that hinders the next', async ({ dir, servers }) => {
  const module = fileURLToPath(new URL('../src/embedded-postgres.ts', import.meta.url));
  const script = `import { startEmbeddedPostgres } from ${JSON.stringify(module)}; await startEmbeddedPostgres(${JSON.stringify(dir)});`;
  const hasBegun = () => readdirSync(dir).some((name) => name.startsWith('postgres.new-') && existsSync(join(dir, name, 'PG_VERSION')));
  const first = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: 'ignore' });
  const exit = new Promise((done) => first.once('exit', done));
  await within(30_000, async () => expect(hasBegun()).toBe(true));
  first.kill('SIGKILL');
  await exit;
  expect(existsSync(join(dir, 'postgres'))).toBe(false);
  const server = await start(dir);
  servers.push(server);
  expect(await ask(server.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
});

test('an empty password file is made anew, with the data as it was', async ({ dir, servers }) => {
  const first = await start(dir);
  await ask(first.url, 'CREATE TABLE kept AS SELECT 7 AS figure');
  await first.stop();
  truncateSync(join(dir, 'postgres-password'));
  const second = await start(dir);
  servers.push(second);
  expect(second.url).not.toBe(first.url);
  expect(await ask(second.url, 'SELECT figure FROM kept')).toEqual([{ figure: 7 }]);
});

test('half a data directory is refused with what to do', async ({ dir }) => {
  await (await start(dir)).stop();
  rmSync(join(dir, 'postgres', 'global', 'pg_control'));
  await expect(start(dir)).rejects.toMatchObject({ code: 'damaged', message: expect.stringContaining('restore it from a backup') });
  writeFileSync(join(dir, 'postgres-password'), '');
  await expect(start(dir)).rejects.toMatchObject({ code: 'damaged' });
});
