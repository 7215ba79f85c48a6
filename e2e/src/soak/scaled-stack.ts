/** The scaled form on one machine: Postgres, Redis, two API processes, three workers and a target that counts. */
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '@plimsoll/testbed/free-port';
import { startPostgres } from '@plimsoll/testbed/postgres';
import { startRedis, type TestRedis } from '@plimsoll/testbed/redis';
import { countRows } from '@plimsoll/testbed/row-counts';
import { until } from '@plimsoll/testbed/until';
import { startWitness, type Witness } from '@plimsoll/testbed/witness';
import { type Clock, openClocks } from './clock.ts';
import { type KeptProcess, keepProcess } from './kept-process.ts';
import { startTarget, type Target } from './target.ts';

const root = new URL('../../../', import.meta.url);
const apiMain = fileURLToPath(new URL('apps/api/src/main.ts', root));
const workerMain = fileURLToPath(new URL('workers/src/main.ts', root));

export interface StackPostgres {
  pid(): number;
  /** Stops it, and starts it again in its directory after so long. */
  away(ms: number): Promise<void>;
  /** By table. */
  countRows(): Promise<Record<string, number>>;
}

export interface StackClocks {
  readonly postgres: Clock;
  /** In the order of the processes. */
  readonly apis: readonly Clock[];
  readonly workers: readonly Clock[];
}

export interface ScaledStack {
  /** Lets the disk of Postgres be full for so long. Null: its data lies on a disk of the machine, which must not be filled. */
  readonly fillDisk: ((ms: number) => Promise<void>) | null;
  readonly apis: readonly KeptProcess[];
  readonly workers: readonly KeptProcess[];
  readonly redis: TestRedis;
  readonly postgres: StackPostgres;
  readonly witness: Witness;
  /** The target of the runs: the witness stands behind it. */
  readonly target: Target;
  /** Null: libfaketime is not installed. */
  readonly clocks: StackClocks | null;
  /** Asks one of the API processes, as the owner's program. Rejects where it does not answer. */
  ask(api: number, method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Response>;
  close(): Promise<void>;
}

export async function startScaledStack(): Promise<ScaledStack> {
  const dir = mkdtempSync(join(tmpdir(), 'plimsoll-soak-'));
  const ownDisk = mountSmallDisk(dir);
  const clockDir = mkdtempSync(join(tmpdir(), 'plimsoll-clocks-'));
  chmodSync(clockDir, 0o755);
  const openClock = openClocks(clockDir);
  const clocks = openClock && {
    postgres: openClock('postgres'),
    apis: [1, 2].map((at) => openClock(`api ${at}`)),
    workers: [1, 2, 3].map((at) => openClock(`worker ${at}`)),
  };
  const startServer = () => startPostgres(dir, false, clocks?.postgres.environment);
  let server = await startServer();
  const redis = await startRedis();
  const witness = await startWitness();
  const target = await startTarget(witness.port);
  const ports = [await freePort(), await freePort()];
  const environment = {
    PATH: process.env.PATH ?? '',
    DATABASE_URL: server.url,
    REDIS_URL: redis.url,
    PLIMSOLL_SECRET_KEY: randomBytes(32).toString('base64url'),
    PLIMSOLL_THREADS: '1',
    PLIMSOLL_LOG: 'error',
    PLIMSOLL_MAX_CONCURRENT_RUNS: '50',
  };
  const origins = ports.map((port) => `http://127.0.0.1:${port}`);
  const apis = ports.map((port, at) =>
    keepProcess(`api ${at + 1}`, apiMain, { ...environment, ...clocks?.apis[at]?.environment, PORT: String(port) }),
  );
  const healthy = async () =>
    (
      await Promise.all(
        origins.map((origin) =>
          fetch(`${origin}/api/v1/health`).then(
            ({ ok }) => ok,
            () => false,
          ),
        ),
      )
    ).every(Boolean);
  await until('both API processes answer', 120_000, healthy, Boolean);
  const workers = [0, 1, 2].map((at) =>
    keepProcess(`worker ${at + 1}`, workerMain, { ...environment, ...clocks?.workers[at]?.environment }),
  );

  const origin = origins[0] ?? '';
  const post = (path: string, body: unknown, cookie = '') =>
    fetch(origin + path, { method: 'POST', headers: { 'content-type': 'application/json', origin, cookie }, body: JSON.stringify(body) });
  const person = { name: 'Ann', email: 'ann@example.com', password: 'a long enough password', team: 'Team' };
  const cookie = (await post('/api/v1/setup', person)).headers
    .getSetCookie()
    .map((each) => each.split(';')[0])
    .join('; ');
  const { token } = (await (await post('/api/v1/tokens', { name: 'soak', scopes: ['write'] }, cookie)).json()) as { token: string };

  return {
    fillDisk: ownDisk ? (ms) => fill(join(dir, 'filling'), ms) : null,
    apis,
    workers,
    redis,
    witness,
    target,
    clocks,
    postgres: {
      pid: () => server.pid(),
      async away(ms) {
        await server.stop();
        await sleep(ms);
        server = await startServer();
      },
      countRows: () => countRows(server.url),
    },
    ask: (api, method, path, body, headers = {}) =>
      fetch((origins[api] ?? '') + path, {
        method,
        headers: { authorization: `Bearer ${token}`, ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
        signal: AbortSignal.timeout(15_000),
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    async close() {
      await Promise.all([...apis, ...workers].map((kept) => kept.stop()));
      await redis.stop();
      await server.stop();
      await target.close();
      await witness.close();
      if (ownDisk) spawnSync('umount', [dir]);
      for (const each of [dir, clockDir]) rmSync(each, { recursive: true, force: true });
    },
  };
}

/** A small disk in memory, which root may have: true where it is there. */
function mountSmallDisk(dir: string): boolean {
  return spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=700m,mode=711', 'plimsoll-soak', dir], { stdio: 'ignore' }).status === 0;
}

/** Writes until nothing fits any more, and again whenever something does, for so long. */
async function fill(file: string, ms: number): Promise<void> {
  const opened = openSync(file, 'w');
  const block = Buffer.alloc(65_536);
  for (const end = performance.now() + ms; performance.now() < end; await sleep(20))
    try {
      for (;;) writeSync(opened, block);
    } catch {
      // Full.
    }
  closeSync(opened);
  rmSync(file);
}
