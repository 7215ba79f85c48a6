/** The pool of connections to Postgres. */
import pg from 'pg';
import type { DbPool } from './db.ts';
import { watchReadOnly } from './read-only.ts';

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
    // The server gives up, too: what nobody waits for any longer holds no connection. Set before the first query, and not
    // as a start-up parameter: PgBouncer refuses connections that bring it.
    onConnect: async (client) => {
      await client.query(`SET statement_timeout = ${Math.ceil(queryTimeoutMs)}`);
      await readOnly.look(client);
    },
  });
  const report = options.onError ?? (() => undefined);
  pool.on('error', report);
  pool.on('connect', (client) => {
    client.on('error', report);
    readOnly.listen(client);
  });
  pool.on('release', (_error, client) => readOnly.replaceIfOld(client));
  return pool;
}

/** Throws what Postgres or the network says where the database cannot be reached. */
export async function ping(db: DbPool): Promise<void> {
  await db.query('SELECT 1');
}
