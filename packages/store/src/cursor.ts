/** Page cursors that cannot be forged: the last row's ordinal, bound to team and filter, and signed. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Db } from './db.ts';
import { StoreError } from './store-error.ts';

let key: Promise<string> | undefined;
let keyDb: Db | undefined;

/** Signing key of this installation, read once per pool. */
async function cursorKey(db: Db): Promise<string> {
  if (!key || keyDb !== db) {
    keyDb = db;
    key = db.query<{ cursor_key: string }>('SELECT cursor_key FROM installation').then(({ rows }) => rows[0]?.cursor_key ?? '');
    key.catch(() => {
      key = undefined;
    });
  }
  return key;
}

function signature(secret: string, scope: string, ordinal: string): Buffer {
  return createHmac('sha256', secret).update(`${scope}\n${ordinal}`).digest().subarray(0, 12);
}

/** `scope` names team, list and filter: a cursor of one list is refused by another. */
export async function writeCursor(db: Db, scope: string, ordinal: string): Promise<string> {
  return `${ordinal}.${signature(await cursorKey(db), scope, ordinal).toString('base64url')}`;
}

/** Throws StoreError `bad_cursor` on anything {@link writeCursor} did not make for this scope. */
export async function readCursor(db: Db, scope: string, cursor: string): Promise<string> {
  const bad = () => new StoreError('bad_cursor', {});
  const match = /^(\d{1,19})\.([A-Za-z0-9_-]{16})$/.exec(cursor);
  const [, ordinal = '', signed = ''] = match ?? [];
  const expected = signature(await cursorKey(db), scope, ordinal);
  const got = Buffer.from(signed, 'base64url');
  if (!match || got.length !== expected.length || !timingSafeEqual(got, expected)) throw bad();
  return ordinal;
}
