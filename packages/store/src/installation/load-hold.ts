/** While the owner of the installation holds all load, nothing starts. */
import type { Db } from '../db.ts';
import { first } from '../query.ts';
import { StoreError } from '../store-error.ts';

export interface LoadHold {
  readonly since: Date;
  /** Name of the person who asked for it; null where the account is gone. */
  readonly by: string | null;
}

/** The time since which nothing may start; null: loads start. */
export async function readHold(db: Db): Promise<LoadHold | null> {
  const { rows } = await db.query<{ since: Date | null; by: string | null }>(
    'SELECT i.load_held_at AS since, u.name AS by FROM installation i LEFT JOIN users u ON u.id = i.load_held_by',
  );
  const row = first(rows);
  return row?.since ? { since: row.since, by: row.by } : null;
}

/** Throws StoreError `load_held` while nothing may start. */
export async function refuseWhileHeld(db: Db): Promise<void> {
  const hold = await readHold(db);
  if (hold) throw new StoreError('load_held', { since: hold.since.toISOString() });
}

/** From now on nothing starts; what is under way goes on. Held already: it stays as it was. */
export async function holdLoad(db: Db, userId: string): Promise<void> {
  await db.query('UPDATE installation SET load_held_at = now(), load_held_by = $1 WHERE load_held_at IS NULL', [userId]);
}

/** Loads start again. What waits for workers waits for them from now on. */
export async function releaseLoad(db: Db): Promise<void> {
  await db.query(
    'UPDATE installation SET load_held_at = NULL, load_held_by = NULL, load_released_at = now() WHERE load_held_at IS NOT NULL',
  );
}
