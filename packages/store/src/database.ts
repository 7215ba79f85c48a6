/** The pool of connections to Postgres. */
import type { ObjectStore } from '@plimsoll/artefacts/object-store';
import pg from 'pg';
import type { Db, DbPool } from './db.ts';
import { watchReadOnly } from './read-only.ts';
import { type TimedQuery, timeQueries } from './timed-queries.ts';

export interface PoolOptions {
  readonly max?: number;
  /** A query not answered within this time fails; 15 s unless given. */
  readonly queryTimeoutMs?: number;
  /** A connection unused for so long is closed; 30 s unless given, 0: never. */
  readonly idleTimeoutMs?: number;
  /** Shown in pg_stat_activity. */
  readonly applicationName?: string;
  /** Told of each lost connection; the pool replaces it by itself. */
  readonly onError?: (error: Error) => void;
  /** Told of each query once it is over. */
  readonly onQuery?: ((query: TimedQuery) => void) | undefined;
  /** Where the series of old runs lie. Its opener closes it. */
  readonly objects?: ObjectStore | undefined;
}

/**
 * A pool that survives a restart of the server: lost connections are reported to `onError` and replaced, never thrown. So are
 * those to a server that only reads, within a second of their last use.
 * A query that cannot connect within 3 s or is not answered in time fails, so that nobody waits on a dead network for ever.
 */
export function openPool(url: string, options: PoolOptions = {}): DbPool {
  const queryTimeoutMs = options.queryTimeoutMs ?? 15_000;
  const readOnly = watchReadOnly();
  const pool = new pg.Pool({
    connectionString: url,
    max: options.max ?? 10,
    application_name: options.applicationName ?? 'plimsoll',
    connectionTimeoutMillis: 3000,
    idleTimeoutMillis: options.idleTimeoutMs ?? 30_000,
    query_timeout: queryTimeoutMs,
    keepAlive: true,
    // The server gives up, too: what nobody waits for any longer holds no connection. It compiles nothing: that takes seconds, and our queries
    // take milliseconds. Bytes in JSON are hexadecimal. Set before the first query, and not as a start-up parameter: PgBouncer refuses connections that bring it.
    onConnect: async (client) => {
      await client.query(setOwn(client, { statement_timeout: String(Math.ceil(queryTimeoutMs)), jit: 'off', bytea_output: 'hex' }));
      await readOnly.look(client);
    },
  });
  const report = options.onError ?? (() => undefined);
  pool.on('error', report);
  pool.on('connect', (client) => {
    client.on('error', report);
    readOnly.listen(client);
  });
  if (options.onQuery) timeQueries(pool, options.onQuery);
  pool.on('release', (_error, client) => readOnly.replaceIfOld(client));
  return Object.assign(pool, { objects: options.objects });
}

/**
 * SQL: settings for the session of this client, where it has one of its own. A pooler, which tells a process number that it made up, would keep them for
 * whoever has that session next.
 */
function setOwn(client: object, settings: Readonly<Record<string, string>>): string {
  const { processID = 0 } = client as { readonly processID?: number };
  const sets = Object.entries(settings).map(([name, value]) => `set_config('${name}', '${value}', false)`);
  return `SELECT ${sets.join(', ')} WHERE pg_backend_pid() = ${Number(processID)}`;
}

/**
 * Every later connection of our role to this database begins with `jit = off`. Behind PgBouncer in transaction mode what a connection sets at its
 * start reaches one server connection of many; what the role has reaches all that are opened from now on.
 */
export async function keepJitOff(db: Db): Promise<void> {
  await db.query(`DO $$ BEGIN
    PERFORM pg_advisory_xact_lock(hashtextextended('plimsoll jit', 0));
    IF NOT EXISTS (SELECT FROM pg_db_role_setting s JOIN pg_database d ON d.oid = s.setdatabase JOIN pg_roles r ON r.oid = s.setrole
        WHERE d.datname = current_database() AND r.rolname = current_user AND 'jit=off' = ANY(s.setconfig)) THEN
      EXECUTE format('ALTER ROLE CURRENT_USER IN DATABASE %I SET jit = off', current_database());
    END IF;
  END $$`);
}

/** Throws what Postgres or the network says where the database cannot be reached. */
export async function ping(db: DbPool): Promise<void> {
  await db.query('SELECT 1');
}
