/** A thing that a request makes, once for its `Idempotency-Key` where it has one. */
import type { Db } from '@plimsoll/store/db';
import { type KeyedRequest, oncePerKey } from '@plimsoll/store/idempotency';
import { notFound } from './api-error.ts';

/** Undefined: the request has no key, and makes one each time it is sent. */
type MaybeKeyed = Omit<KeyedRequest, 'key'> & { readonly key: string | undefined };

export async function makeOnce<Made extends { readonly id: string }>(
  db: Db,
  { key, ...asked }: MaybeKeyed,
  insert: (client: Db) => Promise<Made>,
  find: (db: Db, teamId: string, id: string) => Promise<Made | null>,
): Promise<{ readonly made: Made; readonly repeated: boolean }> {
  if (key === undefined) return { made: await insert(db), repeated: false };
  const { id, repeated } = await oncePerKey(db, { ...asked, key }, async (client) => (await insert(client)).id);
  const made = await find(db, asked.teamId, id);
  if (!made) throw notFound(asked.kind);
  return { made, repeated };
}
