/** Does Postgres have room to write? Known from what every write of a pool came to: asking costs nothing. */
import type { Client } from 'pg';
import type { DbPool } from './db.ts';

/** SQLSTATE disk_full. */
const diskFullState = '53100';
/** A row that is new needs room; one that is changed or deleted may find some in its page. */
const insertedSome = /^INSERT 0 [1-9]/;

export interface StorageWatch {
  /** The last write that needed room found none. */
  readonly full: boolean;
}

/** Listens to all connections that the pool opens from now on. */
export function watchStorage(pool: DbPool): StorageWatch {
  const watch = { full: false };
  pool.on('connect', ({ connection }: Client) => {
    connection.on('errorMessage', ({ code }: { readonly code?: string }) => {
      if (code === diskFullState) watch.full = true;
    });
    connection.on('commandComplete', ({ text }: { readonly text?: string }) => {
      if (text && insertedSome.test(text)) watch.full = false;
    });
  });
  return watch;
}

/** Writes what needs room and keeps nothing of it, so that a full disk is noticed where nobody else writes, and one that is no longer full. */
export async function tryToWrite(db: DbPool): Promise<void> {
  const client = await db.connect();
  try {
    await client.query('BEGIN; CREATE TEMP TABLE storage_trial (bytes text) ON COMMIT DROP');
    await client.query(`INSERT INTO storage_trial SELECT md5(n::text) FROM generate_series(1, 4096) AS n`);
  } finally {
    await client.query('ROLLBACK').catch(() => undefined);
    client.release();
  }
}
