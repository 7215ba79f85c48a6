/**
 * Throwaway databases on a real Postgres. A run of the tests has one server: its global setup starts it (`scripts/one-postgres.ts`)
 * and says in PLIMSOLL_TEST_POSTGRES where it is. Without that, each process that asks starts one for itself.
 * PLIMSOLL_TEST_POSTGRES_PROGRAMS is a folder with `initdb` and `postgres` of another version (scripts/postgres-versions.ts).
 */
import { randomBytes } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type EmbeddedPostgres, type EmbeddedPostgresOptions, startEmbeddedPostgres } from '@plimsoll/postgres/embedded-postgres';
import { withClient } from './with-client.ts';

export interface ThrowawayDatabase {
  readonly url: string;
  drop(): Promise<void>;
}

/** Durability is off: nothing here outlives the test. */
const fast = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'wal_level=minimal',
  'max_wal_senders=0',
  'max_connections=400',
  'shared_buffers=128MB',
];
/** The database that `migratedDatabase` copies. */
const template = 'migrated';
let server: Promise<{ url: string }> | undefined;

/**
 * A server of one's own, for tests that stop, kill or restart it. Its directory goes with it, unless it is to be started there again.
 * `environment`: what its processes have besides their own.
 */
export async function startPostgres(
  dir = mkdtempSync(join(tmpdir(), 'plimsoll-postgres-')),
  temporary = true,
  environment?: Readonly<Record<string, string>>,
): Promise<EmbeddedPostgres & { dir: string }> {
  const own = await startEmbeddedPostgres(dir, { settings: fast, temporary, ...(environment && { environment }), ...otherVersion() });
  return { ...own, dir };
}

function otherVersion(): Pick<EmbeddedPostgresOptions, 'binaries'> {
  const dir = process.env.PLIMSOLL_TEST_POSTGRES_PROGRAMS;
  return dir ? { binaries: { dir, initdb: join(dir, 'initdb'), postgres: join(dir, 'postgres') } } : {};
}

/** The one server of a run of the tests, with a template that `migrate` brought to this version's schema. Its URL is for PLIMSOLL_TEST_POSTGRES. */
export async function startSharedPostgres(migrate: (url: string) => Promise<void>): Promise<EmbeddedPostgres> {
  const shared = await startPostgres();
  await run(shared.url, `CREATE DATABASE ${template}`);
  await migrate(databaseOn(shared.url, template));
  return shared;
}

/** Its files, and not page by page through the log: a third of the time. */
const copying = (name: string) => `TEMPLATE ${name} STRATEGY file_copy`;

/** An empty database; migrate it yourself. */
export function throwawayDatabase(): Promise<ThrowawayDatabase> {
  return makeDatabase('');
}

/** A database with this version's tables and the queue's, and nothing in them. Only where the run of the tests has its one server. */
export function migratedDatabase(): Promise<ThrowawayDatabase> {
  if (!process.env.PLIMSOLL_TEST_POSTGRES)
    throw new Error('PLIMSOLL_TEST_POSTGRES is not set: this project of vitest needs scripts/one-postgres.ts');
  return makeDatabase(copying(template));
}

/**
 * A copy of a database of this version, filled by `fill` once in a run of the tests, by whoever asks first for this name. `told`: what `fill`
 * answered. Nobody may still be connected once it is full.
 */
export async function filledDatabase(
  name: string,
  fill: (url: string) => Promise<string>,
): Promise<ThrowawayDatabase & { readonly told: string }> {
  const { url } = await ourServer();
  return withClient(url, async (client) => {
    // Others wait here until it is full. The lock goes with the connection.
    await client.query('SELECT pg_advisory_lock(hashtext($1))', [name]);
    const described = `SELECT shobj_description(oid, 'pg_database') AS told FROM pg_database WHERE datname = $1`;
    const { rows } = await client.query<{ told: string | null }>(described, [name]);
    let told = rows[0]?.told;
    if (!told) {
      await client.query(`DROP DATABASE IF EXISTS ${name}`);
      await client.query(`CREATE DATABASE ${name} ${copying(template)}`);
      told = await fill(databaseOn(url, name));
      await client.query(`COMMENT ON DATABASE ${name} IS ${client.escapeLiteral(told)}`);
    }
    return { ...(await makeDatabase(copying(name))), told };
  });
}

/** Another with the same in it. Nobody may be connected to the first. */
export function copyOf({ url }: ThrowawayDatabase): Promise<ThrowawayDatabase> {
  return makeDatabase(copying(new URL(url).pathname.slice(1)));
}

function ourServer(): Promise<{ url: string }> {
  const given = process.env.PLIMSOLL_TEST_POSTGRES;
  server ??= given ? Promise.resolve({ url: given }) : startPostgres();
  return server;
}

async function makeDatabase(how: string): Promise<ThrowawayDatabase> {
  const { url } = await ourServer();
  const name = `t_${randomBytes(6).toString('hex')}`;
  await run(url, `CREATE DATABASE ${name} ${how}`);
  return { url: databaseOn(url, name), drop: () => run(url, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`) };
}

function databaseOn(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

async function run(url: string, sql: string): Promise<void> {
  await withClient(url, (client) => client.query(sql));
}
