/** Advisory locks, until the end of the transaction: a count under one does not change before it is acted on. */
import type { Db } from '../db.ts';

/** Loads are counted and inserted one at a time. */
export async function lockInserts(client: Db): Promise<void> {
  await client.query(`SELECT pg_advisory_xact_lock(hashtextextended('plimsoll loads asked for', 0))`);
}

/** Runs are claimed one at a time: the free workers must not change between the count and the claim. Where both are taken, inserts come first. */
export async function lockClaims(client: Db): Promise<void> {
  await client.query(`SELECT pg_advisory_xact_lock(hashtextextended('plimsoll claims', 0))`);
}
