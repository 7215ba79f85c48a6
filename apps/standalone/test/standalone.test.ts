import { execFile } from 'node:child_process';
import { copyFileSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { freePort } from '@plimsoll/testbed/free-port';
import { throwawayDatabase } from '@plimsoll/testbed/postgres';
import { startRedis } from '@plimsoll/testbed/redis';
import { until } from '@plimsoll/testbed/until';
import { expect, test as plainTest } from 'vitest';
import { type Copy, gone, listProcesses, type StartOptions, startCopy } from './copy.ts';

const command = fileURLToPath(new URL('../src/plimsoll.ts', import.meta.url));

/** Starting and ending is mostly waiting: the tests wait side by side, each with copies of its own, which it leaves none of. */
const test = plainTest.extend<{ start(options?: StartOptions): Promise<Copy> }>({
  // biome-ignore lint/correctness/noEmptyPattern: the fixture needs no other
  start: async ({}, use) => {
    const started: Copy[] = [];
    await use(async (options = {}) => {
      const copy = await startCopy(options);
      started.push(copy);
      return copy;
    });
    for (const copy of started) {
      await copy.end('SIGKILL');
      await gone(copy.dataDir, 12_000);
      rmSync(copy.dataDir, { recursive: true, force: true });
    }
  },
}).concurrent;

async function health(port: number): Promise<unknown> {
  return (await fetch(`http://127.0.0.1:${port}/api/v1/health`)).json();
}

async function workersOnline(port: number): Promise<void> {
  for (const end = Date.now() + 60_000; Date.now() < end; await sleep(100))
    if (((await health(port)) as { workers: number }).workers > 0) return;
  throw new Error('no worker came online');
}

test('starts with nothing but Node, keeps its key to itself, and one Ctrl-C ends every process within 10 s', async ({ start }) => {
  const copy = await start();
  await copy.ready();
  await workersOnline(copy.port);
  expect(await health(copy.port)).toMatchObject({ status: 'ok', database: 'ok', queue: 'ok' });
  expect(statSync(join(copy.dataDir, 'secret-key')).mode & 0o777).toBe(0o600);
  expect(copy.said()).not.toContain(readFileSync(join(copy.dataDir, 'secret-key'), 'utf8').trim());
  expect(await copy.end('SIGINT')).toBeLessThan(10_000);
  expect(await gone(copy.dataDir, 1000)).toEqual([]);
});

/** `plimsoll …` on this data directory: what it says. Throws what it says where it fails. */
async function operate(dataDir: string, ...args: string[]): Promise<string> {
  const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env;
  const { stderr } = await promisify(execFile)(process.execPath, [command, ...args], {
    env: { PATH, NODE_COMPILE_CACHE, PLIMSOLL_DATA_DIR: dataDir },
  });
  return stderr;
}

test('two copies run side by side, one on a backup of the other, and a second start on the same data directory says so', {
  timeout: 150_000,
}, async ({ start }) => {
  const first = await start();
  await first.ready();
  const ann = { email: 'ann@example.com', password: 'correct horse battery' };
  expect((await post(first.port, '/api/v1/setup', { ...ann, name: 'Ann', team: 'T' })).ok).toBe(true);
  const dataDir = await mkdtemp(join(tmpdir(), 'plimsoll-standalone-'));
  const file = join(dataDir, 'plimsoll.backup');
  expect(await operate(first.dataDir, 'backup', file)).toContain(`Backed up into ${file}`);
  copyFileSync(join(first.dataDir, 'secret-key'), join(dataDir, 'secret-key'));
  expect(await operate(dataDir, 'restore', file)).toMatch(/^Restored as it was on .*, checksums equal\.\n$/);
  await expect(operate(join(dataDir, 'nowhere'), 'backup', '-')).rejects.toThrow('There is no database in');
  const second = await start({ dataDir });
  await second.ready();
  expect((await post(second.port, '/api/auth/sign-in/email', ann)).status).toBe(200);
  expect(await health(first.port)).toMatchObject({ database: 'ok' });
  expect(await health(second.port)).toMatchObject({ database: 'ok' });
  const third = await start({ dataDir: first.dataDir });
  await expect(third.ready()).rejects.toThrow('already running');
  expect(await health(first.port)).toMatchObject({ database: 'ok' });
  await Promise.all([first.end('SIGINT'), second.end('SIGINT')]);
});

test('after kill -9 of the launcher its children end by themselves, and the next start works at once with the same data', async ({
  start,
}) => {
  const first = await start();
  await first.ready();
  await workersOnline(first.port);
  const key = readFileSync(join(first.dataDir, 'secret-key'), 'utf8');
  await first.end('SIGKILL');
  const second = await start({ dataDir: first.dataDir });
  await second.ready();
  await workersOnline(second.port);
  expect(readFileSync(join(first.dataDir, 'secret-key'), 'utf8')).toBe(key);
  await second.end('SIGKILL');
  expect(await gone(first.dataDir, 12_000)).toEqual([]);
});

async function post(port: number, path: string, body: unknown, cookie = ''): Promise<Response> {
  const origin = `http://127.0.0.1:${port}`;
  return fetch(origin + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin, cookie },
    body: JSON.stringify(body),
  });
}

