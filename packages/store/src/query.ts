/** Helpers of this package's files to run SQL; nobody else uses them. */
import type { Db, DbPool } from './db.ts';

function isPool(db: Db): db is DbPool {
  return 'totalCount' in db;
}

/**
 * Runs `work` in one transaction. On a pool a client is checked out, with an error handler of its own: a server restart
 * ends checked-out clients with an event that would otherwise end the process. On a client `work` joins what is open.
 */
export async function inTransaction<T>(db: Db, work: (client: Db) => Promise<T>): Promise<T> {
  if (!isPool(db)) return work(db);
  const client = await db.connect();
  let broken: Error | undefined;
  const onError = (error: Error) => {
    broken = error;
  };
  client.on('error', onError);
  try {
    await client.query('BEGIN');
    const value = await work(client);
    await client.query('COMMIT');
    return value;
  } catch (error) {
    await client.query('ROLLBACK').catch((rollback: Error) => {
      broken = rollback;
    });
    throw error;
  } finally {
    client.removeListener('error', onError);
    client.release(broken);
  }
}

/** The only row, or null. */
export function first<T>(rows: readonly T[]): T | null {
  return rows[0] ?? null;
}

/**
 * A value as Postgres takes it for jsonb: NUL and half surrogate pairs, which JSON can spell and jsonb refuses, become U+FFFD.
 * They come from targets: the head of a binary body, or one cut in the middle of a character.
 */
export function jsonText(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) => (typeof inner === 'string' ? plainText(inner) : inner));
}

/** Text that Postgres can keep. */
export function plainText(text: string): string {
  return text.replaceAll('\u0000', '\ufffd').toWellFormed();
}
