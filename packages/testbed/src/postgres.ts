/** A throwaway Postgres: one server per test process, one fresh database per call, gone when the process is gone. */
import { randomBytes } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@plimsoll/postgres/embedded-postgres';
import pg from 'pg';

export interface ThrowawayDatabase {
  readonly url: string;
  drop(): Promise<void>;
}

/** Durability is off: nothing here outlives the test. */
const fast = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_connections=300', 'shared_buffers=64MB'];
let server: Promise<EmbeddedPostgres> | undefined;

/** A server of one's own, for tests that stop, kill or restart it. */
export async function startPostgres(dir = mkdtempSync(join(tmpdir(), 'plimsoll-postgres-'))): Promise<EmbeddedPostgres & { dir: string }> {
  const own = await startEmbeddedPostgres(dir, { settings: fast, temporary: true });
  return { ...own, dir };
}

/** An empty database; migrate it yourself. */
export async function throwawayDatabase(): Promise<ThrowawayDatabase> {
  server ??= startPostgres();
  const { url } = await server;
  const name = `t_${randomBytes(6).toString('hex')}`;
  await run(url, `CREATE DATABASE ${name}`);
  const own = new URL(url);
  own.pathname = `/${name}`;
  return { url: own.href, drop: () => run(url, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`) };
}

async function run(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