interface Run {
  readonly state: string;
  readonly stateReason: string;
  readonly summary: { readonly sent: number } | null;
}

/** Sets the copy up and launches a run against its demo target; answers how to look at it. */
async function launch(copy: Copy, seconds: number): Promise<(port: number) => Promise<Run>> {
  const person = { name: 'Ann', email: 'ann@example.com', password: 'a long enough password', team: 'Team' };
  const setup = await post(copy.port, '/api/v1/setup', person);
  expect(setup.status).toBe(201);
  const cookie = setup.headers
    .getSetCookie()
    .map((each) => each.split(';')[0])
    .join('; ');
  const plan = {
    version: 1,
    name: 'long',
    target: { url: `http://127.0.0.1:${copy.port + 90}/?delayMs=1` },
    load: { model: 'open', rate: 50, duration: `${seconds}s` },
  };
  const { id } = (await (await post(copy.port, '/api/v1/runs', { plan }, cookie)).json()) as { id: string };
  return async (port) => (await (await fetch(`http://127.0.0.1:${port}/api/v1/runs/${id}`, { headers: { cookie } })).json()) as Run;
}

test('Ctrl-C in a terminal, which reaches every process at once, ends a run under way with what it measured', async ({ start }) => {
  const copy = await start({ detached: true });
  await copy.ready();
  const run = await launch(copy, 60);
  await until(
    'the run is under way',
    45_000,
    () => run(copy.port),
    ({ state }) => state === 'running',
  );
  await sleep(2500);
  const exit = new Promise((done) => copy.process.once('exit', done));
  const began = Date.now();
  process.kill(-(copy.process.pid ?? 0), 'SIGINT');
  await exit;
  expect(Date.now() - began).toBeLessThan(10_000);
  expect(await gone(copy.dataDir, 1000)).toEqual([]);
  // A session's cookie is named after the port.
  const next = await start({ dataDir: copy.dataDir, environment: { PORT: String(copy.port) } });
  await next.ready();
  const over = await run(copy.port);
  expect(over).toMatchObject({ state: 'stopped', stateReason: expect.stringContaining('shut down') });
  expect(over.summary?.sent).toBeGreaterThan(50);
  await next.end('SIGINT');
});

test('our Postgres that dies is started again and the run goes on; one that cannot start ends the product with the reason', async ({
  start,
}) => {
  const copy = await start();
  await copy.ready();
  const server = () => Number(readFileSync(join(copy.dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);
  const run = await launch(copy, 6);
  await until(
    'the run is under way',
    45_000,
    () => run(copy.port),
    ({ state }) => state === 'running',
  );
  process.kill(server(), 'SIGKILL');
  const over = await until(
    'the run is over',
    40_000,
    () => run(copy.port).catch(() => null),
    (found) => found?.summary !== null && found?.summary !== undefined,
  );
  expect(over).toMatchObject({ state: 'completed', summary: { sent: 300 } });
  expect(copy.said()).toContain('Postgres ended (SIGKILL) and is started again.');
  rmSync(join(copy.dataDir, 'postgres', 'global', 'pg_control'));
  const exit = new Promise((done) => copy.process.once('exit', done));
  process.kill(server(), 'SIGKILL');
  expect(await exit).toBe(1);
  // Its last output may arrive after its end.
  await until('the reason is said', 30_000, copy.said, (said) => said.includes('Postgres did not start'));
  expect(await gone(copy.dataDir, 12_000)).toEqual([]);
});

test('a worker that dies is started again', async ({ start }) => {
  const copy = await start();
  await copy.ready();
  const workers = () => listProcesses(copy.dataDir, 'workers/src/main.ts').map((line) => Number(line.split(' ')[0]));
  const [before] = workers();
  process.kill(before ?? 0, 'SIGKILL');
  for (const end = Date.now() + 60_000; Date.now() < end && (workers().length === 0 || workers()[0] === before); await sleep(100));
  expect(workers()).toHaveLength(1);
  expect(copy.said()).toContain('The worker ended (SIGKILL) and is started again.');
  expect(await copy.end('SIGINT')).toBeLessThan(10_000);
});

test('with DATABASE_URL and REDIS_URL it brings no Postgres of its own', async ({ start }) => {
  const database = await throwawayDatabase();
  const redis = await startRedis();
  const copy = await start({ environment: { DATABASE_URL: database.url, REDIS_URL: redis.url } });
  await copy.ready();
  await workersOnline(copy.port);
  expect(readdirSync(copy.dataDir)).toEqual(['secret-key']);
  await copy.end('SIGINT');
  await redis.stop();
  await database.drop();
});

test('a taken port is named with what to do', async ({ start }) => {
  const port = await freePort();
  const holder = createServer().listen(port, '127.0.0.1');
  const copy = await start({ environment: { PORT: String(port) } });
  await expect(copy.ready()).rejects.toThrow(`Port ${port} is taken`);
  holder.close();
});
